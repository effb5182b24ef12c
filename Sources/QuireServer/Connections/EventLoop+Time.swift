// Timeouts of slow requests, of slow readers, and of the loop itself when it stops.

extension EventLoop {
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
        isStopping = true
        stopDeadline = now + limits.stopTime
        listener.socket.close()
        for connection in Array(connections.values) {
            connection.closesAfterResponse = true
            if connection.phase == .reading { close(connection) }
        }
    }

    /// Cancels running requests and closes all connections.
    func cancelAll() {
        hasCancelled = true
        for connection in Array(connections.values) {
            connection.task?.cancel()
            close(connection)
        }
    }
}
