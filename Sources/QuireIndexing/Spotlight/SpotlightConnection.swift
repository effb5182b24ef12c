import Foundation

/// The part of Core Spotlight that an index needs. One operation at a time.
protocol SpotlightConnection: Sendable {
    /// The state that the last batch stored. `nil` if the index has never received a batch, or has lost its content.
    func clientState() async throws -> Data?

    /// Writes and deletes items in one batch.
    ///
    /// - Parameter expected: The state that the index must still have, if the system can compare it.
    func write(
        _ items: [SpotlightEntry], deleting identifiers: [String], expected: Data?, state: Data
    ) async throws

    /// Deletes all items of a domain.
    func delete(domain: String) async throws
}

/// An item with its identifier.
struct SpotlightEntry: Sendable, Hashable {
    var identifier: String
    var domain: String
    var item: SpotlightItem
}

/// The state of a Spotlight index: whose content it holds, and which batch comes next.
///
/// Several types share an index, and therefore its state.
actor SpotlightSession {
    let formatter: IdentifierFormatter
    private let connection: any SpotlightConnection
    /// Our state. `nil` until the index has been read.
    private var state: SpotlightClientState?
    /// The state stored in the index, byte for byte, for comparison.
    private var stored: Data?

    init(_ connection: any SpotlightConnection, formatter: IdentifierFormatter) {
        self.connection = connection
        self.formatter = formatter
    }

    /// Identifies the content of the index. A token that differs from last time means that our content is gone.
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

    /// - Throws: `IndexingError.lost` if the index was emptied, or filled by someone else, since the last batch.
    func write(_ items: [SpotlightEntry], deleting identifiers: [String], type: String) async throws {
        let state = try await current()
        let next = state.next
        do {
            try await connection.write(items, deleting: identifiers, expected: stored, state: next.data)
        } catch {
            // Find out who wrote last. After a lost response, it was this batch.
            let storedState = try await connection.clientState()
            defer { stored = storedState }
            if let storedState, let other = SpotlightClientState(storedState), other.token == state.token {
                self.state = other
                throw error
            }
            // No state was written yet.
            if storedState == nil, state.batches == 0 { throw error }
            throw IndexingError.lost(type: type)
        }
        self.state = next
        stored = next.data
    }

    func delete(domain: String) async throws { try await connection.delete(domain: domain) }
}
