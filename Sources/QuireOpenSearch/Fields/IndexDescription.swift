import Foundation
import QuireCluster
import QuireCore

/// What a server says of the index behind a module's name.
struct IndexDescription: Sendable {
    /// The indices behind the name. One, unless another program spreads a module over several.
    let indices: [String]
    let state: IndexState
    /// The names of all mapped fields. `nil` if the credentials do not allow reading them.
    let fields: Set<String>?

    /// The description of an index that nobody may look at.
    static let unknown = IndexDescription(indices: [], state: .prepared, fields: nil)

    /// Throws an error if the index lacks a field of the search: for the server, no document would match it.
    func check(_ search: CompiledSearch, alsoUsing others: [IndexedField] = []) throws(CollectionError) {
        guard case .prepared = state, let fields, let index = indices.first, !search.names.fits(index) else {
            return
        }
        let missing = (search.namedFields + others).filter { field in
            !field.shadows.allSatisfy { fields.contains(field.name(of: $0)) }
        }
        guard missing.isEmpty else {
            throw search.names.otherSchema(
                index, lacking: missing.map { "\"\($0.descriptor.name)\"" }.joined(separator: ", "))
        }
    }
}

/// The descriptions of modules' indices, each read on first use, and again when it is old or a search contradicts it.
actor IndexDescriptions {
    private struct Held {
        var description: IndexDescription
        var end: ContinuousClock.Instant
    }

    private let administration: IndexAdministration
    private var held: [String: Held] = [:]
    private var reading: [String: Task<IndexDescription, any Error>] = [:]
    /// The states, for compiling without waiting.
    nonisolated let states = IndexStates()

    /// How long a description is used. Other programs may change an index at any time.
    private static let lifetime = Duration.seconds(60)

    init(_ administration: IndexAdministration) { self.administration = administration }

    /// - Parameter isFresh: Whether to read it again.
    /// - Throws: `CollectionError` if there is no such index, or if it has items that searches do not find.
    func description(of layout: IndexLayout, isFresh: Bool = false) async throws -> IndexDescription {
        let name = layout.names.alias
        if !isFresh, let held = held[name], held.end > .now { return held.description }
        // Those who ask at the same time share an answer.
        let task = reading[name] ?? Task { try await administration.description(of: layout) }
        reading[name] = task
        defer { reading[name] = nil }
        let description = try await task.value
        held[name] = Held(description: description, end: .now + Self.lifetime)
        states.set(description.state, of: name, until: .now + Self.lifetime)
        return description
    }

    /// Reads the description again when it is needed next.
    func forget(_ layout: IndexLayout) {
        held[layout.names.alias] = nil
        states.forget(layout.names.alias)
    }
}

/// The last known states of indices.
final class IndexStates: @unchecked Sendable {
    private let lock = NSLock()
    private var states: [String: (state: IndexState, end: ContinuousClock.Instant)] = [:]

    /// The state of the index with this alias. One that was never looked at counts as prepared.
    subscript(alias: String) -> IndexState { lock.withLock { states[alias]?.state ?? .prepared } }

    /// Whether the description need not be read again.
    func isCurrent(_ alias: String) -> Bool {
        lock.withLock { states[alias].map { $0.end > .now } ?? false }
    }

    func set(_ state: IndexState, of alias: String, until end: ContinuousClock.Instant) {
        lock.withLock { states[alias] = (state, end) }
    }

    func forget(_ alias: String) { lock.withLock { states[alias]?.end = .now } }
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
