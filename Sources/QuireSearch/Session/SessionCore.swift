import Foundation
import QuireCore
import QuireToolbox

/// Runs a session's state machine: behind a lock, with a task for each request, and with the listeners.
///
/// No foreign code runs under the lock: tasks are cancelled after it is released.
final class SessionCore<Module: ContentModule>: Sendable {
    typealias Machine = SessionMachine<Module>

    /// Held while the draft changes, so that commands keep their order. Recursive, because the closures that edit the
    /// draft, and the search condition, may read the session.
    private let drafting = NSRecursiveLock()
    let locked: Locked<State>
    let clock: any Clock<Duration>
    /// The time since the session was created.
    private let elapsed: @Sendable () -> Duration
    private let condition: SearchCondition<Module>?
    let tasks = TaskCount()

    struct State {
        var machine: Machine
        var current: SearchState<Module>
        var source: any SearchSource
        var requests: [Int: Task<Void, Never>] = [:]
        /// The task that updates the shown results.
        var follower: ResultFollower?
        /// Earlier followers, to be cancelled.
        var replaced: [Task<Void, Never>] = []
        var timer: Task<Void, Never>?
        var states = Listeners<SearchState<Module>>()
        var events = Listeners<SearchEvent<Module>>()
        var waiting: [Int: CheckedContinuation<SearchState<Module>, Never>] = [:]
        var lastWaiter = 0
    }

    init(
        _ draft: SearchDraft<Module>, source: any SearchSource, options: SearchSession<Module>.Options,
        clock: any Clock<Duration>
    ) {
        let machine = SessionMachine(draft, options)
        locked = Locked(State(machine: machine, current: machine.state, source: source))
        condition = options.condition
        self.clock = clock
        elapsed = Self.stopwatch(clock)
    }

    var state: SearchState<Module> { locked.withLock { $0.current } }

    var draft: SearchDraft<Module> { locked.withLock { $0.machine.draft } }

    var currentSource: any SearchSource { locked.withLock { $0.source } }

    var hasPendingRequests: Bool { locked.withLock { !$0.machine.pending.isEmpty } }

    var lastNumber: Int { locked.withLock { $0.machine.lastNumber } }

    var pendingNumbers: Set<Int> { locked.withLock { Set($0.machine.pending.keys) } }

    // MARK: Commands

    func edit<Result>(_ change: (inout SearchDraft<Module>) throws -> Result) rethrows -> Result {
        try drafting.withLock {
            var draft = self.draft
            let result = try change(&draft)
            step { $0.edit(draft) }
            return result
        }
    }

    /// Passes the result of the search condition to a step. Nobody changes the draft meanwhile.
    func searching<Result: Sendable>(_ body: (inout Machine, Bool) -> Result) -> Result {
        drafting.withLock {
            let isAllowed = condition?.allows(draft) ?? true
            return step { body(&$0, isAllowed) }
        }
    }

    func type(_ text: String, tag: (any Sendable)?) {
        drafting.withLock {
            edit { $0.text = text }
            searching { $0.typed(tag: tag, isAllowed: $1) }
        }
    }

    func reset() {
        drafting.withLock { step { $0.reset() } }
    }

    func use(_ source: any SearchSource) {
        advance { state in
            state.source = source
            state.machine.sourceChanged()
        }
    }

    /// Ends all requests and all streams.
    func close() {
        step { $0.close() }
        let timer = locked.withLock { state in
            state.states.finish()
            state.events.finish()
            return state.timer.take()
        }
        timer?.cancel()
    }

    /// Advances the state machine, and performs the effects.
    @discardableResult
    func step<Result: Sendable>(_ body: (inout Machine) -> Result) -> Result {
        advance { body(&$0.machine) }
    }

    /// The same for a step that needs more than the state machine.
    @discardableResult
    func advance<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, stopped, settled, current) = locked.withLock { state in
            state.machine.now = elapsed()
            let result = body(&state)
            let (stopped, settled) = carryOut(state.machine.takeEffects(), &state)
            return (result, stopped, settled, settled.isEmpty ? nil : state.current)
        }
        for task in stopped { task.cancel() }
        if let current { for waiter in settled { waiter.resume(returning: current) } }
        return result
    }

    // MARK: Effects, under the lock

    private func carryOut(
        _ effects: Machine.Effects, _ state: inout State
    ) -> (stopped: [Task<Void, Never>], settled: [CheckedContinuation<SearchState<Module>, Never>]) {
        var stopped: [Task<Void, Never>] = []
        for number in effects.cancels {
            if let task = state.requests.removeValue(forKey: number) { stopped.append(task) }
        }
        switch effects.timer {
        case .stays: break
        case .stops:
            if let timer = state.timer { stopped.append(timer) }
            state.timer = nil
        case .starts(let token, let duration):
            if let timer = state.timer { stopped.append(timer) }
            state.timer = sleep(token, duration)
        }
        stopped += state.replaced
        state.replaced = []
        if let follower = state.follower, state.machine.followed != follower.search {
            stopped.append(follower.task)
            state.follower = nil
        }
        for request in effects.starts { state.requests[request.number] = send(request, state) }
        for event in effects.events { state.events.yield(event) }
        if var current = effects.state {
            current.revision = state.current.revision + 1
            state.current = current
            state.states.yield(current)
        }
        guard !state.waiting.isEmpty, effects.isSettled else { return (stopped, []) }
        defer { state.waiting = [:] }
        return (stopped, Array(state.waiting.values))
    }

    private func send(_ request: Machine.Request, _ state: State) -> Task<Void, Never> {
        let source = state.source
        let number = request.number
        let page = SearchPage<Module>(
            SearchDraft(request.draft), number: request.page, origin: request.origin)
        tasks.begin()
        if let updates = state.machine.options.updates, request.isSearch {
            return Task { [weak self, tasks] in
                defer { tasks.end() }
                await Self.search(source, page, updates: updates, number: number) { [weak self] in self }
            }
        }
        if state.machine.options.updates == .live, state.follower?.search == request.search,
            let source = source as? any LiveSearchSource, let first = state.machine.results?.request
        {
            let page = SearchPage<Module>(SearchDraft(first.draft), number: first.page)
            return Task { [weak self, tasks] in
                defer { tasks.end() }
                await Self.extend(source, page, number: number, of: first.number) { [weak self] in self }
            }
        }
        return Task { [weak self, tasks] in
            defer { tasks.end() }
            do {
                let response = try await source.response(page) { [weak self] response in
                    self?.step { $0.preliminary(number, response) }
                }
                self?.step { $0.responded(number, response) }
            } catch {
                self?.step { $0.ended(number, with: error) }
            }
            self?.ended(number)
        }
    }

    func ended(_ number: Int) { locked.withLock { $0.requests[number] = nil } }

    private func sleep(_ token: Int, _ duration: Duration) -> Task<Void, Never> {
        tasks.begin()
        return Task { [weak self, clock, tasks] in
            defer { tasks.end() }
            do { try await clock.sleep(for: duration, tolerance: nil) } catch { return }
            self?.searching { $0.timerFired(token, isAllowed: $1) }
        }
    }

    private static func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}

extension SessionCore {
    /// The states, starting with the current one. A slow reader gets the latest.
    func stateStream() -> AsyncStream<SearchState<Module>> {
        locked.withLock { $0.states.stream(.bufferingNewest(1), replaying: [$0.current]) { $0 } }
    }

    /// All events from now on.
    func eventStream() -> AsyncStream<SearchEvent<Module>> {
        locked.withLock { $0.events.stream(.unbounded) { $0 } }
    }

    /// Waits until nothing is in flight or paced, or until the caller is cancelled.
    func settled() async -> SearchState<Module> {
        let number = locked.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let state: SearchState<Module>? = locked.withLock { state in
                    if state.machine.isSettled || Task.isCancelled { return state.current }
                    state.waiting[number] = continuation
                    return nil
                }
                if let state { continuation.resume(returning: state) }
            }
        } onCancel: {
            let (waiter, state) = locked.withLock { state in
                (state.waiting.removeValue(forKey: number), state.current)
            }
            waiter?.resume(returning: state)
        }
    }
}

/// The number of a session's live tasks. It outlives the session, because cancelled tasks may take a while to end.
final class TaskCount: Sendable {
    private let counts = Locked((living: 0, total: 0))

    /// Tasks that have not ended.
    var living: Int { counts.value.living }
    /// The number of tasks ever created.
    var total: Int { counts.value.total }

    func begin() {
        counts.withLock { counts in
            counts.living += 1
            counts.total += 1
        }
    }

    func end() { counts.withLock { $0.living -= 1 } }
}
