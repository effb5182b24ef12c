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

/// The client state in a Spotlight index: whose content it holds, and the number of batches.
///
/// Spotlight's content cannot be read back, and the system may lose it. An index without our token is not the one that
/// was filled.
struct SpotlightClientState: Sendable, Hashable {
    /// The maximum length of a state in Spotlight.
    static let maximumLength = 250

    /// 32 hexadecimal digits.
    var token: String
    var batches: UInt64

    /// Creates a state that no index has yet.
    init() {
        let digits = (0..<2).map { _ in
            let half = String(UInt64.random(in: 0...UInt64.max), radix: 16)
            return String(repeating: "0", count: 16 - half.count) + half
        }
        token = digits.joined()
        batches = 0
    }

    /// - Returns: `nil` for a foreign state.
    init?(_ data: Data) {
        guard data.count <= Self.maximumLength else { return nil }
        let parts = String(decoding: data, as: UTF8.self).split(
            separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "quire1", parts[1].utf8.count == 32,
            parts[1].utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }),
            let batches = UInt64(parts[2])
        else { return nil }
        token = String(parts[1])
        self.batches = batches
    }

    var data: Data { Data("quire1 \(token) \(batches)".utf8) }

    /// The state after the next batch.
    var next: SpotlightClientState {
        var next = self
        next.batches &+= 1
        return next
    }
}
