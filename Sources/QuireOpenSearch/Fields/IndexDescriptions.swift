import Foundation
import QuireCluster
import QuireCore

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
        // Those who ask at the same time share one reading.
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
