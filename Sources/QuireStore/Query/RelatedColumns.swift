#if SQLite

import QuireCore
import QuireEngine

/// The fields of related items as columns of a statement's rows: subqueries, so that a page is one statement.
///
/// Behind relations to one item, the column is the field's own. Behind a relation to many items, it is a JSON list.
struct RelatedColumns {
    /// The maximum number of relations in one another. SQLite limits how deep statements nest.
    private static let maximumLevel = 16

    private let layouts: [String: ModuleLayout]
    private let path: FieldPath

    /// The columns for a request, in its order.
    ///
    /// - Throws: `QueryError` if a relation or a field does not exist, or if the store does not hold its module.
    static func columns(
        of request: SearchRequest, _ layout: ModuleLayout, among layouts: [String: ModuleLayout]
    ) throws -> [String] {
        // Checks the paths.
        _ = try RelatedValue.values(of: request)
        return try request.relatedFields.map { path in
            guard path.steps.count <= maximumLevel else {
                throw UnsupportedError(
                    engine: UnsupportedError.storeEngine,
                    node: "a field behind more than \(maximumLevel) relations",
                    hint: "Fetch the related items with a second query.")
            }
            return try RelatedColumns(layouts: layouts, path: path)
                .column(path.steps[...], of: layout, narrow: "m", text: "t").sql
        }
    }

    /// The column behind some steps, starting at a table.
    ///
    /// - Parameter text: The name of the text table if the statement has it.
    /// - Returns: The SQL, and the form of its values for `quire_gather`.
    private func column(
        _ steps: ArraySlice<RelationStep>, of owner: ModuleLayout, narrow: String, text: String?
    ) throws -> (sql: String, form: String) {
        guard let step = steps.first else {
            guard let field = owner.field(path.name),
                let kind = path.steps.last?.module.fields[path.name]?.kind,
                field.storage == Storage(kind)
            else { throw unknown("the field that the query was generated from, not another") }
            return (read(field, of: owner, narrow: narrow, text: text), GatheredValues.form(of: kind))
        }
        guard let field = owner.field(step.relation), let target = layouts[step.module.name] else {
            throw unknown("a module that the store holds, not \"\(step.module.name)\"")
        }
        let level = path.steps.count - steps.count + 1
        let name = "r\(level)"
        let inner = try column(steps.dropFirst(), of: target, narrow: name, text: nil)
        let link = try links(field, of: owner, narrow: narrow, text: text)
        let table = "\(SQLite.quoted(target.table)) AS \(name)"
        guard field.storage.element != nil else {
            return ("(SELECT \(inner.sql) FROM \(table) WHERE \(name).id = \(link))", inner.form)
        }
        return (
            "(SELECT quire_gather(\(link), \(name).id, \(inner.sql), '\(inner.form)') "
                + "FROM json_each(\(link)) AS e\(level) CROSS JOIN \(table) ON \(name).id = e\(level).value)",
            GatheredValues.listForm
        )
    }

    /// The id that a relation names, or a JSON list of ids.
    private func links(
        _ field: FieldLayout, of owner: ModuleLayout, narrow: String, text: String?
    ) throws -> String {
        guard let table = field.objects else { return read(field, of: owner, narrow: narrow, text: text) }
        guard let rows = owner.objects.table(table) else {
            throw unknown("a list that the store holds, not \"\(field.name)\"")
        }
        let column = SQLite.quoted(field.column)
        return
            "(SELECT json_group_array(o.\(column)) FROM (SELECT o.\(column) FROM \(SQLite.quoted(table)) AS o "
            + "WHERE o.item = \(narrow).item AND o.\(column) IS NOT NULL "
            + "ORDER BY \(rows.positions.map { "o.\($0)" }.joined(separator: ", "))) AS o)"
    }

    /// A field's column. Long values have their own table.
    private func read(
        _ field: FieldLayout, of owner: ModuleLayout, narrow: String, text: String?
    ) -> String {
        let column = SQLite.quoted(field.column)
        if field.storage.isNarrow { return "\(narrow).\(column)" }
        if let text { return "\(text).\(column)" }
        return
            "(SELECT x.\(column) FROM \(SQLite.quoted(owner.textTable)) AS x WHERE x.item = \(narrow).item)"
    }

    private func unknown(_ expected: String) -> QueryError {
        QueryError(
            .unknownProperty, module: path.steps.last?.module.name ?? "",
            node: "\"\(path.joinedName)\" in the selection", expected: expected)
    }
}
#endif
