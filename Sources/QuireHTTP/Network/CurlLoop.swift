#if os(Linux) || os(macOS)
internal import CCurl
import Foundation
import QuireToolbox

/// Runs the transfers of a transport on its own thread. libcurl is only called there.
///
/// Other threads add commands and wake the loop. A cancellation handler does nothing else, so that nothing waits while
/// the task's status lock is held.
///
/// Unchecked, because only the loop's thread uses the transfers.
final class CurlLoop: @unchecked Sendable {
    private enum Command {
        case begin(CurlExchange, TransportCaller, DeadlineTimer.ID?)
        case abort(CurlExchange, any Error)
        case expire(CurlExchange)
    }

    private struct State {
        var commands: [Command] = []
        var isStopping = false
        var hasEnded = false
        var lastCounts = (open: 0, waiting: 0)
    }

    private let state = Locked(State())

    // Used only on the loop's thread.
    private let multi: UnsafeMutableRawPointer
    private let maximumConnections: Int
    private let deadlines: DeadlineTimer
    private var running: [ObjectIdentifier: CurlExchange] = [:]
    private var waiting = ArraySlice<CurlExchange>()

    init(_ multi: UnsafeMutableRawPointer, maximumConnections: Int, _ deadlines: DeadlineTimer) {
        self.multi = multi
        self.maximumConnections = max(1, maximumConnections)
        self.deadlines = deadlines
        _ = quire_curl_multi_set(multi, Int32(QUIRE_CURLM_MAXCONNECTS), self.maximumConnections)
    }

    func start() {
        let thread = Thread { self.run() }
        thread.name = "quire.curl"
        thread.start()
    }

    // MARK: - From any thread

    func begin(_ exchange: CurlExchange, caller: TransportCaller, timer: DeadlineTimer.ID?) {
        give(.begin(exchange, caller, timer))
    }

    func abort(_ exchange: CurlExchange, _ error: any Error) { give(.abort(exchange, error)) }

    func expire(_ exchange: CurlExchange) { give(.expire(exchange)) }

    /// Ends the thread after all transfers have finished.
    func stop() {
        state.withLock { state in
            state.isStopping = true
            if !state.hasEnded { _ = quire_curl_multi_wakeup(multi) }
        }
    }

    private func give(_ command: Command) {
        state.withLock { state in
            state.commands.append(command)
            // After the end, there is no loop to wake, and nothing to abort.
            if !state.hasEnded { _ = quire_curl_multi_wakeup(multi) }
        }
    }

    /// The number of unfinished exchanges, and how many of them are queued.
    var counts: (open: Int, waiting: Int) {
        state.withLock { state in
            let beginning = state.commands.count { if case .begin = $0 { true } else { false } }
            return (state.lastCounts.open + beginning, state.lastCounts.waiting)
        }
    }

    // MARK: - On the loop's thread

    private func run() {
        quire_curl_block_broken_pipe()
        while work() { _ = quire_curl_multi_poll(multi, 60_000) }
        quire_curl_multi_cleanup(multi)
    }

    /// Does the pending work. Returns `false` after a stop was requested and all work is done.
    private func work() -> Bool {
        let (commands, isStopping) = state.withLock { state in
            defer { state.commands.removeAll() }
            // Commands count as open while they are carried out.
            state.lastCounts.open += state.commands.count
            return (state.commands, state.isStopping)
        }
        for command in commands { carryOut(command) }
        startWaiting()
        var count: Int32 = 0
        _ = quire_curl_multi_perform(multi, &count)
        finishEnded()
        startWaiting()
        let waits = waiting.count { !$0.isFinished }
        let open = running.count + waits
        state.withLock { $0.lastCounts = (open, waits) }
        guard isStopping, running.isEmpty, waiting.isEmpty else { return true }
        return state.withLock { state in
            guard state.commands.isEmpty else { return true }
            state.hasEnded = true
            return false
        }
    }

    private func carryOut(_ command: Command) {
        switch command {
        case .begin(let exchange, let caller, let timer):
            exchange.loop = self
            exchange.timer = timer
            exchange.caller = caller
            // It may have been aborted first.
            if exchange.failure != nil { finish(exchange, code: nil) } else { waiting.append(exchange) }
        case .abort(let exchange, let error): abort(exchange, with: error)
        case .expire(let exchange):
            let waits = exchange.transfer == nil && exchange.caller != nil
            let detail = waits ? "waiting for one of \(maximumConnections) connections" : ""
            abort(exchange, with: TransportError(.timedOut, exchange.request, detail: detail))
        }
    }

    private func abort(_ exchange: CurlExchange, with error: any Error) {
        guard !exchange.isFinished, exchange.failure == nil else { return }
        exchange.failure = error
        if exchange.transfer != nil || exchange.caller != nil { finish(exchange, code: nil) }
    }

    private func startWaiting() {
        while running.count < maximumConnections, let exchange = waiting.popFirst() {
            if exchange.isFinished { continue }
            guard let transfer = exchange.makeTransfer(), quire_curl_multi_add(multi, transfer) == 0 else {
                exchange.failure =
                    exchange.failure
                    ?? TransportError(.other, exchange.request, detail: "libcurl refused the request")
                finish(exchange, code: nil)
                continue
            }
            running[ObjectIdentifier(exchange)] = exchange
        }
    }

    private func finishEnded() {
        var code: Int32 = 0
        while let transfer = quire_curl_multi_next_ended(multi, &code) {
            guard let context = quire_curl_context(transfer) else { continue }
            finish(Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue(), code: code)
        }
    }

    private func finish(_ exchange: CurlExchange, code: Int32?) {
        guard !exchange.isFinished else { return }
        if let timer = exchange.timer { deadlines.remove(timer) }
        if let transfer = exchange.transfer { _ = quire_curl_multi_remove(multi, transfer) }
        running[ObjectIdentifier(exchange)] = nil
        exchange.finish(code: code)
    }
}
#endif
