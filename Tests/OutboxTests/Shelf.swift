#if SQLite
import Foundation
import Quire
import QuireSync
import QuireStore
import QuireTesting
import SampleModules
import Testing
import TransportDoubles

/// A store with an outbox, and a scripted remote.
struct Shelf: Sendable {
    let store: Store
    let remote: ScriptedRemote
    let outbox: Outbox
    let clock: ManualClock

    /// The kind of remote.
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case memory, store

        var testDescription: String { rawValue }

        func engine() async throws -> any WritableEngine {
            switch self {
            case .memory: InMemoryEngine()
            case .store: try await Store(.memory, modules: [Books.descriptor, Authors.descriptor])
            }
        }
    }

    init(_ kind: Kind = .memory, _ steps: [ScriptedRemote.Step] = []) async throws {
        let store = try await Store(.memory, modules: [Books.descriptor, Authors.descriptor])
        try await self.init(store, ScriptedRemote(try await kind.engine(), steps))
    }

    init(_ store: Store, _ remote: ScriptedRemote) async throws {
        self.store = store
        self.remote = remote
        clock = ManualClock()
        outbox = try await remote.outbox(in: store, settings: OutboxSettings(clock: clock.clock))
    }

    /// Writes through the outbox.
    var content: ContentClient { ContentClient(engine: outbox.engine) }
    /// The content on the server.
    var server: ContentClient { ContentClient(engine: remote.base) }

    /// Puts a book on the server and, as a sync would, into the store.
    @discardableResult
    func addBook(_ id: String, _ title: String) async throws -> Book {
        try await server.create(Self.draft(title), id: ContentID(id))
        let book = try #require(try await serverBook(id))
        try await store.upsert([book])
        return book
    }

    /// Changes a book on the server, as someone else.
    func changeOnServer(_ id: String, title: String) async throws {
        try await server.update(ContentID<Books>(id), with: Self.retitling(title))
    }

    func book(_ id: String) async throws -> Book? {
        try await content.fetch(Books.query().ids([ContentID(id)])).first
    }

    func serverBook(_ id: String) async throws -> Book? {
        try await server.fetch(Books.query().ids([ContentID(id)])).first
    }

    static func draft(_ title: String) -> Books.Draft {
        var draft = Books.Draft()
        draft.title = .set(title)
        draft.age = .set(1)
        draft.price = .set(2)
        draft.active = .set(true)
        return draft
    }

    static func retitling(_ title: String) -> Books.Draft {
        var draft = Books.Draft()
        draft.title = .set(title)
        return draft
    }

    static func reranking(_ rank: Int) -> Books.Draft {
        var draft = Books.Draft()
        draft.rank = .set(rank)
        return draft
    }
}
#endif
