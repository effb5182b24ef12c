import QuireCore
import QuireGenerator
import QuireSchema

/// Writes the Swift code of a query, as it compiles against the schema's generated code.
///
/// ```swift
/// let page = try await content.fetch(
///     Books.query()
///         .where(\.year >= 1950 && (\.language == .english || \.author == nil))
///         .sort(by: \.year, .descending)
///         .page(1, size: 50))
/// ```
struct SwiftEmission {
    let query: ResolvedQuery

    /// - Throws: `ExplorerError` if Swift code cannot express a part of the query.
    func code() throws(ExplorerError) -> String {
        let lines = try calls().map { "        \($0)" }.joined(separator: "\n")
        return "let page = try await content.fetch(\n    \(query.module.names.name).query()\n\(lines))"
    }

    /// The query alone, for code that fetches it otherwise.
    func expression() throws(ExplorerError) -> String {
        "\(query.module.names.name).query()" + (try calls().joined())
    }

    private func calls() throws(ExplorerError) -> [String] {
        var calls: [String] = []
        if let filter = query.filter { calls.append(try SwiftCondition.call(filter)) }
        if let filter = query.metaFilter { calls.append(try SwiftCondition.metadataCall(filter)) }
        if let ids = query.query.ids {
            calls.append(".ids([\(ids.map(Literals.string).joined(separator: ", "))])")
        }
        if let text = query.query.text { calls.append(".search(\(Literals.string(text)))") }
        for order in query.sort { calls.append(sort(order)) }
        for path in query.include {
            calls.append(".include(\\.\(path.map(\.names.name).joined(separator: ".")))")
        }
        for field in query.facets { calls.append(".facet(\\.\(field.names.name))") }
        if let locale = query.query.locale { calls.append(".locale(\(Literals.string(locale)))") }
        calls.append(".page(1, size: \(query.query.limit ?? 50))")
        if !query.columns.isEmpty {
            var parts: [String] = []
            for column in query.columns { parts.append("\\.\(try name(of: column))") }
            calls.append(".select(\(parts.joined(separator: ", ")))")
        }
        return calls
    }

    private func name(of column: ResolvedColumn) throws(ExplorerError) -> String {
        guard case .metadata(let field) = column else {
            guard let name = column.field?.names.name, !name.isEmpty else {
                throw ExplorerError(
                    .query,
                    "No key path reaches \"\(column.name)\", because queries see no member of its object. Select the object, or give one of its members operators."
                )
            }
            return name
        }
        // A field wins over metadata with its name.
        guard !query.module.fields.contains(where: { $0.names.name == field.name }) else {
            throw ExplorerError(
                .query,
                "\(query.module.name) has a field \(field.name), so Swift code selects the field, not the metadata."
            )
        }
        return field.name
    }

    private func sort(_ order: ResolvedOrder) -> String {
        let (method, path) =
            if case .metadata(let name) = order.key.property {
                ("sortMeta", name)
            } else {
                ("sort", order.fields.map(\.names.name).joined(separator: "."))
            }
        var arguments = "by: \\.\(path)"
        if order.key.order == .descending { arguments += ", .descending" }
        if let nulls = order.key.nulls { arguments += ", nulls: .\(nulls == .first ? "first" : "last")" }
        return ".\(method)(\(arguments))"
    }
}
