import Foundation
import QuireCluster
import QuireCore
import QuireHTTP

/// Checks that the index that was searched has the fields that the search uses.
///
/// The server does not report missing fields: no document matches them, and facets on them are empty. That would be a
/// wrong result if the index was created for another schema and the new index has not been prepared yet.
struct SchemaCheck: Sendable {
    let connection: ClusterConnection
    let seen: SeenIndices

    /// - Parameters:
    ///   - search: The search that was run.
    ///   - index: The index of the first hit; `nil` if there is none.
    ///   - others: Fields that were used beside those of the search.
    /// - Throws: `CollectionError` if the index lacks a field of the search. There is no check if the credentials do
    ///   not allow reading the names of fields.
    func check(
        _ search: CompiledSearch, ofIndex index: String?, alsoUsing others: [IndexedField] = []
    ) async throws {
        if let index, search.names.fits(index) { return }
        let marks = others.isEmpty ? search.fieldsOfFilters : nil
        let seenFields = search.layout.seenFields
        if let marks, seenFields.has(marks, in: index ?? search.names.base) { return }
        let fields = search.namedFields + others
        if fields.isEmpty || seen.has(fields, in: index ?? search.names.base) {
            if let marks { seenFields.add(marks, in: index ?? search.names.base) }
            return
        }
        let response: JSONValue
        do {
            response = try await connection.send(Self.call(search, fields))
        } catch let error as OpenSearchError where [401, 403].contains(error.status) {
            return
        } catch let error as CollectionError where error.reason == .missing {
            // The index has just been replaced, after the search.
            return
        }
        guard let index = response["indices"]?.elements?.first?.string else { return }
        let known = Set((response["fields"]?.members ?? []).map(\.name))
        seen.add(known, in: search.names.fits(index) ? search.names.base : index)
        let missing = fields.filter { field in
            !field.shadows.allSatisfy { known.contains(field.name(of: $0)) }
        }
        guard missing.isEmpty else {
            throw search.names.otherSchema(
                index, lacking: missing.map { "\"\($0.descriptor.name)\"" }.joined(separator: ", "))
        }
    }

    /// Explains an error of a search: unlike filters, sorting by a missing field is an error for the server.
    func explained(_ error: any Error, of search: CompiledSearch) async -> any Error {
        guard (error as? OpenSearchError)?.status == 400 else { return error }
        do {
            try await check(search, ofIndex: nil)
        } catch let reason as CollectionError {
            return reason
        } catch {
            // Keeps the server's error.
        }
        return error
    }

    private static func call(
        _ search: CompiledSearch, _ fields: [IndexedField]
    ) -> ClusterConnection.Call {
        let patterns = fields.map { $0.physicalName + "_*" }.joined(separator: ",")
        return ClusterConnection.Call(
            .get, "/\(search.names.alias)/_field_caps",
            query: [("fields", patterns.utf8.count <= longestList ? patterns : "v*")],
            intent: .read, "look up the fields of \(search.names.alias)")
    }

    /// The maximum length of a list of fields: servers reject a request whose first line is longer than 4 KiB.
    private static let longestList = 2_000
}

/// The known fields of indices. An index that Quire created never loses a field.
final class SeenIndices: @unchecked Sendable {
    private let lock = NSLock()
    private var names: [String: Set<String>] = [:]
    /// The fields of modules that the indices have completely.
    private var fields: [String: Set<IndexedField>] = [:]

    /// Whether an index has all shadows of some fields.
    func has(_ wanted: [IndexedField], in index: String) -> Bool {
        lock.withLock {
            let known = fields[index] ?? []
            for field in wanted where !known.contains(field) {
                guard let names = names[index] ?? (field.shadows.isEmpty ? [] : nil),
                    field.shadows.allSatisfy({ names.contains(field.name(of: $0)) })
                else { return false }
                fields[index, default: []].insert(field)
            }
            return true
        }
    }

    func add(_ added: Set<String>, in index: String) {
        lock.withLock { names[index, default: []].formUnion(added) }
    }
}

extension CompiledSearch {
    /// The fields used by filters, refinements, relations, facets, sort order and full-text search, each once.
    var namedFields: [IndexedField] {
        var fields: [IndexedField] = []
        for (field, _) in search.related { fields.append(field) }
        for (_, field) in search.facets { fields.append(field) }
        for key in search.sort { fields.append(key.field) }
        for filter in search.filters { filter.add(to: &fields) }
        for (_, filter) in search.refinements { filter.add(to: &fields) }
        if search.text != nil { fields += search.searchedFields }
        var named: [IndexedField] = []
        for field in fields where !field.isMetadata && !named.contains(where: { $0 === field }) {
            named.append(field)
        }
        return named
    }
}

extension IndexedFilter {
    fileprivate func add(to fields: inout [IndexedField]) {
        switch self {
        case .filter(let filter, let tested): Self.add(filter, tested, to: &fields)
        case .paths(let field, _, _): fields.append(field)
        }
    }

    private static func add(_ filter: Filter, _ tested: IndexedFields, to fields: inout [IndexedField]) {
        switch filter {
        case .and(let operands), .or(let operands):
            for operand in operands { add(operand, tested, to: &fields) }
        case .leaf(let leaf): if let field = tested[leaf.property] { fields.append(field) }
        case .any, .none: break
        }
    }
}
