import Quire
import QuireSearch
import SampleModules
import Testing

/// When typed text is searched, on a clock that the test controls.
@Suite struct PacedTypingTests {
    private static func debounced() -> MachineScript {
        MachineScript(SearchDraft(), .init(pacing: .debounced(.milliseconds(100))))
    }

    @Test("A debounced session waits for a pause and searches for the last text")
    func debounce() {
        var script = Self.debounced()
        for text in ["w", "wh", "wha"] { script.type(text) }
        #expect(script.pending.isEmpty)
        #expect(script.timer?.duration == .milliseconds(100))
        #expect(!script.isSettled)
        script.tick()
        #expect(script.sent[1]?.draft.text == "wha")
        #expect(script.pending == [1])
    }

    @Test("The same text typed twice within the delay is searched for")
    func sameTextTwice() {
        var script = Self.debounced()
        script.type("wha")
        script.type("wha")
        script.tick()
        #expect(script.sent[1]?.draft.text == "wha")
    }

    @Test("A replaced timer does nothing when it fires")
    func oldTimer() {
        var script = Self.debounced()
        script.type("w")
        guard let first = script.timer else { return #expect(Bool(false)) }
        script.type("wh")
        script.timerFired(first.token, isAllowed: true)
        #expect(script.pending.isEmpty)
        script.tick()
        #expect(script.sent[1]?.draft.text == "wh")
        #expect(script.pending == [1])
    }

    @Test("The return key sends the pending text once")
    func submit() {
        var script = Self.debounced()
        script.type("wh")
        #expect(script.submit() == 1)
        #expect(script.timer == nil)
        #expect(script.isSettled == false)
        #expect(script.submit() == 1)
        script.response(1, "a", of: 3)
        #expect(script.submit() == 1)
        #expect(script.lastNumber == 1)
    }

    @Test(
        "The return key searches without pending text if the draft was edited, or the search failed or was cancelled"
    )
    func submitAnew() {
        var script = Self.debounced()
        #expect(script.submit() == 1)
        script.response(1, "a", of: 3)
        script.edit { $0.toggle(\.status, .live) }
        #expect(script.submit() == 2)
        script.fail(2)
        #expect(script.submit() == 3)
        script.cancel(3)
        #expect(script.submit() == 4)
    }

    @Test("An explicit search includes the pending text")
    func searchFlushes() {
        var script = Self.debounced()
        script.type("wh")
        script.search()
        #expect(script.sent[1]?.draft.text == "wh")
        #expect(script.timer == nil)
        script.fireNewestTimer()
        #expect(script.pending == [1])
    }

    @Test("Clearing the text searches immediately")
    func cleared() {
        var script = Self.debounced()
        script.type("wh")
        script.type("")
        #expect(script.pending == [1])
        #expect(script.timer == nil)
    }

    @Test("The condition is evaluated when the delay ends")
    func condition() {
        var script = Self.debounced()
        script.search("a")
        script.response(1, "a", of: 3)
        script.type("b", isAllowed: true)
        guard let timer = script.timer else { return #expect(Bool(false)) }
        script.timerFired(timer.token, isAllowed: false)
        #expect(script.ids.isEmpty)
        #expect(script.state.phase.word == "idle")
    }

    @Test(
        "A throttled session searches at the first keystroke, then with the newest text at each tick until typing stops"
    )
    func throttle() {
        var script = MachineScript(SearchDraft(), .init(pacing: .throttled(.milliseconds(300))))
        script.type("w")
        #expect(script.sent[1]?.draft.text == "w")
        script.type("wh")
        script.type("wha")
        #expect(script.lastNumber == 1)
        script.tick()
        #expect(script.sent[2]?.draft.text == "wha")
        #expect(script.timer != nil)
        script.tick()
        #expect(script.lastNumber == 2)
        #expect(script.timer == nil)
        script.type("whal")
        #expect(script.sent[3]?.draft.text == "whal")
    }

    @Test(
        "Without a delay every keystroke searches",
        arguments: [
            SearchPacing.immediate, .debounced(.zero), .throttled(.seconds(-1)),
        ])
    func immediate(_ pacing: SearchPacing) {
        var script = MachineScript(SearchDraft(), .init(pacing: pacing))
        script.type("a")
        script.type("ab")
        #expect(script.pending == [1, 2])
    }

    @Test("A new source keeps the pending text")
    func newSource() {
        var script = Self.debounced()
        script.type("wh")
        script.sourceChanged()
        script.tick()
        #expect(script.sent[1]?.draft.text == "wh")
    }

    @Test("An event shows whether its search was typed or explicit")
    func typed() {
        var script = Self.debounced()
        script.type("wh")
        script.events = []
        script.timerFired(script.timer?.token ?? -1, isAllowed: true)
        script.search()
        #expect(script.events.map(\.isTyped) == [true, false])
    }
}
