#if SQLite
import Foundation
import Quire
import QuireSearch
import QuireStore
import QuireTesting
import SampleModules
import Seeds
import Testing
import TransportDoubles

import QuireEngine

@Suite("Sessions whose results follow the content", .timeLimit(.minutes(10)))
struct UpdatedSessionTests {
    private typealias Session = SearchSession<Books>
    private static let live = Session.Options(pacing: .immediate, updates: .live)

    private static func book(_ id: String, _ title: String, rank: Int = 0) -> Book {
        Book(id: ContentID(id), values: .init(title: title, age: 1, rank: rank))
    }

    private static func engine(_ titles: [String]) async -> InMemoryEngine {
        let engine = InMemoryEngine()
        await engine.add(Books.self, titles.map { book($0, $0) })
        return engine
    }

    private static func titles(_ state: SearchState<Books>) -> [String] { state.items.map(\.title) }

    @Test("A commit changes items, total and facets; the search, its text and its phase stay")
    func following() async throws {
        let engine = await Self.engine(["Whale A", "Whale C", "Emma"])
        let session = Session(Books.query().sort(by: \.title).facet(\.rank), on: engine, options: Self.live)
        let events = session.events
        session.type("whale")
        var state = await session.settled()
        #expect(Self.titles(state) == ["Whale A", "Whale C"])
        await engine.add(Books.self, [Self.book("b", "Whale B", rank: 7)])
        try await eventually("the new book") { Self.titles(session.state).contains("Whale B") }
        state = session.state
        #expect(Self.titles(state) == ["Whale A", "Whale B", "Whale C"])
        #expect(state.total == 3 && state.number == 1 && state.draft.text == "whale")
        #expect(state.phase.word == "loaded" && !state.isStale && !state.isPreliminary)
        #expect(state.facet(\.rank).map { "\($0.value) \($0.count)" }.sorted() == ["0 2", "7 1"])
        #expect(state.highlight("Whale B").marked("<", ">") == "<Whale> B")
        #expect(await Self.lines(events, 3) == ["started 1", "delivered 1", "updated 1"])
    }

    @Test("A search sends one request, and a commit that does not affect it none")
    func cost() async throws {
        let engine = await Self.engine(["A", "B"])
        let counter = Counter()
        let query = Books.query().where(\.rank == 0).sort(by: \.title)
        let session = Session(query, on: engine.observed(by: counter), options: Self.live)
        session.search()
        await session.settled()
        #expect(counter.value == 1)
        let revision = session.state.revision
        await engine.add(Books.self, [Self.book("z", "Z", rank: 1)])
        await engine.add(Books.self, [Self.book("c", "C")])
        try await eventually("the new book") { session.state.items.count == 3 }
        #expect(counter.value == 2)
        #expect(session.state.revision == revision + 1)
    }

    @Test("All loaded pages are of one state: no book is missing or repeated while others are written")
    func pages() async throws {
        for seed in 0..<6 {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(
                "\(UUID().uuidString).sqlite")
            defer {
                for end in ["", "-wal", "-shm"] {
                    try? FileManager.default.removeItem(atPath: file.path + end)
                }
            }
            let store = try await Store(
                seed.isMultiple(of: 2) ? .memory : .file(file.path), modules: [Books.descriptor])
            let content = ContentClient(engine: store)
            let query = Books.query().sort(by: \.title).page(1, size: 4)
            var random = SeededGenerator(seed: Seed.current &+ UInt64(seed))
            let session = Session(query, on: store, options: Self.live)
            let states = session.states
            // The committed states, in order: the books by title.
            let committed = Committed()
            let watching = Task {
                var position = 0
                for await state in states where state.number > 0 && state.loadingPages.isEmpty {
                    let shown = Self.titles(state)
                    let whole = committed.states
                    let found = (position..<whole.count).first {
                        Array(whole[$0].prefix(shown.count)) == shown && whole[$0].count == state.total
                            && (shown.count == whole[$0].count || shown.count >= 4)
                    }
                    guard let found else { return "\(shown), \(state.total ?? -1) is no committed state" }
                    position = found
                    if whole[position].last == "end" { return "complete" }
                }
                return "ended"
            }
            session.search()
            await session.settled()
            for step in 0..<120 {
                var books = committed.states.last ?? []
                if books.isEmpty || Int.random(in: 0..<3, using: &random) > 0 {
                    let title = "\(UInt16.random(in: 10_000...60_000, using: &random)).\(step)"
                    books.append(title)
                    committed.add(books.sorted())
                    try await content.create(Self.draft(title), id: ContentID(title))
                } else if let title = books.randomElement(using: &random) {
                    committed.add(books.filter { $0 != title })
                    try await content.delete(ContentID<Books>(title))
                }
                if step.isMultiple(of: 7) { session.loadMore() }
            }
            let last = (committed.states.last ?? []) + ["end"]
            committed.add(last)
            try await content.create(Self.draft("end"), id: ContentID("end"))
            try await eventually("all books") {
                session.loadMore()
                return Self.titles(session.state) == last
            }
            #expect(await watching.value == "complete")
            await store.close()
        }
    }

    @Test("The pages of a result that shrinks are removed; a result that grows has more")
    func sizes() async throws {
        let engine = await Self.engine((10..<20).map(String.init))
        let query = Books.query().sort(by: \.title).page(1, size: 3)
        let session = Session(query, on: engine, options: Self.live)
        session.search()
        await session.settled()
        for _ in 0..<3 {
            session.loadMore()
            await session.settled()
        }
        #expect(session.state.pages.loadedPages == [1, 2, 3, 4])
        await engine.remove(ContentID<Books>("10"))
        try await eventually("nine books") { session.state.total == 9 }
        #expect(session.state.pages.loadedPages == [1, 2, 3] && !session.state.hasMore)
        await engine.removeAll()
        try await eventually("no books") { session.state.total == 0 }
        #expect(session.state.items.isEmpty && session.state.pages.isEmpty)
        await engine.add(Books.self, (10..<20).map { Self.book("\($0)", "\($0)") })
        try await eventually("ten books") { session.state.total == 10 }
        #expect(Self.titles(session.state) == ["10", "11", "12"] && session.state.hasMore)
    }

    @Test("Positions that are visible get their books when a result grows")
    func visible() async throws {
        let engine = await Self.engine(["10"])
        let query = Books.query().sort(by: \.title).page(1, size: 5)
        let session = Session(query, on: engine, options: Self.live)
        session.search()
        await session.settled()
        session.itemShown(at: 0)
        await engine.add(Books.self, (11..<40).map { Self.book("\($0)", "\($0)") })
        try await eventually("the first books") { session.state.items.count == 5 }
        session.itemShown(at: 12)
        try await eventually("the books around position 12") { session.state.pages[12] != nil }
        #expect(session.state.pages[12]?.title == "22")
    }

    @Test("A removed book stays hidden in updates until it is restored")
    func removed() async throws {
        let engine = await Self.engine(["A", "B"])
        let session = Session(Books.query().sort(by: \.title), on: engine, options: Self.live)
        session.search()
        await session.settled()
        session.remove(ContentID("A"))
        await engine.add(Books.self, [Self.book("C", "C")])
        try await eventually("the new book") { Self.titles(session.state) == ["B", "C"] }
        session.restore(ContentID("A"))
        #expect(Self.titles(session.state) == ["A", "B", "C"])
    }

    @Test("A search that finds nothing loses its suggested correction when its book is added, on any engine")
    func spelling() async throws {
        // The vocabulary of a store in memory has the same connection as the snapshot of the pages.
        let store = try await Store(.memory, modules: [Books.descriptor])
        let memory = InMemoryEngine()
        let engines: [any SpellingEngine & WritableEngine] = [store, memory]
        for engine in engines {
            let content = ContentClient(engine: engine)
            try await content.create(Self.draft("Moby Dick"))
            let session = Session(
                Books.query(), source: EngineSource(content).didYouMean(from: engine), options: Self.live)
            session.edit { $0.toleratesTypos = false }
            session.type("moyb")
            #expect(await session.settled().didYouMean?.text == "moby")
            try await content.create(Self.draft("Moyb"))
            try await eventually("the book") { !session.state.items.isEmpty }
            #expect(session.state.didYouMean == nil && session.state.total == 1)
        }
    }

    @Test("Only the shown results are followed, and nothing is after the session has ended")
    func ending() async throws {
        let engine = await Self.engine(["A"])
        do {
            let session = Session(Books.query(), on: engine, options: Self.live)
            for text in ["a", "b", "a", ""] {
                session.type(text)
                await session.settled()
            }
            try await eventually("one watcher") { engine.commits.watcherCount == 1 }
            session.reset()
            try await eventually("no watcher") { engine.commits.watcherCount == 0 }
            session.search()
            await session.settled()
            #expect(engine.commits.watcherCount == 1)
            session.use(await Self.engine(["B"]))
            try await eventually("no watcher") { engine.commits.watcherCount == 0 }
            #expect(Self.titles(session.state) == ["A"] && session.state.isStale)
            session.use(engine)
            session.search()
            await session.settled()
            #expect(engine.commits.watcherCount == 1)
        }
        try await eventually("no watcher") { engine.commits.watcherCount == 0 }
    }

    @Test("A result is followed while a newer search is in flight, and after it has failed")
    func beside() async throws {
        let engine = await Self.engine(["A"])
        let session = Session(Books.query().sort(by: \.title), on: engine, options: Self.live)
        session.search()
        await session.settled()
        await engine.failNext(with: URLError(.timedOut))
        session.search()
        #expect(await session.settled().phase.error is URLError)
        await engine.add(Books.self, [Self.book("B", "B")])
        try await eventually("the new book") { Self.titles(session.state) == ["A", "B"] }
        #expect(session.state.phase.error is URLError && session.state.isStale)
        session.retry()
        let state = await session.settled()
        #expect(state.phase.word == "loaded" && !state.isStale)
    }

    @Test("An update that fails keeps the items and shows the error; retrying follows the content again")
    func failing() async throws {
        let engine = await Self.engine(["A"])
        let session = Session(Books.query().sort(by: \.title), on: engine, options: Self.live)
        session.search()
        await session.settled()
        await engine.failNext(with: URLError(.timedOut))
        await engine.add(Books.self, [Self.book("B", "B")])
        try await eventually("the error") { session.state.phase.error is URLError }
        #expect(Self.titles(session.state) == ["A"])
        session.retry()
        #expect(Self.titles(await session.settled()) == ["A", "B"])
        await engine.add(Books.self, [Self.book("C", "C")])
        try await eventually("the new book") { Self.titles(session.state) == ["A", "B", "C"] }
    }

    @Test(
        "An engine that does not report commits refuses before any request; with an interval it is asked again"
    )
    func polling() async throws {
        let memory = await Self.engine(["A"])
        let remote = HeldEngine(memory, holds: false) { $0.liveQueries = false }
        let refused = Session(Books.query(), on: remote, options: Self.live)
        refused.search()
        let error = try #require(await refused.settled().phase.error as? UnsupportedError)
        #expect(error.hint.contains("updates: .every(.seconds(30))"))
        #expect(remote.calls.isEmpty)
        let session = Session(
            Books.query().sort(by: \.title), on: remote,
            options: .init(pacing: .immediate, updates: .every(.milliseconds(5))))
        session.search()
        await session.settled()
        await memory.add(Books.self, [Self.book("B", "B")])
        try await eventually("the new book") { Self.titles(session.state) == ["A", "B"] }
        #expect(session.state.number == 1 && session.state.phase.word == "loaded")
    }

    @Test("On a mirrored engine, the mirror's results follow the mirror, and remote ones stay")
    func mirrored() async throws {
        let local = await Self.engine(["local"])
        let remote = HeldEngine(await Self.engine(["remote"]), holds: false) { $0.liveQueries = false }
        for strategy in [MirrorStrategy.localOnly, .localFirst] {
            let session = Session(
                Books.query().sort(by: \.title), on: remote.mirrored(by: local, strategy), options: Self.live)
            session.search()
            let state = await session.settled()
            #expect(state.origin == (strategy == .localOnly ? .local : .remote))
            await local.add(Books.self, [Self.book("new \(strategy)", "new")])
            if strategy == .localOnly {
                try await eventually("the new book") { Self.titles(session.state) == ["local", "new"] }
                #expect(session.state.origin == .local)
            } else {
                #expect(local.commits.watcherCount == 0)
                #expect(Self.titles(session.state) == ["remote"])
            }
        }
        // The remote engine is out of reach, so the mirror responds, and is followed.
        let broken = HeldEngine(await Self.engine([]))
        let session = Session(
            Books.query().sort(by: \.title), on: broken.mirrored(by: local), options: Self.live)
        session.search()
        try await broken.untilAsked(1)
        broken.release(.failure(Shop.outage))
        let before = await session.settled().items.count
        await local.add(Books.self, [Self.book("last", "z")])
        try await eventually("the new book") { session.state.items.count == before + 1 }
        #expect(session.state.failureOfOtherEngine == nil && session.state.origin == .local)
    }

    // MARK: Helpers

    private static func draft(_ title: String) -> Books.Draft {
        var draft = Books.Draft()
        draft.title = .set(title)
        draft.age = .set(1)
        draft.price = .set(1)
        draft.active = .set(true)
        return draft
    }

    private static func lines(_ events: AsyncStream<SearchEvent<Books>>, _ count: Int) async -> [String] {
        var lines: [String] = []
        for await event in events {
            lines.append(MachineScript.words(event))
            if lines.count == count { break }
        }
        return lines
    }

    /// The committed states. A state is added before its commit, so that nobody sees one that is missing here.
    private final class Committed: @unchecked Sendable {
        private let lock = NSLock()
        private var all: [[String]] = [[]]

        var states: [[String]] { lock.withLock { all } }

        func add(_ state: [String]) { lock.withLock { all.append(state) } }
    }

    /// Counts the requests of an engine.
    private final class Counter: RequestObserver, @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0

        var value: Int { lock.withLock { count } }

        func started(_ request: ObservedRequest) { lock.withLock { count += 1 } }

        func finished(_ request: ObservedRequest, _ summary: RequestSummary) {}

        func failed(_ request: ObservedRequest, _ error: any Error, after duration: Duration) {}
    }
}
#endif
