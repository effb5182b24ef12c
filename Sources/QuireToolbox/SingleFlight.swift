/// Single flight: callers that ask for the same work while it runs share one result.
///
/// A cancelled waiter leaves without affecting the others. When the last one leaves, the work is cancelled. Work with
/// the same key but other options, or after a cancelled run, starts when that run has ended. A key never has more
/// than one run at a time.
package actor SingleFlight<Options: Hashable & Sendable, Value: Sendable> {
    private final class Flight {
        let key: [UInt8]
        let options: Options
        var task: Task<Void, Never>?
        var waiters: [Int: CheckedContinuation<Value, any Error>] = [:]
        var isAbandoned = false

        init(_ key: [UInt8], _ options: Options) {
            self.key = key
            self.options = options
        }
    }

    private var flights: [Int: Flight] = [:]
    /// The most recent flight of each key.
    private var latest: [[UInt8]: Int] = [:]
    private var nextNumber = 0

    package init() {}

    /// The number of waiting callers.
    var waiterCount: Int { flights.values.reduce(0) { $0 + $1.waiters.count } }

    /// Whether no work is running and nobody is waiting.
    var isIdle: Bool { flights.isEmpty }

    package func run(
        _ key: String, _ options: Options, work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let number = flight(Array(key.utf8), options, work: work)
        nextNumber += 1
        let waiter = nextNumber
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { flights[number]?.waiters[waiter] = $0 }
        } onCancel: {
            Task { await self.leave(number, waiter) }
        }
    }

    /// Returns the flight to wait for: the running one, or a new one.
    private func flight(
        _ key: [UInt8], _ options: Options, work: @escaping @Sendable () async throws -> Value
    ) -> Int {
        let before = latest[key].flatMap { flights[$0] }
        if let number = latest[key], let before, before.options == options, !before.isAbandoned {
            return number
        }
        nextNumber += 1
        let number = nextNumber
        let flight = Flight(key, options)
        flights[number] = flight
        latest[key] = number
        flight.task = Task { [previous = before?.task] in
            await previous?.value
            let result: Result<Value, any Error>
            do {
                try Task.checkCancellation()
                result = .success(try await work())
            } catch {
                result = .failure(error)
            }
            self.land(number, result)
        }
        return number
    }

    private func land(_ number: Int, _ result: Result<Value, any Error>) {
        guard let flight = flights.removeValue(forKey: number) else { return }
        if latest[flight.key] == number { latest[flight.key] = nil }
        for waiter in flight.waiters.values { waiter.resume(with: result) }
    }

    private func leave(_ number: Int, _ waiter: Int) {
        guard let flight = flights[number], let left = flight.waiters.removeValue(forKey: waiter) else {
            return
        }
        left.resume(throwing: CancellationError())
        guard flight.waiters.isEmpty else { return }
        flight.isAbandoned = true
        flight.task?.cancel()
    }
}
