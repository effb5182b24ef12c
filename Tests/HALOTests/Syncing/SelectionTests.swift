#if SQLite
import Foundation
import Quire
import QuireStore
import QuireTesting
import SampleModules
import Testing

@testable import QuireSync
@testable import QuireToolbox

/// A selection of an engine's content on the device, and when it is updated.
@Suite("Sync: selections and their schedule", .timeLimit(.minutes(10)))
struct SelectionTests {
    private let engine = InMemoryEngine()
    private let day = TimeInterval(86_400)

    /// Books with these ages; the id is the age.
    private func fill(_ ages: ClosedRange<Int>) async {
        await engine.add(
            Books.self,
            ages.map { Book(id: ContentID("\($0)"), values: .init(title: "book \($0)", age: $0)) })
    }

    private func titles(_ store: Store) async throws -> [String] {
        try await ContentClient(engine: store).fetch(Books.query().sort(by: \.age).page(.all)).map(\.title)
    }

    /// A sync with a clock that a test sets.
    private func sync(_ source: any SyncingEngine, _ store: Store, _ now: Now) -> ContentSync {
        ContentSync(from: source, into: store.synced, locale: nil, settings: .init(), now: { now.date })
    }

    private final class Now: @unchecked Sendable {
        private let lock = NSLock()
        private var current: Date

        init() { current = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded()) }

        var date: Date { lock.withLock { current } }
        func advance(_ seconds: TimeInterval) { lock.withLock { current += seconds } }
    }

    // MARK: - Selections

    @Test("The results of several queries are stored once each, up to their limits, and nothing else")
    func selects() async throws {
        await fill(1...300)
        let source = SelectedContent(of: engine)
            .selecting(Books.query().where(\.age > 100).sort(by: \.age), maximum: 150)
            .selecting(Books.query().where(\.age >= 249).sort(by: \.age).page(1, size: 2), maximum: 3)
            .selecting(Books.query().where(\.age == 7))
            .selecting(Books.query(), maximum: 0)
        let store = try await Store(.memory, schema: Library.self)
        let summary = try await ContentSync(from: source, into: store).sync(Books.self)
        #expect(summary.kind == .first)
        #expect(summary.counts == "+152 ~0 -0")
        #expect(try await titles(store) == ([7] + Array(101...251)).map { "book \($0)" })
        #expect(try await store.count(Authors.self) == 0)
    }

    @Test("A later sync adds newly selected items, and removes those no longer selected")
    func again() async throws {
        await fill(1...4)
        let source = SelectedContent(of: engine).selecting(Books.query().where(\.age <= 3))
        let store = try await Store(.memory, schema: Library.self)
        let sync = ContentSync(from: source, into: store)
        try await sync.sync(Books.self)
        await engine.remove(ContentID<Books>("1"))
        await engine.add(
            Books.self,
            [
                Book(id: "2", values: .init(title: "changed", age: 2)),
                Book(id: "3", values: .init(title: "old now", age: 33)),
                Book(id: "0", values: .init(title: "new", age: 0)),
            ])
        let summary = try await sync.sync(Books.self)
        #expect(summary.kind == .selection)
        #expect(summary.counts == "+1 ~1 -2")
        #expect(try await titles(store) == ["new", "changed"])
    }

    @Test("A page that fails changes nothing, and the next sync is a full one")
    func failsBetweenPages() async throws {
        await fill(1...5)
        let store = try await Store(.memory, schema: Library.self)
        let flaky = FailingAfter(engine)
        let source = SelectedContent(of: flaky).selecting(Books.query().page(1, size: 2))
        let sync = ContentSync(from: source, into: store)
        try await sync.sync(Books.self)
        await engine.removeAll()
        await fill(6...10)
        await flaky.response(1)
        await #expect(throws: URLError.self) { try await sync.sync(Books.self) }
        #expect(try await titles(store) == (1...5).map { "book \($0)" })
        #expect(await sync.flights.isIdle)
        await flaky.response(.max)
        try await sync.sync(Books.self)
        #expect(try await titles(store) == (6...10).map { "book \($0)" })
    }

    @Test("Progress is reported after each page, with the number of items so far")
    func progress() async throws {
        await fill(1...7)
        let told = Told()
        let source = SelectedContent(of: engine)
            .selecting(Books.query().page(1, size: 3), maximum: 5)
            .selecting(Books.query().where(\.age >= 5))
            .reporting { told.add($0) }
        let store = try await Store(.memory, schema: Library.self)
        try await ContentSync(from: source, into: store).sync(Books.self)
        #expect(told.all == [3, 5, 7].map { SelectionProgress(module: "books", items: $0) })
    }

    @Test("A module without a selection is rejected if the engine has no change feed")
    func withoutSelection() async throws {
        let store = try await Store(.memory, schema: Library.self)
        let sync = ContentSync(from: SelectedContent(of: engine), into: store)
        await #expect(throws: UnsupportedError.self) { try await sync.sync(Books.self) }
        #expect(await engine.requests.isEmpty)
    }

    @Test("A range of a selection is rejected")
    func range() async throws {
        await fill(1...2)
        let store = try await Store(.memory, schema: Library.self)
        let sync = ContentSync(from: SelectedContent(of: engine).selecting(Books.query()), into: store)
        await #expect(throws: UnsupportedError.self) {
            try await sync.sync(Books.self, from: Date(timeIntervalSince1970: 0))
        }
        #expect(try await store.count(Books.self) == 0)
    }

    // MARK: - Schedule

    @Test("A sync is needed when the last one is a day old, not before")
    func age() async throws {
        await fill(1...2)
        let store = try await Store(.memory, schema: Library.self)
        let now = Now()
        let sync = sync(SelectedContent(of: engine).selecting(Books.query()), store, now)
        #expect(try await sync.syncIfNeeded(Books.self) != nil)
        now.advance(day - 1)
        #expect(try await sync.syncIfNeeded(Books.self) == nil)
        now.advance(1)
        #expect(try await sync.syncIfNeeded(Books.self)?.kind == .selection)
        #expect(try await sync.syncIfNeeded(Books.self) == nil)
        #expect(try await sync.syncIfNeeded(Books.self, olderThan: .zero) != nil)
        // Without a log, the state's own date counts.
        try await sync.clearLog(of: Books.self)
        #expect(try await sync.syncIfNeeded(Books.self, olderThan: .seconds(3 * 86_400)) == nil)
        now.advance(3 * day)
        #expect(try await sync.syncIfNeeded(Books.self, olderThan: .seconds(3 * 86_400)) != nil)
    }

    @Test("A failed sync does not count, and a clock that was set back makes a sync necessary")
    func failure() async throws {
        await fill(1...2)
        let store = try await Store(.memory, schema: Library.self)
        let now = Now()
        let sync = sync(SelectedContent(of: engine).selecting(Books.query()), store, now)
        await engine.failNext(with: URLError(.timedOut))
        await #expect(throws: URLError.self) { try await sync.syncIfNeeded(Books.self) }
        #expect(try await sync.syncIfNeeded(Books.self)?.isFirst == true)
        now.advance(-2 * day)
        #expect(try await sync.syncIfNeeded(Books.self) != nil)
    }

    @Test(
        "Another selection, limit or language makes a sync necessary; the same one does not, also in a new process"
    )
    func changedSelection() async throws {
        await fill(1...5)
        let store = try await Store(.memory, schema: Library.self)
        let now = Now()
        func sync(_ query: Query<Books>, _ maximum: Int? = nil) -> ContentSync {
            self.sync(SelectedContent(of: engine).selecting(query, maximum: maximum), store, now)
        }
        try await sync(Books.query().where(\.age < 3)).syncIfNeeded(Books.self)
        #expect(try await sync(Books.query().where(\.age < 3)).syncIfNeeded(Books.self) == nil)
        #expect(try await sync(Books.query().where(\.age < 4)).syncIfNeeded(Books.self)?.counts == "+1 ~2 -0")
        #expect(try await sync(Books.query().where(\.age < 4), 1).syncIfNeeded(Books.self)?.deleted == 2)
        #expect(try await sync(Books.query().where(\.age < 4), 1).syncIfNeeded(Books.self) == nil)
        #expect(
            try await sync(Books.query().where(\.age < 4), 1).syncIfNeeded(Books.self, locale: "de-DE")?.kind
                == .newLocale)
    }

    // MARK: - Bundled content

    private static let lines = """
        \(#"{"id":"1","values":{"title":"bundled","age":1,"price":1,"active":true}}"#)

        \(#"{"id":"2","values":{"title":"bundled too","age":2,"price":1,"active":true}}"#)
        """

    @Test("Bundled content fills a module that was never synced, and never another one")
    func bundled() async throws {
        let store = try await Store(.memory, schema: Library.self)
        let now = Now()
        let built = now.date.addingTimeInterval(-10 * day)
        let sync = sync(SelectedContent(of: engine).selecting(Books.query()), store, now)
        let summary = try await sync.bootstrap(Books.self, from: Data(Self.lines.utf8), asOf: built)
        #expect(summary?.kind == .bundled && summary?.created == 2)
        #expect(try await titles(store) == ["bundled", "bundled too"])
        #expect(try await sync.bootstrap(Books.self, from: Data(), asOf: now.date) == nil)
        #expect(try await titles(store).count == 2)

        await fill(1...1)
        #expect(try await sync.syncIfNeeded(Books.self) != nil)
        #expect(try await titles(store) == ["book 1"])
        #expect(try await sync.bootstrap(Books.self, from: Data(Self.lines.utf8), asOf: built) == nil)
        #expect(try await titles(store) == ["book 1"])
    }

    @Test("After bundled content, only later changes are requested")
    func changesSinceBundle() async throws {
        let fixture = try await SyncFixture([
            Wire.sync(3000, updated: [Wire.book("2", "newer")], deleted: ["1"])
        ])
        let built = Date(timeIntervalSince1970: 2)
        try await fixture.sync.bootstrap(Books.self, from: Data(Self.lines.utf8), asOf: built)
        let summary = try await fixture.sync.syncIfNeeded(Books.self)
        #expect(summary?.kind == .changes)
        #expect(fixture.bodies.count == 1)
        #expect(fixture.bodies.first?.contains("2000") == true)
        #expect(try await fixture.titles == ["2": "newer"])
    }

    @Test("A line that is not JSON is an error, and nothing is stored")
    func brokenBundle() async throws {
        let store = try await Store(.memory, schema: Library.self)
        let sync = ContentSync(from: SelectedContent(of: engine), into: store)
        let error = await #expect(throws: ContentDecodingError.self) {
            try await sync.bootstrap(Books.self, from: Data((Self.lines + "\n{").utf8), asOf: Date())
        }
        #expect(error?.path == "line 4")
        #expect(try await store.count(Books.self) == 0)
        #expect(try await store.synced.syncState(of: "books") == nil)
    }
}

/// Progress values from any thread.
private final class Told: @unchecked Sendable {
    private let lock = NSLock()
    private var told: [SelectionProgress] = []

    var all: [SelectionProgress] { lock.withLock { told } }
    func add(_ progress: SelectionProgress) { lock.withLock { told.append(progress) } }
}

/// Responds to this many searches, then fails.
private actor FailingAfter: ContentEngine {
    private let base: InMemoryEngine
    private var left = Int.max
    nonisolated let capabilities: EngineCapabilities

    init(_ base: InMemoryEngine) {
        self.base = base
        capabilities = base.capabilities
    }

    func response(_ count: Int) { left = count }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        guard left > 0 else { throw URLError(.networkConnectionLost) }
        left -= 1
        return try await base.search(requests, decoding: decoder)
    }

    func searchData(_ request: SearchRequest) async throws -> Data { try await base.searchData(request) }

    nonisolated func validate(_ request: SearchRequest) throws { try base.validate(request) }

    nonisolated func explain(_ request: SearchRequest) throws -> String { try base.explain(request) }
}
#endif
