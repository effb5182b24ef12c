import Foundation

/// What of Core Spotlight an index needs; one operation at a time.
protocol SpotlightConnection: Sendable {
    /// What the last batch left; `nil` where the index has taken none, or has lost them.
    func clientState() async throws -> Data?

    /// Writes and removes items in one batch.
    ///
    /// - Parameter expected: The state that the index must have still, where the system can compare it.
    func write(
        _ items: [SpotlightEntry], deleting identifiers: [String], expected: Data?, state: Data
    ) async throws

    /// Removes all items of a domain.
    func delete(domain: String) async throws
}

/// An item with what identifies it.
struct SpotlightEntry: Sendable, Hashable {
    var identifier: String
    var domain: String
    var item: SpotlightItem
}

/// A Spotlight index through its life: whose content it holds, and which batch comes next.
///
/// Several types share an index, and so its state.
actor SpotlightSession {
    let formatter: IdentifierFormatter
    private let connection: any SpotlightConnection
    /// Ours; `nil` until the index was asked.
    private var state: SpotlightClientState?
    /// What the index has, byte for byte; for the comparison.
    private var stored: Data?

    init(_ connection: any SpotlightConnection, formatter: IdentifierFormatter) {
        self.connection = connection
        self.formatter = formatter
    }

    /// Whose content the index holds: another token than last time is an index without our content.
    var token: String {
        get async throws { try await current().token }
    }

    private func current() async throws -> SpotlightClientState {
        if let state { return state }
        let data = try await connection.clientState()
        let state = data.flatMap(SpotlightClientState.init) ?? SpotlightClientState()
        stored = data
        self.state = state
        return state
    }

    /// - Throws: `IndexingError.lost` where the index was emptied, or filled by someone else, since the last batch.
    func write(_ items: [SpotlightEntry], deleting identifiers: [String], type: String) async throws {
        let state = try await current()
        let next = state.next
        do {
            try await connection.write(items, deleting: identifiers, expected: stored, state: next.data)
        } catch {
            // Who else was here? After a lost answer it was this batch.
            let found = try await connection.clientState()
            defer { stored = found }
            if let found, let other = SpotlightClientState(found), other.token == state.token {
                self.state = other
                throw error
            }
            // Nobody has written at all yet.
            if found == nil, state.batches == 0 { throw error }
            throw IndexingError.lost(type: type)
        }
        self.state = next
        stored = next.data
    }

    func delete(domain: String) async throws { try await connection.delete(domain: domain) }
}
