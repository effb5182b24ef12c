import Foundation
import QuireEngine
import QuireHTTP
import QuireSync

extension HALOEngine: WritableEngine {
    /// Writes to HALO: a single operation with its own call if there is one, several operations with one batch.
    ///
    /// ```text
    /// create          POST   …/generalcontent/instance
    /// update          PUT    …/generalcontent/instance/{id}
    /// delete          DELETE …/generalcontent/instance/{id}
    /// anything else   POST   …/generalcontent/instance/batch
    /// ```
    /// A create or a batch is never sent twice. If its response is lost, look up the result.
    /// - Throws: `HALOError` if the server rejects the whole call, `TransportError`, `UnsupportedError`.
    public func write(_ batch: WriteBatch) async throws -> [WriteResult] {
        try await write(batch, isRepeatable: nil)
    }

    /// - Parameter isRepeatable: Whether sending it twice is harmless. `nil` depends on each call.
    private func write(_ batch: WriteBatch, isRepeatable: Bool?) async throws -> [WriteResult] {
        let write = HALOWrite(settings: settings, now: Date())
        try write.check(batch)
        if let operation = batch.operations.first, batch.operations.count == 1,
            var call = try write.call(operation)
        {
            call.isRepeatable = isRepeatable ?? call.isRepeatable
            return [try await self.write(operation, by: call)]
        }
        return try await send(batch).results
    }

    /// Sends operations as one batch, even a single one, and returns the server's counts along with the results.
    public func send(_ batch: WriteBatch) async throws -> HALOBatchResponse {
        let write = HALOWrite(settings: settings, now: Date())
        try write.check(batch)
        let call = write.call(batch)
        let response = try await connection.send(call)
        if let error = HALOError(response, to: connection.request(for: call)) { throw error }
        return HALOBatchResponse(response.body, to: batch)
    }

    private func write(_ operation: WriteOperation, by call: HALOCall) async throws -> WriteResult {
        let response: HTTPResponse
        do {
            response = try await connection.send(call)
        } catch let error as HALOError {
            guard let failure = WriteError(error, operation) else { throw error }
            return .failed(failure)
        }
        // Some proxies send errors with status 200.
        if let error = HALOError(response, to: connection.request(for: call)) {
            return .failed(WriteError(error, operation) ?? WriteError(operation, error))
        }
        if operation.kind == .delete { return .deleted(response.body.isEmpty ? nil : response.body) }
        return .stored(response.body)
    }
}

extension HALOEngine: OnceWritingEngine {
    package func writeOnce(_ batch: WriteBatch) async throws -> [WriteResult] {
        try await write(batch, isRepeatable: false)
    }
}
