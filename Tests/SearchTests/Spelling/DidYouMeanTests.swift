import Foundation
import Quire
import QuireSearch
import QuireStore
import QuireTesting
import SampleModules
import Testing
import TransportDoubles

@Suite("Spelling suggestions", .timeLimit(.minutes(10)))
struct DidYouMeanTests {
    private static let books: [Books.Values] = [
        .init(title: "Moby Dick", age: 16), .init(title: "Moby Duck", age: 8),
        .init(title: "The Dickens Dictionary", age: 3),
        .init(title: "Les Misérables", age: 12), .init(title: "Die Straße der Wale", age: 9),
        .init(title: "McTeague", age: 1), .init(title: "Война и мир", age: 1), .init(title: "हिन्दी किताबें", age: 1),
    ]

    private func engine() async -> InMemoryEngine {
        let engine = InMemoryEngine()
        await engine.add(Books.self, values: Self.books)
        return engine
    }

    private func meant(
        _ text: String, on engine: InMemoryEngine, _ change: (inout SearchDraft<Books>) -> Void = { _ in }
    ) async throws -> String? {
        var draft = SearchDraft(Books.query())
        draft.text = text
        change(&draft)
        let source = EngineSource(ContentClient(engine: engine)).didYouMean(from: engine)
        return try await source.suggestion(for: draft).map {
            $0.highlighted.marked("<", ">") + " \($0.total ?? -1)"
        }
    }

    @Test("The closest words replace the misspelled ones, highlighted, in the content's spelling")
    func corrected() async throws {
        let engine = await engine()
        #expect(try await meant("mbyo dick", on: engine) == nil)
        #expect(try await meant("moyb dick", on: engine) == "<moby> dick 1")
        #expect(try await meant("moyb dikc", on: engine) == "<moby> <dick> 1")
        #expect(try await meant("  Moyb,  «dick»", on: engine) == "  <Moby>,  «dick» 1")
        #expect(try await meant("MOYB", on: engine) == "<MOBY> 2")
        #expect(try await meant("les miserabels", on: engine) == "les <misérables> 1")
        #expect(try await meant("Misrables", on: engine) == "<Misérables> 1")
        #expect(try await meant("Starße", on: engine) == "<Straße> 1")
        #expect(try await meant("Mcteagu", on: engine) == nil)
        #expect(try await meant("Mcteaug ", on: engine) == "<McTeague>  1")
        #expect(try await meant("вйона", on: engine) == "<война> 1")
        #expect(try await meant("किताबेब", on: engine) == "<किताबें> 1")
    }

    @Test("Nothing is suggested for correct words, unfinished words, and words without close ones")
    func right() async throws {
        let engine = await engine()
        for text in ["moby dick", "mob", "dict", "", " ", "?", "xqzw", "moyb xqzw", "dck"] {
            #expect(try await meant(text, on: engine) == nil, "\(text)")
        }
        // Not for an unfinished word, but for a finished one.
        #expect(try await meant("mobi dick", on: engine) == "<moby> dick 1")
    }

    @Test(
        "Among equally close corrections, the one with the most results is suggested"
    )
    func compared() async throws {
        let engine = InMemoryEngine()
        let mary = (1...9).map { Books.Values(title: "Mary number \($0)", age: $0) }
        let harry = (1...3).map { Books.Values(title: "Harry Potter \($0)", age: $0) }
        await engine.add(
            Books.self,
            values: mary + harry + [
                .init(title: "Mary Potter", age: 1), .init(title: "Hairy Potters", age: 1),
            ])
        #expect(try await meant("hary potter", on: engine) == "<harry> potter 3")
        #expect(try await meant("hary number", on: engine) == "<mary> number 9")
        // For equally many results, the more frequent word.
        #expect(try await meant("hary", on: engine) { $0.filter("age") { $0.age > 3 } } == "<mary> 6")
    }

    @Test("A closer correction is suggested although a farther one finds more")
    func nearer() async throws {
        let engine = InMemoryEngine()
        await engine.add(
            Books.self,
            values: [.init(title: "Dictionary", age: 1)]
                + (1...9).map { .init(title: "Dictionaries \($0)", age: $0) })
        #expect(try await meant("dictionray x", on: engine) == nil)
        #expect(try await meant("dictionray ", on: engine) == "<dictionary>  1")
    }

    @Test("Words are combined: two misspelled ones lead to the pair that occurs in one item")
    func pairs() async throws {
        let engine = InMemoryEngine()
        await engine.add(
            Books.self,
            values: (1...5).map { .init(title: "Barry Mint \($0)", age: $0) }
                + (1...5).map { .init(title: "Larry Pots \($0)", age: $0) } + [
                    .init(title: "Harry Pott", age: 1)
                ])
        #expect(try await meant("xarry potx ", on: engine) == "<larry> <pots>  5")
        #expect(try await meant("marry pott ", on: engine) == "<harry> pott  1")
    }

    @Test("A correction without results under the filters gives way to the next one, or to none")
    func filtered() async throws {
        let engine = await engine()
        #expect(try await meant("moby dack", on: engine) == "moby <dick> 1")
        #expect(
            try await meant("moby dack", on: engine) { $0.filter("age") { $0.age < 10 } } == "moby <duck> 1")
        #expect(try await meant("moby dack", on: engine) { $0.filter("age") { $0.age > 20 } } == nil)
        // Refinements apply too.
        #expect(try await meant("moyb", on: engine) { $0.refine(\.rank, 7) } == nil)
        #expect(
            try await meant("moyb", on: engine) { $0.query = Books.query().where(\.age >= 10) } == "<moby> 1")
    }

    @Test(
        "A session's state has a suggestion if a text found nothing as typed, and none after one with results"
    )
    func state() async throws {
        let engine = await engine()
        let session = SearchSession(
            Books.query(), source: EngineSource(ContentClient(engine: engine)).didYouMean(from: engine),
            options: .init(pacing: .immediate))
        session.type("moyb")
        var state = await session.settled()
        // The words were eased to find something; the suggestion leads to what was meant alone.
        #expect(state.total == 2 && state.textSearchInfo?.level == .oneTypo)
        let meant = try #require(state.didYouMean)
        #expect(meant.text == "moby" && meant.total == 2)
        session.type(meant.text)
        state = await session.settled()
        #expect(state.total == 2 && state.didYouMean == nil)
    }

    @Test("For few results, another text is suggested only if it finds more")
    func few() async throws {
        let engine = await engine()
        await engine.add(Books.self, values: [.init(title: "Mobby Dick", age: 1)])
        let source = EngineSource(ContentClient(engine: engine)).didYouMean(from: engine, whenAtMost: 1)
        var draft = SearchDraft(Books.query())
        draft.text = "mobby"
        let response = try await source.response(SearchPage(draft, number: 1)) { _ in }
        #expect(response.pageInfo.totalItems == 1)
        #expect(response.didYouMean?.text == "moby" && response.didYouMean?.total == 2)
        draft.text = "mcteague"
        #expect(try await source.response(SearchPage(draft, number: 1)) { _ in }.didYouMean == nil)
        // A further page computes no suggestion.
        draft.text = "mobby"
        #expect(
            try await source.response(SearchPage(draft, number: 2, origin: .remote)) { _ in }.didYouMean
                == nil)
    }

    /// Provides an engine's words once the test releases it.
    private struct Held: SpellingEngine {
        let engine: InMemoryEngine
        let gate: AsyncStream<Void>

        func misspellings(in request: SpellingRequest) async throws -> [Misspelling] {
            for await _ in gate { break }
            try Task.checkCancellation()
            return try await engine.misspellings(in: request)
        }
    }

    @Test(
        "An empty or eased result is shown immediately; the suggestion follows as a state of the same search",
        arguments: [(false, 0), (true, 2)])
    func resultFirst(toleratesTypos: Bool, found: Int) async throws {
        let engine = await engine()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        var draft = SearchDraft(Books.query())
        draft.toleratesTypos = toleratesTypos
        let session = SearchSession(
            draft,
            source: EngineSource(ContentClient(engine: engine)).didYouMean(
                from: Held(engine: engine, gate: gate)),
            options: .init(pacing: .immediate))
        session.search()
        #expect(await session.settled().total == Self.books.count)
        session.type("moyb")
        for await state in session.states where state.number == 2 {
            #expect(state.total == found && state.items.count == found && !state.isStale)
            #expect(state.isPreliminary && state.phase.isLoading && state.didYouMean == nil)
            break
        }
        open.yield()
        let state = await session.settled()
        #expect(state.number == 2 && !state.isPreliminary)
        #expect(state.didYouMean?.text == "moby")
        // A newer search does not wait for the words of an older one.
        session.type("moxb")
        for await state in session.states where state.number == 3 { break }
        session.type("")
        #expect(await session.settled().total == Self.books.count)
    }

    @Test("With enough results, or without text, there is one response")
    func oneResponse() async throws {
        let engine = await engine()
        let source = EngineSource(ContentClient(engine: engine)).didYouMean(from: engine)
        let log = Log()
        var draft = SearchDraft(Books.query().where(\.age > 99))
        for text in ["", "  "] {
            draft.text = text
            _ = try await source.response(SearchPage(draft, number: 1)) { _ in log.add("preliminary") }
        }
        draft = SearchDraft(Books.query())
        draft.text = "moby"
        draft.toleratesTypos = false
        _ = try await source.response(SearchPage(draft, number: 1)) { _ in log.add("preliminary") }
        #expect(log.lines.isEmpty)
    }

    @Test("Beside one to three results, a correction is offered only if it finds ten times as many")
    func beside() async throws {
        let cases: [(count: Int, meant: String?)] = [(9, nil), (10, "moby")]
        for (count, meant) in cases {
            let engine = InMemoryEngine()
            await engine.add(
                Books.self,
                values: [.init(title: "Mobx", age: 1)]
                    + (0..<count).map { .init(title: "Moby \($0)", age: $0) })
            let source = EngineSource(ContentClient(engine: engine)).didYouMean(from: engine)
            var draft = SearchDraft(Books.query())
            draft.text = "mobx "
            let response = try await source.response(SearchPage(draft, number: 1)) { _ in }
            #expect(response.pageInfo.totalItems == 1)
            #expect(response.didYouMean?.text.trimmingCharacters(in: .whitespaces) == meant)
        }
    }

    /// Has no words, or fails.
    private struct Failing: SpellingEngine {
        var error: any Error
        func misspellings(in request: SpellingRequest) async throws -> [Misspelling] { throw error }
    }

    @Test(
        "An engine that fails to look words up still returns its response and reports the failure; a cancelled search is cancelled"
    )
    func failing() async throws {
        let engine = await engine()
        let log = Log()
        let base = EngineSource(ContentClient(engine: engine))
        let source = base.didYouMean(from: Failing(error: URLError(.badServerResponse))) { log.add("\($0)") }
        var draft = SearchDraft(Books.query())
        draft.text = "moyb"
        draft.toleratesTypos = false
        let response = try await source.response(SearchPage(draft, number: 1)) { _ in }
        #expect(response.didYouMean == nil && response.pageInfo.totalItems == 0)
        #expect(log.lines.count == 1)
        await #expect(throws: CancellationError.self) {
            _ = try await base.didYouMean(from: Failing(error: CancellationError()))
                .response(SearchPage(draft, number: 1)) { _ in }
        }
    }

    #if SQLite
    @Test("A store provides the words for another engine")
    func store() async throws {
        let engine = await engine()
        let store = try await Store(.memory, modules: [Books.descriptor])
        let client = ContentClient(engine: store)
        for (number, values) in Self.books.enumerated() {
            _ = try await client.createOrUpdate(Book(id: ContentID("\(number)"), values: values))
        }
        let source = EngineSource(ContentClient(engine: engine)).didYouMean(from: store)
        var draft = SearchDraft(Books.query())
        for (text, expected) in [("moyb dikc", "moby dick"), ("les miserabels", "les misérables")] {
            draft.text = text
            let response = try await source.response(SearchPage(draft, number: 1)) { _ in }
            #expect(response.didYouMean?.text == expected)
        }
    }
    #endif
}
