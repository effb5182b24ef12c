#if SQLite
import Foundation
import QuireCore
import QuireSync

extension CacheableEngine {
    /// Wraps this engine so that its responses are stored in a table of the store's file, and reused while offline.
    ///
    /// ```swift
    /// let content = ContentClient(engine: halo.offline(in: store))
    /// let page = try await content.fetch(Books.query().where(\.age >= 18))
    /// if case .stored(let date) = page.origin { print("as of \(date)") }
    /// ```
    public func offline(
        in store: Store, policy: OfflinePolicy = .networkElseStored
    ) -> OfflineEngine<Self> {
        offline(in: store.responses, policy: policy)
    }

    /// Wraps this engine so that its responses are stored in the store and reused while offline, with custom settings.
    public func offline(in store: Store, settings: OfflineSettings) -> OfflineEngine<Self> {
        offline(in: store.responses, settings: settings)
    }
}

extension OfflineData {
    /// Stores the responses of any calls in a table of the store's file.
    public init(in store: Store, settings: OfflineSettings = OfflineSettings()) {
        self.init(cache: store.responses, settings: settings)
    }
}

extension Store {
    /// The stored responses, in a table of the file.
    package var responses: StoredResponses { StoredResponses(store: self) }
}

/// The stored responses of a server, in a table of a store's file.
package struct StoredResponses: ResponseCache {
    let store: Store

    package func response(for key: String) async throws -> CachedResponse? {
        try await store.readers.withConnection { try CacheTable(connection: $0).response(for: key) }
    }

    package func save(_ response: CachedResponse, at now: Date) async throws {
        try await change("save a response") { table in
            try table.removeExpired(at: now)
            try table.save(response)
        }
    }

    package func removeExpiredResponses(at now: Date) async throws {
        try await change("remove expired responses") { try $0.removeExpired(at: now) }
    }

    package func removeResponses(tag: String?) async throws {
        try await change("remove responses") { try $0.remove(tag: tag) }
    }

    private func change(_ action: String, _ body: @Sendable (CacheTable) throws -> Void) async throws {
        try await store.transaction(action) { transaction in
            try body(CacheTable(connection: transaction.connection))
        }
    }
}

/// The table of responses.
private struct CacheTable {
    let connection: Connection

    func response(for key: String) throws -> CachedResponse? {
        try connection.withStatement("SELECT tag, saved, expires, data FROM quire_cache WHERE key = ?") {
            row in
            try row.bind(.text(key), at: 1)
            guard try row.step() else { return nil }
            guard case .blob(let bytes) = row.value(3) else { return nil }
            return CachedResponse(
                key: key, tag: row.optionalText(0), savedAt: date(row.integer(1)),
                expiresAt: date(row.integer(2)), data: Data(bytes))
        }
    }

    func save(_ response: CachedResponse) throws {
        try connection.run(
            "REPLACE INTO quire_cache (key, tag, saved, expires, data) VALUES (?, ?, ?, ?, ?)",
            [
                .text(response.key), response.tag.map { .text($0) } ?? .null,
                .integer(response.savedAt.milliseconds), .integer(response.expiresAt.milliseconds),
                .blob([UInt8](response.data)),
            ])
    }

    func removeExpired(at now: Date) throws {
        // The same rule as `CachedResponse.isGood(at:)`.
        try connection.run(
            "DELETE FROM quire_cache WHERE expires <= ?1 OR saved - ?1 > expires - saved",
            [.integer(now.milliseconds)])
    }

    func remove(tag: String?) throws {
        if let tag {
            try connection.run("DELETE FROM quire_cache WHERE tag = ?", [.text(tag)])
        } else {
            try connection.run("DELETE FROM quire_cache")
        }
    }

    private func date(_ milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
#endif
