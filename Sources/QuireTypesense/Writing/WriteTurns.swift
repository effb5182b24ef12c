/// Lets one writer of a module read and write at a time, in the order in which they came.
///
/// The server has no conditional writes: between the writers of one engine this keeps a change from being lost.
actor WriteTurns {
    private var busy: Set<String> = []
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

    /// Runs a body while no other of the module runs.
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
