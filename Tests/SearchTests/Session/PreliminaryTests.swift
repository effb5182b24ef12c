import Quire
import QuireSearch
import SampleModules
import Testing

/// Responses that better ones follow.
@Suite struct PreliminaryTests {
    @Test("A preliminary response is shown, then replaced by the final one")
    func replaced() {
        var script = MachineScript()
        script.search("a")
        script.response(1, ["local1", "local2"], total: 2, preliminary: true)
        #expect(script.ids == ["local1", "local2"])
        #expect(script.state.isPreliminary)
        #expect(script.state.phase.word == "loading")
        #expect(!script.state.isStale)
        script.response(1, ["far1"], total: 1)
        #expect(script.ids == ["far1"])
        #expect(!script.state.isPreliminary)
        #expect(script.state.phase.word == "loaded")
        #expect(script.log == ["started 1", "preliminary 1", "delivered 1"])
    }

    @Test("A preliminary response ends older searches, whose responses would be outdated")
    func endsOlder() {
        var script = MachineScript()
        script.search("a")
        script.search("b")
        script.response(2, ["local"], total: 1, preliminary: true)
        #expect(script.pending == [2])
        script.response(1, "a", of: 3)
        #expect(script.ids == ["local"])
    }

    @Test("A preliminary response that arrives after the final one is dropped")
    func late() {
        var script = MachineScript()
        script.search("a")
        script.response(1, ["far"], total: 1)
        script.response(1, ["local"], total: 1, preliminary: true)
        #expect(script.ids == ["far"])
    }

    @Test("If the final response fails, the preliminary one remains and can load more pages")
    func failure() {
        var script = MachineScript()
        script.edit { $0.pageSize = 2 }
        script.search("a")
        script.response(1, ["l0", "l1"], total: 9, preliminary: true)
        script.loadMore()
        #expect(script.pending == [1])
        script.fail(1)
        #expect(script.ids == ["l0", "l1"])
        // No better response follows.
        #expect(!script.state.isPreliminary)
        #expect(script.state.phase.word == "failed")
        script.loadMore()
        #expect(script.sent[2]?.page == 2)
    }

    @Test("If the search is cancelled after its preliminary response, that response remains")
    func givenUp() {
        var script = MachineScript()
        script.search("a")
        script.response(1, ["local"], total: 1, preliminary: true)
        script.cancel(1)
        #expect(script.ids == ["local"])
        #expect(!script.state.isPreliminary && script.state.phase.word == "loaded")
    }

    @Test("A further page has only one response: a preliminary one is not shown")
    func furtherPages() {
        var script = MachineScript()
        script.edit { $0.pageSize = 2 }
        script.search("a")
        script.response(1, "a", of: 9)
        script.loadMore()
        script.response(2, ["x", "y"], total: 9, preliminary: true)
        #expect(script.ids == ["a0", "a1"])
        script.response(2, "a", of: 9)
        #expect(script.ids == ["a0", "a1", "a2", "a3"])
    }

    @Test("Pages that were shown from the preliminary response are reloaded from the final one")
    func shownPages() {
        var script = MachineScript()
        script.edit { $0.pageSize = 10 }
        script.search("a")
        script.response(1, (0..<10).map { "l\($0)" }, total: 100, preliminary: true)
        script.shown(55)
        #expect(script.pending == [1])
        script.response(1, "a", of: 100)
        #expect(script.sent[2]?.page == 6)
    }
}
