import Foundation
import QuireCluster
import QuireCore
import QuireHTTP

/// Sees to it that the fields that a search names are there in the index that has answered.
///
/// To the server a field that an index does not have is no mistake: nothing meets it, and its facet is empty. Where an
/// index was made for another schema, and the new one is not prepared yet, that would be a wrong answer.
struct SchemaCheck: Sendable {
    let connection: ClusterConnection
    let seen: SeenIndices

    /// - Parameter index: Where the first hit is; `nil` where there is none.
    /// - Throws: `CollectionError` where the index has not all that the search names. Whether it has is not known, and
    ///   not asked for, where the credentials may not read the names of fields.
    func check(_ search: CompiledSearch, answeredBy index: String?) async throws {
        if let index, search.names.fits(index) { return }
        let fields = search.namedFields
        let wanted = fields.flatMap { field in field.shadows.map { field.name(of: $0) } }
        if wanted.isEmpty || seen.has(wanted, in: index ?? search.names.base) { return }
        let answer: JSONValue
        do {
            answer = try await connection.send(Self.call(search, fields))
        } catch let error as OpenSearchError where [401, 403].contains(error.status) {
            return
        } catch let error as CollectionError where error.reason == .missing {
            // It has just made room for another one; the search was answered before.
            return
        }
        guard let index = answer["indices"]?.elements?.first?.string else { return }
        let known = Set((answer["fields"]?.members ?? []).map(\.name))
        seen.add(known, in: search.names.fits(index) ? search.names.base : index)
        let missing = fields.filter { field in
            !field.shadows.allSatisfy { known.contains(field.name(of: $0)) }
        }
        guard missing.isEmpty else {
            throw search.names.otherSchema(
                index, lacking: missing.map { "\"\($0.descriptor.name)\"" }.joined(separator: ", "))
        }
    }

    /// The error of a search that the server has refused: orders by fields that it does not have, it does refuse.
    func explained(_ error: any Error, of search: CompiledSearch) async -> any Error {
        guard (error as? OpenSearchError)?.status == 400 else { return error }
        do {
            try await check(search, answeredBy: nil)
        } catch let reason as CollectionError {
            return reason
        } catch {
            // What the server said stands.
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

    /// Servers take no first line of a request that is longer than 4 KiB.
    private static let longestList = 2_000
}

/// Fields that are known to be in indices: an index that Quire has made keeps its fields as long as it lives.
final class SeenIndices: @unchecked Sendable {
    private let lock = NSLock()
    private var fields: [String: Set<String>] = [:]

    func has(_ names: [String], in index: String) -> Bool {
        lock.withLock { fields[index]?.isSuperset(of: names) ?? false }
    }

    func add(_ names: Set<String>, in index: String) {
        lock.withLock { fields[index, default: []].formUnion(names) }
    }
}

extension CompiledSearch {
    /// The values' fields that filters, refinements, relations, facets, order and full text name, each once.
    var namedFields: [IndexedField] {
        var fields = search.related.map(\.field) + search.facets.map(\.field) + search.sort.map(\.field)
        for filter in search.filters + search.refinements.map(\.filter) { filter.add(to: &fields) }
        if search.text != nil { fields += search.searchedFields }
        var seen: Set<Int> = []
        return fields.filter { !$0.isMetadata && seen.insert($0.ordinal).inserted }
    }
}

extension IndexedFilter {
    fileprivate func add(to fields: inout [IndexedField]) {
        switch self {
        case .all(let parts), .any(let parts): for part in parts { part.add(to: &fields) }
        case .test(let field, _, _, _), .paths(let field, _, _): fields.append(field)
        }
    }
}
