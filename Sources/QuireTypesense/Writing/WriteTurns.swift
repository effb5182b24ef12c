/// Allows only one writer of a module at a time, in the order of arrival.
///
/// The server has no conditional writes. Taking turns prevents lost updates among the writers of one engine.
actor WriteTurns {
    private var busy: Set<String> = []
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

    /// Runs a body while no other body for the module runs.
    func take<Result: Sendable>(
        _ module: String, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        if busy.contains(module) {
            await withCheckedContinuation { waiting[module, default: []].append($0) }
        } else {
            busy.insert(module)
        }
        defer { pass(module) }
        try Task.checkCancellation()
        return try await body()
    }

    private func pass(_ module: String) {
        if var queue = waiting[module], !queue.isEmpty {
            let next = queue.removeFirst()
            waiting[module] = queue
            next.resume()
        } else {
            waiting[module] = nil
            busy.remove(module)
        }
    }
}
