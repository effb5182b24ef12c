import Quire
import QuireSearch
import QuireTesting
import SampleModules
import Testing

@Suite("Highlights in a session's state", .timeLimit(.minutes(10))) struct StateHighlightTests {
    private static func session(fullText: Bool) async -> SearchSession<Books> {
        let memory = InMemoryEngine()
        await memory.add(
            Books.self,
            values: [Books.Values(title: "The White Whale", age: 1), Books.Values(title: "Emma", age: 2)])
        let engine = HeldEngine(memory, holds: false) { $0.fullText = fullText }
        let session = SearchSession(Books.query(), on: engine, options: .init(pacing: .immediate))
        session.edit { $0.searchSubstrings(in: \.title) }
        return session
    }

    @Test("An engine with full text highlights the words that it found")
    func fullText() async {
        let session = await Self.session(fullText: true)
        session.type("wha")
        let state = await session.settled()
        #expect(state.items.map { state.highlight($0.title).marked("[", "]") } == ["The White [Whale]"])
    }

    @Test("For an engine without full text, the typed words are highlighted by their kind of match")
    func noFullText() async {
        let session = await Self.session(fullText: false)
        session.type("hale whi")
        let state = await session.settled()
        #expect(state.items.map { state.highlight($0.title).marked("[", "]") } == ["The [White] [Whale]"])
        #expect(
            state.snippet(of: "Of all whales the white one is the worst", words: 3).marked("[", "]")
                == "…[whales] the [white]…")
        session.type("")
        let everything = await session.settled()
        #expect(everything.items.allSatisfy { everything.highlight($0.title).ranges.isEmpty })
        #expect(everything.items.count == 2)
    }
}
