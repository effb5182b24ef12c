import Foundation
import Observation
import Quire
import QuireEngine
import QuireTesting
import SampleModules
import Testing
import TransportDoubles

@testable import QuireViews

@Suite("Models of live items, and their runner", .timeLimit(.minutes(10))) @MainActor
struct ItemModelTests {
    @Test("The item follows its changes and its deletion, and another id shows another item")
    func following() async throws {
        let engine = await Library.engine(["A", "B"])
        let model = ItemModel<Books>("A")
        let running = Task { await model.run(on: ContentClient(engine: engine)) }
        try await eventually("the book") { model.item?.title == "A" }
        await engine.add(Books.self, [Book(id: "A", values: .init(title: "New", age: 1))])
        try await eventually("the new title") { model.item?.title == "New" }
        model.id = "B"
        #expect(model.item?.title == "New")
        try await eventually("the other book") { model.item?.title == "B" }
        await engine.remove(ContentID<Books>("B"))
        try await eventually("no book") { model.item == nil }
        #expect(model.phase.error == nil)
        await engine.failNext(with: URLError(.timedOut))
        await engine.add(Books.self, [Library.book("B")])
        try await eventually("the error") { model.phase.error is URLError }
        model.retry()
        try await eventually("the book") { model.item?.title == "B" }
        running.cancel()
        await running.value
        #expect(engine.commits.watcherCount == 0)
    }

    @Test("A property wrapper's runner starts once, follows its view's parameter, and ends with the view")
    func runner() async throws {
        let engine = await Library.engine(["A", "B"])
        let content = ContentClient(engine: engine)
        let model = ItemModel<Books>("A")
        do {
            let runner = ModelRunner(model, showing: ContentID<Books>("A"))
            for _ in 0..<3 { runner.update("A", on: content) { $0.id = $1 } }
            try await eventually("the book") { model.item?.title == "A" }
            #expect(engine.commits.watcherCount == 1)
            // The screen's own choice stays while the view's parameter does.
            model.id = "B"
            runner.update("A", on: content) { $0.id = $1 }
            try await eventually("the other book") { model.item?.title == "B" }
            runner.update("C", on: content) { $0.id = $1 }
            try await eventually("no book") { model.item == nil }
        }
        try await eventually("the end") { engine.commits.watcherCount == 0 }
    }

    @Test(
        "Without a client in the environment, the phase has an error that names the modifier, until one is set"
    )
    func missingClient() async throws {
        let engine = await Library.engine(["A"])
        let model = ListModel(Books.query())
        let runner = ModelRunner(model, showing: model.query)
        runner.update(model.query, on: nil) { $0.query = $1 }
        try await eventually("the error") { model.phase.error is MissingContentClientError }
        #expect("\(MissingContentClientError())".contains(".contentClient("))
        // An app that opens its store while the view is shown.
        for _ in 0..<2 { runner.update(model.query, on: ContentClient(engine: engine)) { $0.query = $1 } }
        try await eventually("the book") { model.items.map(\.title) == ["A"] }
        #expect(model.phase.error == nil && engine.commits.watcherCount == 1)
    }
}

@Suite("Models of live lists", .timeLimit(.minutes(10))) @MainActor
struct ListModelTests {
    private static let query = Books.query().sort(by: \.title)

    @Test("The list follows the content, with its total and the change, until the task is cancelled")
    func following() async throws {
        let engine = await Library.engine(["B", "D"])
        let model = ListModel(Self.query)
        #expect(model.phase.error == nil && model.items.isEmpty && !model.phase.isLoading)
        let running = Task { await model.run(on: ContentClient(engine: engine)) }
        try await eventually("the books") { model.items.map(\.title) == ["B", "D"] }
        #expect(model.total == 2 && !model.hasMore)
        await engine.add(Books.self, [Library.book("C")])
        try await eventually("the new book") { model.items.count == 3 }
        #expect(model.difference?.insertions.map(\.offset) == [1])
        running.cancel()
        await running.value
        #expect(engine.commits.watcherCount == 0)
        await engine.add(Books.self, [Library.book("E")])
        #expect(model.items.map(\.title) == ["B", "C", "D"])
        guard case .idle = model.phase else {
            Issue.record("\(model.phase)")
            return
        }
        // Running again shows the current state.
        let again = Task { await model.run(on: ContentClient(engine: engine)) }
        try await eventually("all books") { model.items.count == 4 }
        again.cancel()
    }

    @Test("More items come on request, or when one of the last five is visible")
    func growing() async throws {
        let engine = await Library.engine((10..<40).map(String.init))
        let model = ListModel(Self.query, size: 10)
        let running = Task { await model.run(on: ContentClient(engine: engine)) }
        defer { running.cancel() }
        try await eventually("the first page") { model.items.count == 10 }
        model.itemShown("11")
        #expect(!model.isLoadingMore && model.hasMore)
        model.itemShown("17")
        #expect(model.isLoadingMore)
        try await eventually("the second page") { model.items.count == 20 }
        #expect(!model.isLoadingMore)
        model.loadMore()
        model.loadMore()
        try await eventually("the third page") { model.items.count == 30 }
        #expect(!model.hasMore)
        model.loadMore()
        #expect(!model.isLoadingMore)
    }

    @Test("A lenient list grows and keeps its items, although one does not fit the schema")
    func lenient() async throws {
        let engine = await Library.engine((10..<40).map(String.init))
        let values = JSONValue.object([
            .init("title", .string("115")), .init("age", .string("old")),
        ])
        let incompatible = JSONValue.object([.init("id", .string("x")), .init("values", values)])
        await engine.add([incompatible], to: Books.descriptor)
        let model = ListModel(Self.query.lenient(), size: 5)
        let running = Task { await model.run(on: ContentClient(engine: engine)) }
        defer { running.cancel() }
        try await eventually("the first page") { model.items.map(\.title) == ["10", "11", "12", "13"] }
        model.loadMore()
        try await eventually("the second page") { model.items.count == 9 }
        #expect(model.items.last?.title == "18" && !model.isLoadingMore)
        await engine.add(Books.self, [Library.book("105")])
        try await eventually("the new book") { model.items.count == 10 }
        #expect(model.items.last?.title == "18")
    }

    @Test("Another query keeps the old items until its own come, and never shows late ones of the old query")
    func changingTheQuery() async throws {
        let engine = await Library.engine((10..<40).map(String.init))
        let model = ListModel(Self.query, size: 10)
        let running = Task { await model.run(on: ContentClient(engine: engine)) }
        defer { running.cancel() }
        try await eventually("the first page") { model.items.count == 10 }
        for first in 1...3 {
            model.query = Self.query.where(\.age >= first * 10 + 5)
            #expect(!model.items.isEmpty)
        }
        await engine.add(Books.self, [Library.book("40")])
        try await eventually("the last query's books") {
            model.items.first?.title == "35" && model.items.count == 6
        }
        try await eventually("the end of the earlier queries") { engine.commits.watcherCount == 1 }
        model.query = Self.query.where(\.age >= 35)
        #expect(!model.phase.isLoading, "the same query is not read again")
    }

    @Test("An error keeps the items; retrying reads as many again, and follows the content")
    func failing() async throws {
        let engine = await Library.engine((10..<40).map(String.init))
        let model = ListModel(Self.query, size: 10)
        let running = Task { await model.run(on: ContentClient(engine: engine)) }
        defer { running.cancel() }
        try await eventually("the first page") { model.items.count == 10 }
        model.loadMore()
        try await eventually("the second page") { model.items.count == 20 }
        await engine.failNext(with: URLError(.timedOut))
        await engine.add(Books.self, [Library.book("00")])
        try await eventually("the error") { model.phase.error is URLError }
        #expect(model.items.count == 20)
        model.loadMore()
        #expect(!model.isLoadingMore)
        model.retry()
        try await eventually("the books") { model.items.first?.title == "00" }
        #expect(model.items.count == 20 && model.phase.error == nil)
    }

    @Test("An engine without live queries fails with a message that says what to do")
    func refusing() async throws {
        let model = ListModel(Self.query)
        let running = Task {
            await model.run(on: ContentClient(engine: Library.SearchOnly(base: InMemoryEngine())))
        }
        defer { running.cancel() }
        try await eventually("the error") { model.phase.error is UnsupportedError }
    }

    @Test("When a run returns, nothing reads the content any more")
    func returning() async throws {
        var watching = 0
        for _ in 0..<300 {
            let engine = await Library.engine(["A"])
            let model = ListModel(Self.query)
            let running = Task { await model.run(on: ContentClient(engine: engine)) }
            try await eventually("the book") { model.items.count == 1 }
            running.cancel()
            await running.value
            if engine.commits.watcherCount > 0 { watching += 1 }
        }
        #expect(watching == 0)
    }

    @Test("A second run ends the first, and a model that nobody uses is deallocated")
    func runs() async throws {
        let engine = await Library.engine(["A"])
        weak var weakModel: ListModel<Books>?
        do {
            let model = ListModel(Self.query)
            weakModel = model
            let first = Task { await model.run(on: ContentClient(engine: engine)) }
            try await eventually("the book") { model.items.count == 1 }
            let second = Task { await model.run(on: ContentClient(engine: engine)) }
            await first.value
            await engine.add(Books.self, [Library.book("B")])
            try await eventually("the new book") { model.items.count == 2 }
            #expect(engine.commits.watcherCount == 1)
            second.cancel()
            await second.value
        }
        try await eventually("the deallocation") { weakModel == nil && engine.commits.watcherCount == 0 }
    }

    @Test("Views that read the model are told of changes, which the model shows the way it is asked to")
    func observing() async throws {
        let engine = await Library.engine(["A"])
        let model = ListModel(Self.query)
        var animated = 0
        model.showing = { change in
            animated += 1
            change()
        }
        let running = Task { await model.run(on: ContentClient(engine: engine)) }
        defer { running.cancel() }
        try await eventually("the book") { model.items.count == 1 }
        #expect(animated == 0, "the first items come at once")
        let changes = Counter()
        withObservationTracking {
            _ = model.items
        } onChange: {
            changes.add()
        }
        await engine.add(Books.self, [Library.book("B")])
        try await eventually("the change") { changes.value == 1 && model.items.count == 2 }
        #expect(animated == 1)
    }

    private final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0

        var value: Int { lock.withLock { count } }

        func add() { lock.withLock { count += 1 } }
    }
}
