import Foundation
import Quire
import SampleModules
import TransportDoubles

@testable import QuireSearch

/// A person who types, scrolls, chooses and changes their mind, on a session whose source and clock the simulation
/// controls.
///
/// After each burst of actions, the simulation waits until every task of the session waits for a response or for the
/// clock, or has ended. What happens next is then only the simulation's choice. Within a burst, the tasks of several
/// actions start in any order. With `isStepwise`, it waits after each action too: the same seed then does the same in
/// the same order.
final class KeystrokeSimulation {
    let seed: UInt64
    let watch = StateWatch()
    private(set) var faults: [String] = []
    private(set) var tasks = 0
    private let isStepwise: Bool
    private var random: SeededGenerator
    private let sources: [ScriptedSource]
    private let clock = SteppedClock()
    private var session: SearchSession<Books>?
    private var states: AsyncStream<SearchState<Books>>.Iterator?
    private var events: Task<[SearchEvent<Books>], Never>?
    private var serial = 0
    private var seenRevision = -1
    private var isList = false
    /// Results up to this number come from a replaced source.
    private var foreignUntil = 0

    private struct Failure: Error {}

    init(seed: UInt64, isStepwise: Bool = false) {
        self.seed = seed
        self.isStepwise = isStepwise
        random = SeededGenerator(seed: seed)
        // Every eleventh request goes to a source that ignores cancellation.
        sources = (0..<2).map { _ in
            ScriptedSource(isStubborn: { SimulatedServer.total($0.draft.text + "?") % 11 == 0 })
        }
    }

    /// Types this many keystrokes, with everything else in between.
    func run(keystrokes: Int) async {
        begin()
        var typed = 0
        while typed < keystrokes {
            for _ in 0...pick(9) {
                typed += act()
                if isStepwise { await rest() }
            }
            await rest()
            for _ in 0...pick(3) {
                play()
                await rest()
            }
            await look()
        }
        await finish()
    }

    private func begin() {
        isList = pick(2) == 0
        let pacing: SearchPacing =
            switch pick(3) {
            case 0: .immediate
            case 1: .debounced(.milliseconds(100))
            default: .throttled(.milliseconds(300))
            }
        let session = SearchSession<Books>(
            source: sources[0],
            options: .init(
                pacing: pacing, maximumPending: 1 + pick(4), prefetchDistance: pick(12),
                retainedPages: pick(2) == 0 ? nil : pick(3),
                condition: pick(4) == 0 ? .text(atLeast: 2) : nil), clock: clock)
        session.edit { $0.pageSize = 1 + pick(9) }
        states = session.states.makeAsyncIterator()
        let stream = session.events
        events = Task { await stream.reduce(into: []) { $0.append($1) } }
        self.session = session
    }

    // MARK: The person

    /// Does one thing; returns the number of keystrokes.
    private func act() -> Int {
        guard let session else { return 0 }
        switch pick(24) {
        case 0...11:
            serial += 1
            session.type(pick(8) == 0 ? "" : "q\(serial)")
            return 1
        case 12: session.submit()
        case 13: session.search(tag: serial)
        case 14: session.edit { $0.toggle(\.status, .live) }
        case 15, 16: session.loadMore()
        case 17, 18: show(session)
        case 19: session.loadPage(pick(12))
        case 20: session.retry()
        case 21: session.cancel(pick(max(1, serial)) + 1)
        case 22: if pick(4) == 0 { session.cancelPending() } else { session.loadMore() }
        default:
            switch pick(6) {
            case 0: session.reset()
            case 1:
                session.use(source: sources[pick(2)])
                foreignUntil = session.core.lastNumber
            default: show(session)
            }
        }
        return 0
    }

    private func show(_ session: SearchSession<Books>) {
        let state = session.state
        if isList {
            if let item = state.items.randomElement(using: &random) { session.itemShown(item.id) }
            return
        }
        let index = pick(70) - 5
        session.itemShown(at: index)
        let after = session.state
        guard state.pages.indices.contains(index), !state.phase.isLoading, !isForeign else { return }
        let page = state.pages.page(of: index)
        let isThere = after.pages.loadedPages.contains(page)
        expect(
            isThere || after.loadingPages.contains(page) || after.failedPages[page] != nil,
            "page \(page) is shown, and nobody loads it")
    }

    private var isForeign: Bool { (session?.state.number ?? 0) <= foreignUntil }

    /// Loads all pages of one more search, and compares them with the server's items.
    private func readToTheEnd() async {
        guard let session else { return }
        session.cancelPending()
        session.use(source: sources[0])
        session.text = "all of q\(seed)"
        session.search()
        for _ in 0..<200 {
            await rest()
            for call in sources[0].calls {
                sources[0].response(call, with: SimulatedServer.response(call.page))
            }
            await rest()
            guard session.state.hasMore else { break }
            session.loadMore()
        }
        var seen: Set<String> = []
        let all = SimulatedServer.ids(session.text).filter { seen.insert($0).inserted }
        let shown = session.state.items.map(\.id.rawValue)
        expect(shown == all, "read to the end: \(shown.count) of \(all.count) items")
        await look()
    }

    // MARK: The source and the clock

    /// Responds to a request, or advances the clock.
    private func play() {
        let calls = waitingCalls
        if calls.isEmpty || pick(3) == 0 {
            clock.advance(by: .milliseconds(pick(200)))
            return
        }
        let (source, call) = calls[pick(calls.count)]
        switch pick(12) {
        case 0, 1: source.fail(call, with: Failure())
        case 2: source.fail(call, with: CancellationError())
        case 3, 4: source.respondForNow(call, with: SimulatedServer.response(call.page, origin: .local))
        default: source.response(call, with: SimulatedServer.response(call.page))
        }
    }

    /// In an order that is the same in every run.
    private var waitingCalls: [(source: ScriptedSource, call: ScriptedSource.Call)] {
        let calls = sources.enumerated().flatMap { index, source in
            source.calls.map { (key: "\($0.text) \($0.page.number) \($0.isCancelled) \(index)", source, $0) }
        }
        return calls.sorted { $0.key < $1.key }.map { ($0.1, $0.2) }
    }

    /// Waits until every task of the session waits for the source or the clock, so that nothing can happen by itself.
    ///
    /// The numbers of tasks are read before and after, because a task that still runs may have started one that waits.
    private func rest() async {
        guard let session else { return }
        let tasks = session.core.tasks
        await sources[0].until("seed \(seed): a session that stands still") { [sources, clock] in
            let before = (tasks.living, tasks.total)
            let waiting = sources.reduce(0) { $0 + $1.calls.count } + clock.snapshot.deadlines.count
            return before == (waiting, tasks.total) && tasks.living == waiting
        }
    }

    // MARK: Observed states

    /// A new listener gets the newest state, once.
    private func look() async {
        guard let session, session.state.revision > seenRevision else { return }
        guard let state = await states?.next(isolation: nil) else { return expect(false, "the states ended") }
        expect(state.revision == session.state.revision, "not the newest state")
        seenRevision = state.revision
        watch.see(state)
    }

    private func finish() async {
        await readToTheEnd()
        let asked = session?.core.tasks
        weak let weakSession = session
        weak let weakCore = session?.core
        session = nil
        expect(weakSession == nil, "the session lives on")
        expect(weakCore == nil, "the session's core lives on")
        expect(await states?.next(isolation: nil) == nil, "the states go on")
        for event in await events?.value ?? [] { watch.see(event) }
        watch.finish()
        // Sources that ignore cancellation respond at the end.
        await sources[0].until("seed \(seed): the end of all tasks") {
            for (source, call) in waitingCalls {
                source.response(call, with: SimulatedServer.response(call.page))
            }
            return asked?.living == 0
        }
        expect(sources.allSatisfy { $0.counts.begun == $0.counts.ended }, "questions without an end")
        expect(clock.snapshot.deadlines.isEmpty, "timers without an end")
        tasks = asked?.total ?? 0
    }

    private func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
        if !holds, faults.count < 5 { faults.append(what()) }
    }

    private func pick(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &random) }
}
