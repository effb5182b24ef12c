#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(WASILibc)
import WASILibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The clock of an event loop.
struct LoopClock {
    /// The second that `date` holds.
    private var second = time_t(-1)
    private var text = ""

    /// Milliseconds of a monotonic clock.
    static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
    }

    /// The current date in HTTP's format: `Sun, 06 Nov 1994 08:49:37 GMT`.
    mutating func date() -> String {
        var now = time(nil)
        if now == second { return text }
        second = now
        var parts = tm()
        gmtime_r(&now, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        text =
            "\(days[Int(parts.tm_wday) % 7]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon) % 12]) "
            + "\(Int(parts.tm_year) + 1900) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
        return text
    }
}

// Timeouts of slow requests, of slow readers, and of the loop itself when it stops.

extension EventLoop {
    /// How far the loop is on the way to its end. Times are in milliseconds of the loop's clock.
    enum Phase {
        case serving
        /// No new connections. Running requests may finish until then.
        case stopping(until: Int)
        /// Running requests are cancelled, and have until then to return.
        case cancelled(until: Int)

        /// How many milliseconds cancelled requests have to return.
        static let cancelTime = 2_000

        var isServing: Bool { if case .serving = self { true } else { false } }

        /// When the phase ends by itself.
        var end: Int {
            switch self {
            case .serving: .max
            case .stopping(let end), .cancelled(let end): end
            }
        }
    }

    /// Closes connections whose deadline has passed.
    func expire() {
        for connection in Array(connections.values) where connection.deadline <= now {
            switch connection.phase {
            case .reading where connection.awaits == .nothing: close(connection)
            case .reading:
                fail(
                    connection,
                    HTTPError(
                        408,
                        connection.awaits == .head
                            ? "The request's head did not come within \(limits.headTime) ms."
                            : "The request's body did not come within \(limits.bodyTime) ms."))
            case .waiting, .running:
                // The request may still take effect, but nobody waits for its response any longer.
                connection.task?.cancel()
                fail(
                    connection,
                    HTTPError(503, "The request took longer than \(limits.responseTime) ms."))
            case .sending, .draining: close(connection)
            }
        }
    }

    /// Closes connections that have been sending for too long while other requests wait for `unsentBytes`.
    func giveUpSlowReaders() {
        for connection in Array(connections.values)
        where connection.phase == .sending && now >= connection.sendingSince + limits.sendTime {
            close(connection)
        }
    }

    /// Stops accepting connections, and lets running requests finish.
    func beginStop() {
        phase = .stopping(until: now + limits.stopTime)
        listener.socket.close()
        for connection in Array(connections.values) {
            connection.closesAfterResponse = true
            if connection.phase == .reading { close(connection) }
        }
    }

    /// Cancels running requests and closes all connections.
    func cancelAll() {
        phase = .cancelled(until: now + Phase.cancelTime)
        for connection in Array(connections.values) {
            connection.task?.cancel()
            close(connection)
        }
    }
}
