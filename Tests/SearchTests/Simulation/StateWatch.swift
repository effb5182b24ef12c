import Quire
import QuireSearch
import SampleModules

/// Watches every state and event of a session, and checks its invariants.
final class StateWatch {
    private(set) var faults: [String] = []
    private(set) var states = 0
    private(set) var ended = 0
    private(set) var delivered = 0
    private var revision = -1
    private var number = 0
    private var lastStarted = 0
    private var lastDelivered = 0
    private var open: Set<Int> = []

    func see(_ state: SearchState<Books>) {
        states += 1
        expect(state.revision > revision, "revision \(state.revision) after \(revision)")
        revision = state.revision
        // After a reset there is no result; otherwise results only get newer.
        expect(state.number == 0 || state.number >= number, "search \(state.number) after \(number)")
        number = max(number, state.number)
        if state.number == 0 { expect(state.items.isEmpty, "items without a search") }
        let text = state.draft.text
        let ids = SimulatedServer.ids(text)
        for page in state.pages.loadedPages {
            let first = (page - 1) * state.pages.pageSize
            let places = first..<min(first + state.pages.pageSize, max(first, ids.count))
            for place in places where !state.pages.isHidden(place) {
                let found = state.pages[place]?.id.rawValue
                expect(found == ids[place], "'\(text)' has \(found ?? "nothing") at \(place)")
            }
        }
        let shown = state.items.map(\.id.rawValue)
        expect(Set(shown).count == shown.count, "an item twice in '\(text)'")
        expect(
            shown.allSatisfy { $0.hasPrefix(text + "/") }, "items of another search in '\(text)': \(shown)")
        let loaded = Set(state.pages.loadedPages)
        let busy = state.loadingPages.union(state.failedPages.keys)
        expect(loaded.isDisjoint(with: busy), "a page is loaded and not loaded")
        expect(state.loadingPages.isDisjoint(with: state.failedPages.keys), "a page is loading and failed")
    }

    func see(_ event: SearchEvent<Books>) {
        let number = event.number
        switch event.kind {
        case .updated, .refined, .dropped: return
        case .started:
            expect(number > lastStarted, "started \(number) after \(lastStarted)")
            lastStarted = number
            open.insert(number)
        case .preliminary:
            expect(open.contains(number), "preliminary \(number), which has ended")
            deliver(event)
        case .delivered:
            end(number)
            delivered += 1
            deliver(event)
        case .failed: end(number)
        case .cancelled: end(number)
        }
    }

    /// What must hold at the session's end.
    func finish() {
        expect(open.isEmpty, "never ended: \(open.sorted())")
    }

    private func end(_ number: Int) {
        expect(open.remove(number) != nil, "\(number) ended without having begun, or twice")
        ended += 1
    }

    /// When a search is delivered, all older ones have ended.
    private func deliver(_ event: SearchEvent<Books>) {
        expect(event.search >= lastDelivered, "search \(event.search) delivered after \(lastDelivered)")
        guard !event.isLoadingMore else { return }
        lastDelivered = event.search
        expect(open.allSatisfy { $0 >= event.number }, "older than \(event.number) still open")
    }

    private func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
        if !holds, faults.count < 5 { faults.append(what()) }
    }
}
