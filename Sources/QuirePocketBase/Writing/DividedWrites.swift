import QuireRemote

/// Sends writes of records that others may have deleted meanwhile. A batch that the server ends is divided.
struct DividedWrites {
    let engine: PocketBaseEngine

    /// - Throws: The error of a write that the server refuses, unless its record is missing; `TransportError`.
    func send(_ writes: [PlannedWrite]) async throws {
        let isBatched = try await engine.batchSupport.isOn(engine.connection)
        let size = isBatched ? max(1, engine.settings.batchSize) : 1
        for start in stride(from: 0, to: writes.count, by: size) {
            try await sendTogether(Array(writes[start..<min(start + size, writes.count)]))
        }
    }

    private func sendTogether(_ writes: [PlannedWrite]) async throws {
        let sender = WriteSender(connection: engine.connection, retries: engine.settings.retries)
        var rest = writes
        while !rest.isEmpty {
            let outcome = try await rest.count == 1 ? sender.send(rest[0]) : sender.send(rest)
            switch outcome {
            case .done: return
            case .refused(let error, let part, _):
                guard error.status == 404, rest.indices.contains(part) else { throw error }
                rest.remove(at: part)
            case .tooLarge(let error):
                guard rest.count > 1 else { throw error }
                try await sendTogether(Array(rest[..<(rest.count / 2)]))
                rest = Array(rest[(rest.count / 2)...])
            case .unknown(let error), .unsent(let error): throw error
            }
        }
    }
}
