#if os(Linux) || os(macOS)
internal import CCurl
import Dispatch

/// The state that the exchanges of one transport share. When it is deallocated, its loop ends after running transfers.
final class CurlCore: Sendable {
    let settings: TransportSettings
    let trust: CurlTransport.Trust
    let loop: CurlLoop
    let deadlines: DeadlineTimer

    init(_ settings: TransportSettings, _ trust: CurlTransport.Trust) throws(CurlUnavailableError) {
        guard quire_curl_load(), let multi = quire_curl_multi_init() else { throw CurlUnavailableError() }
        self.settings = settings
        self.trust = trust
        deadlines = DeadlineTimer(queue: DispatchQueue(label: "quire.curl.deadlines"))
        loop = CurlLoop(multi, maximumConnections: settings.maximumConnections, deadlines)
        loop.start()
    }

    deinit { loop.stop() }

    func begin(_ exchange: CurlExchange, caller: TransportCaller, deadline: Deadline) {
        var timer: DeadlineTimer.ID?
        if let instant = deadline.instant {
            guard instant > .now else { return caller.fail(TransportError(.timedOut, exchange.request)) }
            timer = deadlines.add(instant) { [loop] in loop.expire(exchange) }
        }
        loop.begin(exchange, caller: caller, timer: timer)
    }
}
#endif
