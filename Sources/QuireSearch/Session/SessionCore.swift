import Foundation
import QuireCore

/// Runs a session's state machine: behind a lock, with a task for each request, and with the listeners.
///
/// No foreign code runs under the lock: tasks are cancelled, and listeners ended, after it is released.
final class SessionCore<Module: ContentModule>: @unchecked Sendable {
    typealias Machine = SessionMachine<Module>

    /// Held while the draft changes, so that commands keep their order. Recursive, because the closures that edit the
    /// draft, and the search condition, may read the session.
    private let drafting = NSRecursiveLock()
    let lock = NSLock()
    let clock: any Clock<Duration>
    /// The time since the session was created.
    private let elapsed: @Sendable () -> Duration
    private let condition: SearchCondition<Module>?
    private(set) var machine: Machine
    private(set) var current: SearchState<Module>
    private var source: any SearchSource
    let tasks = TaskCount()
    var requests: [Int: Task<Void, Never>] = [:]
    /// The task that updates the shown results.
    var follower: Follower?
    /// Earlier followers, to be cancelled.
    var replaced: [Task<Void, Never>] = []
    private var timer: Task<Void, Never>?
    var states = Listeners<SearchState<Module>>()
    var events = Listeners<SearchEvent<Module>>()
    var waiting: [Int: CheckedContinuation<SearchState<Module>, Never>] = [:]
    var lastWaiter = 0

    init(
        _ draft: SearchDraft<Module>, source: any SearchSource, options: SearchSession<Module>.Options,
        clock: any Clock<Duration>
    ) {
        machine = SessionMachine(draft, options)
        current = machine.state
        condition = options.condition
        self.source = source
        self.clock = clock
        elapsed = Self.stopwatch(clock)
    }

    var state: SearchState<Module> { lock.withLock { current } }

    var draft: SearchDraft<Module> { lock.withLock { machine.draft } }

    var currentSource: any SearchSource { lock.withLock { source } }

    var hasPendingRequests: Bool { lock.withLock { !machine.pending.isEmpty } }

    var lastNumber: Int { lock.withLock { machine.lastNumber } }

    var pendingNumbers: Set<Int> { lock.withLock { Set(machine.pending.keys) } }

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
    func searching<Result>(_ body: (inout Machine, Bool) -> Result) -> Result {
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
        step { machine in
            self.source = source
            machine.sourceChanged()
        }
    }

    /// Ends all requests and all streams.
    func close() {
        step { $0.close() }
        let (states, events, timer) = lock.withLock {
            defer {
                self.states = Listeners()
                self.events = Listeners()
                self.timer = nil
            }
            return (self.states, self.events, self.timer)
        }
        timer?.cancel()
        states.finish()
        events.finish()
    }

    /// Advances the state machine, and performs the effects.
    @discardableResult
    func step<Result>(_ body: (inout Machine) -> Result) -> Result {
        lock.lock()
        machine.now = elapsed()
        let result = body(&machine)
        let effects = machine.takeEffects()
        let (stopped, settled) = carryOut(effects)
        let state = settled.isEmpty ? nil : current
        lock.unlock()
        for task in stopped { task.cancel() }
        if let state { for waiter in settled { waiter.resume(returning: state) } }
        return result
    }

    // MARK: Effects, under the lock

    private func carryOut(
        _ effects: Machine.Effects
    ) -> (stopped: [Task<Void, Never>], settled: [CheckedContinuation<SearchState<Module>, Never>]) {
        var stopped: [Task<Void, Never>] = []
        for number in effects.cancels {
            if let task = requests.removeValue(forKey: number) { stopped.append(task) }
        }
        switch effects.timer {
        case .stays: break
        case .stops:
            if let timer { stopped.append(timer) }
            timer = nil
        case .starts(let token, let duration):
            if let timer { stopped.append(timer) }
            timer = sleep(token, duration)
        }
        stopped += replaced
        replaced = []
        if let follower, machine.followed != follower.search {
            stopped.append(follower.task)
            self.follower = nil
        }
        for request in effects.starts { requests[request.number] = send(request) }
        for event in effects.events { events.yield(event) }
        if var state = effects.state {
            state.revision = current.revision + 1
            current = state
            states.yield(state)
        }
        guard !waiting.isEmpty, effects.isSettled else { return (stopped, []) }
        defer { waiting = [:] }
        return (stopped, Array(waiting.values))
    }

    private func send(_ request: Machine.Request) -> Task<Void, Never> {
        let source = source
        let number = request.number
        let page = SearchPage<Module>(
            SearchDraft(request.draft), number: request.page, origin: request.origin)
        tasks.begin()
        if let updates = machine.options.updates, request.isSearch {
            return Task { [weak self, tasks] in
                defer { tasks.end() }
                await Self.search(source, page, updates, number) { [weak self] in self }
            }
        }
        if machine.options.updates == .live, follower?.search == request.search,
            let source = source as? any LiveSearchSource, let first = machine.results?.request
        {
            let page = SearchPage<Module>(SearchDraft(first.draft), number: first.page)
            return Task { [weak self, tasks] in
                defer { tasks.end() }
                await Self.extend(source, page, number, of: first.number) { [weak self] in self }
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

    func ended(_ number: Int) { lock.withLock { _ = requests.removeValue(forKey: number) } }

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
