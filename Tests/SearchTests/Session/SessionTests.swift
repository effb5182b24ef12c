import Foundation
import Quire
import QuireHTTP
import SampleModules
import Testing
import TransportDoubles

@testable import QuireSearch

/// The actor around the state machine: tasks, listeners, lifetime.
@Suite struct SessionTests {
    private static func page(_ ids: [String], total: Int? = nil) -> DraftResponse<Books> {
        MachineScript.response(ids, page: 1, size: 20, total ?? ids.count)
    }

    @Test("Commands take effect before they return")
    func synchronous() async {
        let source = ScriptedSource()
        let session = SearchSession<Books>(source: source, options: .immediate)
        session.text = "wha"
        #expect(session.draft.text == "wha")
        session.toggle(\.status, .live)
        session.edit { $0.pageSize = session.draft.pageSize * 2 }
        #expect(session.draft.pageSize == 40)
        #expect(session.draft.isRefined(\.status, .live))
        #expect(!session.hasPendingRequests)
        #expect(session.search() == 1)
        #expect(session.hasPendingRequests)
        #expect(session.state.phase.isLoading)
        session.cancelPending()
        #expect(!session.hasPendingRequests)
        #expect(session.state.phase.word == "idle")
    }

    @Test("Keystrokes from many threads are all searched, each with a unique number")
    func threads() async {
        let source = ScriptedSource()
        let session = SearchSession<Books>(
            source: source, options: .init(pacing: .immediate, maximumPending: 1_000))
        let numbers = await withTaskGroup(of: [Int].self) { group in
            for thread in 0..<8 {
                group.addTask { (0..<50).map { session.search(tag: "\(thread) \($0)") } }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(numbers.sorted() == Array(1...400))
        session.cancelPending()
    }

    @Test(
        "Readers of states, events and progress can be cancelled while the session changes",
        .timeLimit(.minutes(10)))
    func cancelledReaders() async {
        let watchdog = Watchdog(seconds: 900, "cancelling a session's readers")
        defer { watchdog.stop() }
        let session = SearchSession<Books>(source: ScriptedSource(), options: .immediate)
        let readers = [
            Task { for await _ in session.states {} },
            Task { for await _ in session.events {} },
            Task { for await _ in session.progress(after: .zero) {} },
        ]
        func count() -> Int { session.core.locked.withLock { $0.states.count + $0.events.count } }
        while count() < readers.count { await Task.yield() }
        // A state or an event is sent under this lock.
        session.core.locked.withLock { _ in for reader in readers { reader.cancel() } }
        for reader in readers { await reader.value }
        #expect(count() == 0)
    }

    @Test(
        "A late listener gets the current state, every listener the last one, and all streams end with the session"
    )
    func listeners() async throws {
        let source = ScriptedSource()
        var session: SearchSession<Books>? = SearchSession(source: source, options: .immediate)
        let early = try #require(session?.states)
        let events = try #require(session?.events)
        session?.type("a")
        let call = try #require(await source.call("a"))
        source.response(call, with: Self.page(["a0"]))
        await session?.settled()
        let late = try #require(session?.states)
        var iterator = late.makeAsyncIterator()
        #expect(await iterator.next()?.items.map(\.id) == ["a0"])
        session = nil
        #expect(await iterator.next() == nil)
        var last: SearchState<Books>?
        for await state in early { last = state }
        #expect(last?.items.map(\.id) == ["a0"])
        var words: [String] = []
        for await event in events { words.append(MachineScript.words(event)) }
        #expect(words == ["started 1", "delivered 1"])
    }

    @Test("A slow listener skips to the newest state")
    func slowListener() async {
        let session = SearchSession<Books>(source: ScriptedSource(), options: .immediate)
        let states = session.states
        for index in 0..<50 { session.type("\(index)") }
        session.reset()
        session.text = "after"
        session.remove("x")
        var iterator = states.makeAsyncIterator()
        let state = await iterator.next()
        #expect(state?.revision == session.state.revision)
    }

    @Test("A cancelled listener does not affect the session or other listeners")
    func cancelledListener() async throws {
        let source = ScriptedSource()
        let session = SearchSession<Books>(source: source, options: .immediate)
        let other = session.states
        let listener = Task { for await _ in session.states {} }
        session.type("a")
        listener.cancel()
        await listener.value
        let call = try #require(await source.call("a"))
        source.response(call, with: Self.page(["a0"]))
        let state = await session.settled()
        #expect(state.items.count == 1)
        var iterator = other.makeAsyncIterator()
        #expect(await iterator.next()?.items.count == 1)
    }

    @Test(
        "Releasing the session cancels its running requests, and their tasks end"
    )
    func lifetime() async throws {
        let source = ScriptedSource()
        let clock = SteppedClock()
        var session: SearchSession<Books>? = SearchSession(
            source: source, options: .init(pacing: .debounced(.seconds(1))), clock: clock)
        weak let weakSession = session
        weak let weakCore = session?.core
        let events = try #require(session?.events)
        session?.search()
        _ = await source.call("")
        session?.type("typed")
        await clock.untilSleeping(1)
        session = nil
        #expect(weakSession == nil)
        #expect(weakCore == nil)
        await clock.untilSleeping(0)
        await source.until { source.counts == (1, 1) }
        var words: [String] = []
        for await event in events { words.append(MachineScript.words(event)) }
        #expect(words == ["started 1", "cancelled 1 sessionEnded"])
    }

    @Test("The timer of a throttled session ends with the session")
    func throttledLifetime() async throws {
        let clock = SteppedClock()
        var session: SearchSession<Books>? = SearchSession(
            source: ScriptedSource(), options: .init(pacing: .throttled(.seconds(1))), clock: clock)
        session?.type("a")
        session?.cancelPending()
        await clock.untilSleeping(1)
        let tasks = try #require(session?.core.tasks)
        session = nil
        await clock.untilSleeping(0)
        await ScriptedSource().until { tasks.living == 0 }
        #expect(tasks.total == 2)
    }

    @Test("Neither a listener nor a subscription retains the session")
    func notKept() async {
        var session: SearchSession<Books>? = SearchSession(source: ScriptedSource(), options: .immediate)
        weak let weakSession = session
        let (states, events) = (session?.states, session?.events)
        let listener = Task { [states] in
            guard let states else { return }
            for await _ in states {}
        }
        session = nil
        #expect(weakSession == nil)
        await listener.value
        withExtendedLifetime(events) {}
    }

    @Test("The response of a source that ignores cancellation is dropped")
    func stubborn() async throws {
        let source = ScriptedSource(isStubborn: { _ in true })
        let session = SearchSession<Books>(source: source, options: .immediate)
        session.type("a")
        let old = try #require(await source.call("a"))
        session.type("b")
        let new = try #require(await source.call("b"))
        source.response(new, with: Self.page(["b0"]))
        await session.settled()
        source.response(old, with: Self.page(["a0"]))
        await source.until { source.counts == (2, 2) }
        #expect(session.state.items.map(\.id) == ["b0"])
        #expect(session.state.number == 2)
    }

    @Test("A cancelled request cancels its task")
    func realCancellation() async throws {
        let source = ScriptedSource()
        let session = SearchSession<Books>(source: source, options: .immediate)
        let number = session.search()
        _ = await source.call("")
        session.cancel(number)
        await source.until { source.counts == (1, 1) }
        session.cancel(number)
        session.cancel(77)
    }

    @Test("Every kind of cancellation error counts as a cancellation", arguments: [0, 1, 2])
    func cancellations(_ kind: Int) async throws {
        let source = ScriptedSource()
        let session = SearchSession<Books>(source: source, options: .immediate)
        let events = session.events
        session.type("a")
        let call = try #require(await source.call("a"))
        let request = HTTPRequest(.get, try #require(URL(string: "https://books.example")))
        switch kind {
        case 0: source.fail(call, with: CancellationError())
        case 1: source.fail(call, with: TransportError(.other, request, code: -999))
        default: source.fail(call, with: URLError(.cancelled))
        }
        let state = await session.settled()
        #expect(state.phase.word == "idle")
        session.search()
        var words: [String] = []
        for await event in events.prefix(3) { words.append(MachineScript.words(event)) }
        #expect(words == ["started 1", "cancelled 1 source", "started 2"])
    }

    @Test("The state contains an error of the source, with the old results")
    func failure() async throws {
        let source = ScriptedSource()
        let session = SearchSession<Books>(source: source, options: .immediate)
        session.type("a")
        source.response(try #require(await source.call("a")), with: Self.page(["a0"]))
        await session.settled()
        session.type("b")
        source.fail(try #require(await source.call("b")), with: MachineScript.Broken())
        let state = await session.settled()
        #expect(state.phase.error is MachineScript.Broken)
        #expect(state.items.map(\.id) == ["a0"])
        session.retry()
        source.response(try #require(await source.call("b")), with: Self.page(["b0"]))
        #expect(await session.settled().items.map(\.id) == ["b0"])
    }

    @Test("A preliminary response is a state of its own")
    func preliminary() async throws {
        let source = ScriptedSource()
        let session = SearchSession<Books>(source: source, options: .immediate)
        session.type("a")
        let call = try #require(await source.call("a"))
        source.respondForNow(call, with: Self.page(["local"]))
        await source.until { session.state.isPreliminary }
        #expect(session.state.items.map(\.id) == ["local"])
        source.response(try #require(await source.call("a")), with: Self.page(["far"]))
        let state = await session.settled()
        #expect(state.items.map(\.id) == ["far"])
        #expect(!state.isPreliminary)
    }

    @Test("A debounced session sends one request for a burst of keystrokes, using the given clock")
    func debounced() async throws {
        let source = ScriptedSource()
        let clock = SteppedClock()
        let session = SearchSession<Books>(source: source, clock: clock)
        for text in ["w", "wh", "wha"] { session.type(text) }
        await clock.until { $0.deadlines == [SteppedClock.Instant(offset: .milliseconds(100))] }
        clock.advance(by: .milliseconds(99))
        #expect(!session.hasPendingRequests)
        clock.advance(by: .milliseconds(1))
        source.response(try #require(await source.call("wha")), with: Self.page(["w0"]))
        #expect(await session.settled().items.count == 1)
        #expect(source.counts == (1, 1))
        session.type("whale")
        session.submit()
        source.response(try #require(await source.call("whale")), with: Self.page(["w1"]))
        #expect(await session.settled().items.map(\.id) == ["w1"])
    }

    @Test("Conditions that read the session, and edits inside an edit, do not deadlock")
    func reentrance() async {
        let watchdog = Watchdog(seconds: 900, "a session's condition")
        defer { watchdog.stop() }
        let box = Box()
        let session = SearchSession<Books>(
            source: ScriptedSource(),
            options: .init(
                pacing: .immediate, condition: SearchCondition { _ in box.session?.state.phase.error == nil })
        )
        box.session = session
        session.type("a")
        session.edit {
            $0.pageSize = 3
            session.search()
        }
        #expect(session.draft.pageSize == 3)
        box.session = nil
    }

    @Test("Conditions: text that is not blank, a minimum length")
    func conditions() {
        func allows(_ condition: SearchCondition<Books>, _ text: String) -> Bool {
            var draft = SearchDraft<Books>()
            draft.text = text
            return condition.allows(draft)
        }
        #expect(!allows(.hasText, ""))
        #expect(!allows(.hasText, " \n "))
        #expect(allows(.hasText, " x "))
        #expect(!allows(.text(atLeast: 3), " ab "))
        #expect(allows(.text(atLeast: 3), " a b "))
        #expect(allows(.always, ""))
    }

    @Test("A cancelled wait for a session returns the current state")
    func cancelledWaiter() async {
        let session = SearchSession<Books>(source: ScriptedSource(), options: .immediate)
        session.search()
        let waiter = Task { await session.settled() }
        waiter.cancel()
        #expect(await waiter.value.phase.isLoading)
        session.cancelPending()
        #expect(await session.settled().phase.word == "idle")
    }

    private final class Box: @unchecked Sendable {
        private let lock = NSLock()
        private var kept: SearchSession<Books>?

        var session: SearchSession<Books>? {
            get { lock.withLock { kept } }
            set { lock.withLock { kept = newValue } }
        }
    }
}
