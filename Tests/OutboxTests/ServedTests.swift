#if SQLite
import Foundation
import Quire
import QuireHALO
import QuireHTTP
import QuireSync
import QuireStore
import SampleModules
import Testing
import TransportDoubles

import QuireServer

/// An outbox with the development server, on a port of this machine.
struct ServedShelf: Sendable {
    /// The server's faults for the next writes, in order.
    final class Faults: @unchecked Sendable {
        private let lock = NSLock()
        private var faults: [Delivery.Fault?] = []
        private var seen: [String] = []

        /// The received writes, as method and last path component.
        var requests: [String] { lock.withLock { seen } }

        func next(_ faults: [Delivery.Fault?]) { lock.withLock { self.faults += faults } }

        func fault(_ request: ServedRequest) -> Delivery.Fault? {
            let isWrite =
                request.path.contains("/instance") && !request.path.hasSuffix("/search")
                && !request.path.hasSuffix("/sync")
            guard isWrite else { return nil }
            return lock.withLock {
                seen.append("\(request.method) \(request.path.split(separator: "/").last ?? "")")
                return faults.isEmpty ? nil : faults.removeFirst()
            }
        }
    }

    let store: Store
    let served: Store
    let server: DevelopmentServer
    let faults = Faults()
    let halo: HALOEngine
    let outbox: Outbox
    let sync: ContentSync

    init() async throws {
        let modules = [Books.descriptor, Authors.descriptor]
        served = try await Store(.memory, modules: modules)
        store = try await Store(.memory, modules: modules)
        var options = DevelopmentServer.Options()
        options.faults = { [faults] in faults.fault($0) }
        server = try DevelopmentServer(
            store: served, modules: modules.map { ServedModule($0) }, options: options)
        try await server.start()
        // Retries by itself: an outbox still sends each write once.
        halo = HALOEngine(
            baseURL: server.url,
            settings: .init(
                timeout: .seconds(900), retries: RetryPolicy(maximumAttempts: 3, baseDelay: .milliseconds(1)))
        )
        outbox = try await halo.outbox(in: store)
        sync = ContentSync(from: halo, into: store)
    }

    var content: ContentClient { ContentClient(engine: outbox.engine) }
    var remote: ContentClient { ContentClient(engine: halo) }

    func book(_ id: String) async throws -> Book? {
        try await content.fetch(Books.query().ids([ContentID(id)])).first
    }

    func servedBook(_ id: String) async throws -> Book? {
        try await remote.fetch(Books.query().ids([ContentID(id)])).first
    }

    /// Runs the body, and stops the server in any case.
    static func run(_ body: (ServedShelf) async throws -> Void) async throws {
        let shelf = try await ServedShelf()
        do {
            try await body(shelf)
        } catch {
            await shelf.server.stop()
            throw error
        }
        await shelf.server.stop()
    }
}

@Suite("Outbox: over HTTP to the development server")
struct ServedTests {
    @Test(
        "With lost responses and failing servers, every write is carried out once",
        .timeLimit(.minutes(10)))
    func faults() async throws {
        try await ServedShelf.run { shelf in
            let book = try await shelf.content.create(Shelf.draft("Emma"))
            let id = book.id.rawValue
            try await shelf.content.update(book, with: Shelf.reranking(1))
            try await shelf.content.update(ContentID<Books>(id), with: Shelf.retitling("Emma II"))
            let other = try await shelf.content.create(Shelf.draft("Other"))
            try await shelf.content.delete(other)
            // Each write meets every fault before it gets a response.
            let troubles: [Delivery.Fault?] = [
                .drop, .reset, .respond(status: 503, headers: [:]), .respond(status: 429, headers: [:]),
                .respond(status: 401, headers: [:]), .dropResponse, nil,
            ]
            for _ in 0..<5 { shelf.faults.next(troubles) }
            var rounds = 0
            while try await shelf.outbox.send().left > 0 {
                rounds += 1
                try #require(rounds < 100)
            }
            // If the engine retried by itself, as its settings say, there would be a third of the rounds. (The
            // system's loader may retry once if a reused connection is closed.)
            #expect(rounds > 20)
            #expect(shelf.faults.requests.count == 35)
            let served = try #require(try await shelf.servedBook(id))
            #expect(served.title == "Emma II")
            #expect(served.rank == 1)
            // Created, and updated twice.
            #expect(served.metadata.revision == 2)
            #expect(try await shelf.servedBook(other.id.rawValue)?.metadata.revision == 1)
            #expect(try await shelf.servedBook(other.id.rawValue)?.deletedAt != nil)
            #expect(try await shelf.book(id) == served)
            #expect(try await shelf.content.count(Books.query()) == 1)
        }
    }

    @Test(
        "A conflict over HTTP has both versions, and each resolution is carried out", .timeLimit(.minutes(10))
    )
    func conflicts() async throws {
        try await ServedShelf.run { shelf in
            for (id, resolution, title, rank) in [
                ("1", ConflictResolution<Books>.keepMine, "Mine", 5 as Int?),
                ("2", .takeTheirs, "Theirs", nil),
                (
                    "3",
                    .merge { mine, theirs in
                        var merged = theirs
                        merged.rank = mine.rank
                        return merged
                    }, "Theirs", 5
                ),
            ] {
                try await shelf.remote.create(Shelf.draft("Emma"), id: ContentID(id))
                try await shelf.sync.sync(Books.self)
                var mine = try #require(try await shelf.book(id))
                mine.title = "Mine"
                mine.rank = 5
                try await shelf.content.save(mine)
                try await shelf.remote.update(ContentID<Books>(id), with: Shelf.retitling("Theirs"))
                #expect(try await shelf.outbox.send().conflicts == 1)
                let conflict = try #require(try await shelf.outbox.conflicts(Books.self).first)
                #expect(conflict.mine?.title == "Mine")
                #expect(conflict.theirs?.title == "Theirs")
                #expect(conflict.original?.title == "Emma")
                try await shelf.outbox.resolve(conflict, by: resolution)
                #expect(try await shelf.outbox.send().left == 0)
                #expect(try await shelf.servedBook(id)?.title == title)
                #expect(try await shelf.servedBook(id)?.rank == rank)
                #expect(try await shelf.book(id)?.title == title)
            }
        }
    }

    @Test("An item deleted on the server is restored by keeping mine", .timeLimit(.minutes(10)))
    func comesBack() async throws {
        try await ServedShelf.run { shelf in
            try await shelf.remote.create(Shelf.draft("Emma"), id: "1")
            try await shelf.sync.sync(Books.self)
            try await shelf.content.update(ContentID<Books>("1"), with: Shelf.reranking(4))
            try await shelf.remote.delete(ContentID<Books>("1"))
            try await shelf.sync.sync(Books.self)
            // The sync found it; the local version stays visible.
            #expect(try await shelf.book("1")?.rank == 4)
            let conflict = try #require(try await shelf.outbox.conflicts(Books.self).first)
            #expect(conflict.isGone)
            #expect(try await shelf.outbox.send().conflicts == 1)
            try await shelf.outbox.resolve(conflict, by: .keepMine)
            #expect(try await shelf.outbox.send().left == 0)
            #expect(try await shelf.servedBook("1")?.deletedAt == nil)
            #expect(try await shelf.servedBook("1")?.rank == 4)
            try await shelf.sync.sync(Books.self)
            #expect(try await shelf.book("1")?.rank == 4)
        }
    }

    @Test("Values that the server rejects are reported with their fields", .timeLimit(.minutes(10)))
    func refused() async throws {
        try await ServedShelf.run { shelf in
            var draft = Books.Draft()
            draft.age = .set(1)
            draft.metadata.publishedAt = .set(Date(timeIntervalSince1970: 1))
            let id = try await shelf.content.create(incomplete: draft)
            #expect(try await shelf.outbox.send().refused == 1)
            let failure = try #require(try await shelf.outbox.pending().first?.failure)
            #expect(failure.reason == .invalid)
            #expect(failure.fields.map(\.name).contains("title"))
            // The missing value is written, and the complete item is sent.
            var rest = Shelf.draft("Emma")
            rest.age = .set(2)
            try await shelf.content.update(id, with: rest)
            #expect(try await shelf.outbox.send().left == 0)
            #expect(try await shelf.servedBook(id.rawValue)?.title == "Emma")
        }
    }
}
#endif
