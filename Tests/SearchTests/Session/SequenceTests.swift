import Quire
import QuireSearch
import SampleModules
import Testing

/// The order of requests and responses (A1 to A13).
@Suite struct SequenceTests {
    @Test("An edit sends nothing and changes no state")
    func edits() {
        var script = MachineScript()
        script.edit { $0.text = "whale" }
        script.edit { $0.pageSize = 7 }
        #expect(script.log.isEmpty)
        #expect(script.states == 0)
        #expect(script.draft.text == "whale")
    }

    @Test("A search is issued even if nothing has changed, and numbers increase by one from 1")
    func alwaysIssues() {
        var script = MachineScript()
        #expect(script.search("a") == 1)
        script.response(1, "a", of: 3)
        #expect(script.search() == 2)
        #expect(script.search() == 3)
        #expect(script.pending == [2, 3])
        #expect(MachineScript().lastNumber == 0)
    }

    @Test("A search begins at the draft's first page and continues after it")
    func firstPage() {
        var script = MachineScript()
        script.edit {
            $0.firstPage = 3
            $0.pageSize = 2
        }
        script.search("a")
        #expect(script.sent[1]?.page == 3)
        script.response(1, "a", of: 9)
        script.loadMore()
        #expect(script.sent[2]?.page == 4)
        script.response(2, "a", of: 9)
        #expect(script.ids == ["a4", "a5", "a6", "a7"])
    }

    @Test(
        "A search freezes text, refinements, filters and order: further pages use the same, whatever is edited"
    )
    func frozen() {
        var script = MachineScript()
        script.edit {
            $0.pageSize = 2
            $0.toggle(\.status, .live)
        }
        script.search("a")
        let frozen = script.draft
        script.edit {
            $0.text = "b"
            $0.toggle(\.status, .draft)
            $0.filter("age") { $0.age >= 18 }
            $0.sort(by: \.title)
        }
        script.response(1, "a", of: 9)
        script.loadMore()
        #expect(script.sent[1]?.draft.isContent(of: frozen) == true)
        #expect(script.sent[2]?.draft.isContent(of: frozen) == true)
        #expect(script.state.draft == frozen)
    }

    @Test("A response cancels all older searches, with one event each, before it is delivered")
    func olderAreCancelled() {
        var script = MachineScript()
        for text in ["a", "b", "c"] { script.search(text) }
        script.log = []
        script.response(3, "c", of: 3)
        #expect(script.log == ["cancelled 1 superseded", "cancelled 2 superseded", "delivered 3"])
        #expect(script.stopped == [1, 2])
        #expect(script.pending.isEmpty)
        #expect(script.state.number == 3)
    }

    @Test("An error ends older searches like a success")
    func olderAreCancelledByErrors() {
        var script = MachineScript()
        script.search("a")
        script.search("b")
        script.log = []
        script.fail(2)
        #expect(script.log == ["cancelled 1 superseded", "failed 2"])
        #expect(script.state.phase.word == "failed")
    }

    @Test("Late responses and errors of an ended request are dropped")
    func lateResponses() {
        var script = MachineScript()
        for text in ["a", "b", "c"] { script.search(text) }
        script.response(3, "c", of: 3)
        let (log, states) = (script.log, script.states)
        script.response(1, "a", of: 3)
        script.response(1, ["x"], total: 1, preliminary: true)
        script.fail(2)
        script.gaveUp(2)
        script.response(3, "z", of: 3)
        #expect(script.log == log)
        #expect(script.states == states)
        #expect(script.ids == ["c0", "c1", "c2"])
        #expect(script.state.phase.word == "loaded")
    }

    @Test("A newer search continues when an older one gets its response")
    func newerGoesOn() {
        var script = MachineScript()
        for text in ["a", "b", "c"] { script.search(text) }
        script.response(1, "a", of: 3)
        #expect(script.pending == [2, 3])
        #expect(script.ids == ["a0", "a1", "a2"])
        #expect(script.state.isStale)
        #expect(script.state.phase.word == "loading")
        script.response(3, "c", of: 3)
        #expect(script.log.suffix(2) == ["cancelled 2 superseded", "delivered 3"])
        #expect(!script.state.isStale)
        #expect(script.state.phase.word == "loaded")
    }

    @Test("An error keeps the previous results, marked as stale")
    func errorsKeepResults() {
        var script = MachineScript()
        script.search("a")
        script.response(1, "a", of: 3)
        script.search("b")
        #expect(script.state.isStale)
        script.fail(2)
        #expect(script.ids == ["a0", "a1", "a2"])
        #expect(script.state.number == 1)
        #expect(script.state.draft.text == "a")
        #expect(script.state.isStale)
        #expect(script.state.phase.error is MachineScript.Broken)
    }

    @Test("A failed search is retried unchanged, even after edits")
    func retry() {
        var script = MachineScript()
        script.search("a")
        script.fail(1)
        script.edit { $0.text = "b" }
        script.retry()
        #expect(script.sent[2]?.draft.text == "a")
        #expect(script.state.phase.word == "loading")
        script.response(2, "a", of: 2)
        #expect(script.ids == ["a0", "a1"])
        script.retry()
        #expect(script.pending.isEmpty)
    }

    @Test("While a newer search is running, retry does not repeat a failed one")
    func retryBesideNewer() {
        var script = MachineScript()
        script.search("a")
        script.search("b")
        script.fail(1)
        script.retry()
        #expect(script.pending == [2])
        #expect(script.submit() == 2)
        script.cancel(2)
        script.retry()
        #expect(script.sent[3]?.draft.text == "a")
    }

    @Test("A cancelled request has only a cancellation event; unknown and ended numbers are ignored")
    func cancel() {
        var script = MachineScript()
        script.search("a")
        script.response(1, "a", of: 3)
        script.search("b")
        script.log = []
        script.cancel(2)
        #expect(script.log == ["cancelled 2 requested"])
        #expect(script.state.phase.word == "loaded")
        #expect(script.state.isStale)
        script.cancel(2)
        script.cancel(1)
        script.cancel(99)
        script.cancel(-1)
        #expect(script.log == ["cancelled 2 requested"])
        script.response(2, "b", of: 3)
        #expect(script.ids == ["a0", "a1", "a2"])
    }

    @Test("A search that the source cancels ends as cancelled, not as an error")
    func givenUp() {
        var script = MachineScript()
        script.search("a")
        script.gaveUp(1)
        #expect(script.log == ["started 1", "cancelled 1 source"])
        #expect(script.state.phase.word == "idle")
    }

    @Test("All running searches can be cancelled at once, and pending text is discarded")
    func cancelPending() {
        var script = MachineScript(SearchDraft(), .init(pacing: .debounced(.seconds(1))))
        script.search("a")
        script.search("b")
        script.type("c")
        #expect(!script.isSettled)
        script.cancelPending()
        #expect(script.log.suffix(2) == ["cancelled 1 requested", "cancelled 2 requested"])
        #expect(script.isSettled)
        #expect(script.timer == nil)
    }

    @Test("At most three searches run at once: a fourth ends the oldest")
    func keepsLastThree() {
        var script = MachineScript()
        for text in ["a", "b", "c"] { script.search(text) }
        #expect(script.pending == [1, 2, 3])
        script.search("d")
        #expect(script.pending == [2, 3, 4])
        #expect(script.log.suffix(2) == ["cancelled 1 crowdedOut", "started 4"])
    }

    @Test("A limit of one or less keeps only the newest search", arguments: [1, 0, -5])
    func keepsOne(_ maximum: Int) {
        var script = MachineScript(SearchDraft(), .init(pacing: .immediate, maximumPending: maximum))
        for text in ["a", "b", "c"] { script.search(text) }
        #expect(script.pending == [3])
    }

    @Test("Reset clears text, refinements, filters and results, cancels, and keeps the query and the numbers")
    func reset() {
        let query = Books.query().where(\.age >= 18).facet(\.status)
        var script = MachineScript(SearchDraft(query))
        script.edit {
            $0.toggle(\.status, .live)
            $0.filter("price") { $0.price < 10 }
            $0.sort(by: \.title)
        }
        script.search("a")
        script.response(1, "a", of: 50)
        script.search("b")
        script.log = []
        script.reset()
        #expect(script.log == ["cancelled 2 reset", "refined"])
        var empty = SearchDraft(query)
        empty.sort(by: \.title)
        #expect(script.draft == empty)
        #expect(script.ids.isEmpty)
        #expect(script.state.total == nil)
        #expect(!script.state.hasMore)
        #expect(script.state.phase.word == "idle")
        #expect(script.state.number == 0)
        script.loadMore()
        #expect(script.pending.isEmpty)
        #expect(script.search() == 3)
    }

    @Test(
        "A new source cancels running requests, keeps the draft, and marks the results as stale until a search"
    )
    func newSource() {
        var script = MachineScript()
        script.edit { $0.pageSize = 2 }
        script.search("a")
        script.response(1, "a", of: 9)
        script.loadMore()
        script.search("b")
        script.log = []
        script.sourceChanged()
        #expect(script.log == ["cancelled 2 sourceChanged", "cancelled 3 sourceChanged"])
        #expect(script.draft.text == "b")
        #expect(script.state.isStale)
        #expect(script.ids == ["a0", "a1"])
        // A page of another source must not enter these results.
        script.loadMore()
        script.shown(1)
        script.loadPage(2)
        #expect(script.pending.isEmpty)
        script.search()
        script.response(4, "b", of: 9)
        #expect(script.ids == ["b0", "b1"])
        #expect(!script.state.isStale)
        script.loadMore()
        #expect(script.pending == [5])
    }

    @Test("A search that the condition forbids ends running searches and leaves an empty state")
    func condition() {
        var script = MachineScript()
        script.search("ab")
        script.response(1, "a", of: 50)
        script.loadMore()
        script.search("abc")
        script.log = []
        let number = script.search("", isAllowed: false)
        #expect(number == 4)
        #expect(script.log == ["cancelled 2 superseded", "cancelled 3 superseded"])
        #expect(script.state.phase.word == "idle")
        #expect(script.ids.isEmpty)
        #expect(script.state.number == 4)
        #expect(script.state.total == nil)
        script.response(3, "b", of: 3)
        #expect(script.ids.isEmpty)
    }

    @Test("The tag of a search is in its events and states, including those of further pages")
    func tags() {
        var script = MachineScript()
        script.edit { $0.pageSize = 2 }
        script.search(tag: "from the menu")
        script.response(1, "a", of: 9)
        #expect(script.state.tag as? String == "from the menu")
        script.events = []
        script.loadMore()
        let events = script.events
        #expect(events.map { $0.tag as? String } == ["from the menu"])
        #expect(events.map(\.isLoadingMore) == [true])
        script.search("b")
        script.response(3, "b", of: 9)
        #expect(script.state.tag == nil)
    }

    @Test("Only changes of the refinements are events")
    func refinements() {
        var script = MachineScript()
        script.edit { $0.toggle(\.status, .live) }
        script.edit { $0.text = "x" }
        script.edit { $0.toggle(\.status, .live) }
        #expect(script.log == ["refined", "refined"])
    }
}
