import QuireRemote

/// Sends many writes of records that others may have deleted meanwhile.
struct BulkWrites {
    let engine: PocketBaseEngine

    /// - Throws: The error of a write that the server rejects, unless its record is missing; `TransportError`.
    func send(_ writes: [PlannedWrite]) async throws {
        let isBatched = try await engine.batchSupport.isOn(engine.connection)
        let sender = WriteSender(connection: engine.connection, retries: engine.settings.retries)
        let size = isBatched ? max(1, engine.settings.batchSize) : 1
        for start in stride(from: 0, to: writes.count, by: size) {
            let some = Array(writes[start..<min(start + size, writes.count)])
            for sent in try await sender.send(some, isBatched: isBatched) {
                switch sent.outcome {
                case .done: break
                case .refused(let error, _, _): if error.status != 404 { throw error }
                case .failed(let error, _): throw error
                }
            }
        }
    }
}
