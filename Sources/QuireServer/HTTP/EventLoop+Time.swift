// What ends by the clock: slow requests, slow readers, and the loop itself when it is stopped.

extension EventLoop {
    /// Ends what has waited for too long.
    func expire() {
        for connection in Array(connections.values) where connection.deadline <= now {
            switch connection.phase {
            case .reading where connection.awaits == .nothing: close(connection)
            case .reading:
                fail(
                    connection,
                    HTTPFailure(
                        408,
                        connection.awaits == .head
                            ? "The request's head did not come within \(limits.headTime) ms."
                            : "The request's body did not come within \(limits.bodyTime) ms."))
            case .waiting, .running:
                // What it does may still happen; its answer is not awaited any more.
                connection.task?.cancel()
                fail(
                    connection,
                    HTTPFailure(503, "The request was not answered within \(limits.answerTime) ms."))
            case .sending, .draining: close(connection)
            }
        }
    }

    /// Closes the connections whose answers have gone out for too long while other requests wait for their bytes.
    func giveUpSlowReaders() {
        for connection in Array(connections.values)
        where connection.phase == .sending && now >= connection.sendingSince + limits.sendTime {
            close(connection)
        }
    }

    /// Takes no more connections, and lets the requests that run end.
    func beginStop() {
        isStopping = true
        stopDeadline = now + limits.stopTime
        listener.socket.close()
        for connection in Array(connections.values) {
            connection.closesAfterAnswer = true
            if connection.phase == .reading { close(connection) }
        }
    }

    /// Cancels the requests that still run, and closes all connections.
    func cancelAll() {
        hasCancelled = true
        for connection in Array(connections.values) {
            connection.task?.cancel()
            close(connection)
        }
    }
}
