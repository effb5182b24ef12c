#if canImport(Observation)
import Observation
import Quire
import QuireSearch
import QuireTesting
import SampleModules
import Testing

@Suite("The model of a search view", .timeLimit(.minutes(10))) @MainActor struct SearchModelTests {
    private static let titles = ["Moby Dick", "The Whale Road", "Whale Song", "Emma", "Whaling Days"]

    private static func engine() async -> InMemoryEngine {
        let engine = InMemoryEngine()
        let values = titles.enumerated().map { Books.Values(title: $1, age: $0, rank: $0 % 2) }
        await engine.add(Books.self, values: values)
        return engine
    }

    private func model(pacing: SearchPacing = .immediate) async -> SearchModel<Books> {
        SearchModel(
            Books.query().sort(by: \.title).facet(\.rank), on: await Self.engine(),
            options: .init(pacing: pacing))
    }

    /// Waits as a view does: checks again whenever a value that it has read changes.
    private func until(_ condition: () -> Bool) async {
        while true {
            let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
            let isMet = withObservationTracking {
                condition()
            } onChange: {
                continuation.finish()
            }
            if isMet { return }
            for await _ in changes {}
        }
    }

    @Test("Text typed into the field is searched, and the view is updated")
    func typing() async {
        let model = await model()
        #expect(model.state.number == 0)
        model.text = "whal"
        #expect(model.text == "whal")
        await until { model.state.number == 1 && !model.state.phase.isLoading }
        #expect(model.state.items.map(\.title) == ["The Whale Road", "Whale Song", "Whaling Days"])
        #expect(model.state.highlight("Whale Song").marked("[", "]") == "[Whale] Song")
    }

    @Test("Writing the same text to the field changes nothing; other text notifies observers")
    func sameText() async {
        let model = await model()
        model.text = "emma"
        await model.session.settled()
        model.text = "emma"
        let settled = await model.session.settled()
        #expect(settled.number == 1)
        let changes = Changes()
        withObservationTracking {
            _ = model.text
        } onChange: {
            changes.add()
        }
        model.text = "emma"
        #expect(changes.count == 0)
        model.text = "emm"
        #expect(changes.count == 1)
    }

    @Test("A choice is visible immediately and starts a search")
    func choosing() async {
        let model = await model()
        let changes = Changes()
        withObservationTracking {
            _ = model.isRefined(\.rank, 1)
        } onChange: {
            changes.add()
        }
        #expect(model.toggle(\.rank, 1))
        #expect(changes.count == 1)
        #expect(model.isRefined(\.rank, 1))
        await until { model.state.draft.isRefined(\.rank, 1) && !model.state.phase.isLoading }
        #expect(model.state.items.map(\.title) == ["Emma", "The Whale Road"])
        model.refine(\.rank) { $0 >= 5 }
        await until { model.state.number == 2 && !model.state.phase.isLoading }
        #expect(model.state.items.isEmpty)
        model.clearRefinements(of: \.rank)
        await until { model.state.number == 3 && !model.state.phase.isLoading }
        #expect(model.state.items.count == 5)
        #expect(model.draft.refinements.isEmpty)
    }

    /// The bindings that SwiftUI derives from a model: `$search.order`, `$search[isRefined: …]`.
    @dynamicMemberLookup @MainActor private struct Bindings {
        let model: SearchModel<Books>

        subscript<Value>(
            dynamicMember path: ReferenceWritableKeyPath<SearchModel<Books>, Value>
        ) -> Value {
            get { model[keyPath: path] }
            nonmutating set { model[keyPath: path] = newValue }
        }
    }

    @Test("Switches and pickers are bound to choices and the sort order; unchanged values start no search")
    func bindings() async {
        let model = SearchModel(
            Books.query().sort(by: \.title).facet(\.rank),
            source: EngineSource(ContentClient(engine: await Self.engine())),
            options: .init(pacing: .immediate))
        let bound = Bindings(model: model)
        bound[isRefined: \.rank, 1] = true
        #expect(bound[isRefined: \.rank, 1] && !bound[isRefined: \.rank, 0])
        await until { model.state.items.map(\.title) == ["Emma", "The Whale Road"] }
        bound.order = [SortKey(.value("title"), .descending)]
        await until { model.state.items.map(\.title) == ["The Whale Road", "Emma"] }
        #expect(model.state.number == 2)
        bound[isRefined: \.rank, 1] = true
        bound[isRefined: \.rank, 0] = false
        bound.order = [SortKey(.value("title"), .descending)]
        #expect(await model.session.settled().number == 2)
        bound[isRefined: \.rank, 1] = false
        await until { model.state.items.count == 5 }
        guard let first = model.state.items.first else { return }
        model.remove(first.id)
        await until { model.state.items.count == 4 }
    }

    @Test("Further pages come when items are shown; the draft can be edited without a search")
    func paging() async {
        let model = await model()
        model.draft.pageSize = 2
        #expect(model.session.draft.pageSize == 2)
        model.search()
        await until { model.state.items.count == 2 }
        guard let last = model.state.items.last else { return }
        model.itemShown(last.id)
        await until { model.state.items.count >= 4 }
        model.loadMore()
        await until { model.state.items.count == 5 }
        #expect(model.state.items.map(\.title) == Self.titles.sorted())
    }

    @Test("The return key searches for pending text; a reset clears the screen")
    func submitting() async {
        let model = await model(pacing: .debounced(.seconds(3_600)))
        model.text = "emma"
        #expect(!model.session.hasPendingRequests)
        model.submit()
        await until { model.state.items.map(\.title) == ["Emma"] }
        model.reset()
        #expect(model.text == "")
        await until { model.state.items.isEmpty }
    }

    @Test("Edits and searches by others are visible")
    func sharedSession() async {
        let model = await model()
        model.session.edit { $0.text = "moby" }
        model.session.search()
        await until { model.state.items.map(\.title) == ["Moby Dick"] }
        #expect(model.text == "moby")
        // An edit here keeps the edits of others.
        model.session.edit { $0.toggle(\.rank, 0) }
        model.draft.pageSize = 7
        #expect(model.session.draft.isRefined(\.rank, 0))
        #expect(model.session.draft.pageSize == 7)
    }

    @Test("Edits by others update the view with the session's next state")
    func foreignEdits() async {
        let model = await model()
        model.session.edit { $0.toggle(\.rank, 0) }
        model.session.search()
        await until { model.isRefined(\.rank, 0) }
        let changes = Changes()
        withObservationTracking {
            _ = model.draft
        } onChange: {
            changes.add()
        }
        model.session.edit { $0.clearRefinements() }
        model.session.search()
        await until { model.state.number == 2 }
        #expect(changes.count == 1)
        #expect(model.draft.refinements.isEmpty)
    }

    @Test("The model is released with its last reference, and the session with it")
    func lifetime() async {
        var model: SearchModel<Books>? = await model()
        weak let goneModel = model
        weak let goneSession = model?.session
        let states = model?.session.states
        model?.text = "whale"
        await model?.session.settled()
        model = nil
        #expect(goneModel == nil)
        // The stream ends with the session.
        if let states { for await _ in states {} }
        #expect(goneSession == nil)
    }

    @Test("A shared session continues without the model")
    func survivingSession() async {
        let session = SearchSession(
            Books.query(), on: await Self.engine(), options: .init(pacing: .immediate))
        var model: SearchModel<Books>? = SearchModel(session)
        model?.text = "emma"
        model = nil
        let state = await session.settled()
        #expect(state.items.map(\.title) == ["Emma"])
    }

    /// Counts a view's notifications, on the main actor's thread.
    private final class Changes: @unchecked Sendable {
        private(set) var count = 0
        func add() { count += 1 }
    }
}
#endif
