import Foundation
import Quire
import QuireEngine
import QuireTesting
import SampleModules
import Testing

@testable import QuireViews

@Suite("Models of live items, and their runner", .timeLimit(.minutes(60))) @MainActor
struct ItemModelTests {
    @Test("The item follows its changes and its deletion, and another id shows another item")
    func following() async throws {
        let engine = await Library.engine(["A", "B"])
        let model = ItemModel<Books>("A")
        let running = Task { await model.run(on: ContentClient(engine: engine)) }
        await eventually("the book") { model.item?.title == "A" }
        await engine.add(Books.self, [Book(id: "A", values: .init(title: "New", age: 1))])
        await eventually("the new title") { model.item?.title == "New" }
        model.id = "B"
        #expect(model.item?.title == "New")
        await eventually("the other book") { model.item?.title == "B" }
        await engine.remove(ContentID<Books>("B"))
        await eventually("no book") { model.item == nil }
        #expect(model.phase.error == nil)
        await engine.failNext(with: URLError(.timedOut))
        await engine.add(Books.self, [Library.book("B")])
        await eventually("the error") { model.phase.error is URLError }
        model.retry()
        await eventually("the book") { model.item?.title == "B" }
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
            await eventually("the book") { model.item?.title == "A" }
            #expect(engine.commits.watcherCount == 1)
            // The screen's own choice stays while the view's parameter does.
            model.id = "B"
            runner.update("A", on: content) { $0.id = $1 }
            await eventually("the other book") { model.item?.title == "B" }
            runner.update("C", on: content) { $0.id = $1 }
            await eventually("no book") { model.item == nil }
        }
        await eventually("the end") { engine.commits.watcherCount == 0 }
    }

    @Test(
        "Without a client in the environment, the phase has an error that names the modifier, until one is set"
    )
    func missingClient() async throws {
        let engine = await Library.engine(["A"])
        let model = ListModel(Books.query())
        let runner = ModelRunner(model, showing: model.query)
        runner.update(model.query, on: nil) { $0.query = $1 }
        await eventually("the error") { model.phase.error is MissingContentClientError }
        #expect("\(MissingContentClientError())".contains(".contentClient("))
        // An app that opens its store while the view is shown.
        for _ in 0..<2 { runner.update(model.query, on: ContentClient(engine: engine)) { $0.query = $1 } }
        await eventually("the book") { model.items.map(\.title) == ["A"] }
        #expect(model.phase.error == nil && engine.commits.watcherCount == 1)
    }
}
