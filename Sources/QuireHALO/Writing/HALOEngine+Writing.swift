import Foundation
import QuireEngine
import QuireHTTP
import QuireSync

extension HALOEngine: WritableEngine {
    /// Writes over HALO: one operation by its own call where it has one, several by one batch.
    ///
    /// ```text
    /// create          POST   …/generalcontent/instance
    /// update          PUT    …/generalcontent/instance/{id}
    /// delete          DELETE …/generalcontent/instance/{id}
    /// anything else   POST   …/generalcontent/instance/batch
    /// ```
    /// A create and a batch are never sent twice; what became of one whose answer was lost has to be looked up.
    /// - Throws: `HALOError` where the server refuses the call as a whole, `TransportError`, `UnsupportedError`.
    public func write(_ batch: WriteBatch) async throws -> [WriteResult] {
        try await write(batch, isRepeatable: nil)
    }

    /// - Parameter isRepeatable: `nil` leaves it to each call.
    private func write(_ batch: WriteBatch, isRepeatable: Bool?) async throws -> [WriteResult] {
        let write = HALOWrite(settings: connection.settings, now: Date())
        try write.check(batch)
        if let operation = batch.operations.first, batch.operations.count == 1,
            var call = try write.call(operation)
        {
            call.isRepeatable = isRepeatable ?? call.isRepeatable
            return [try await self.write(operation, by: call)]
        }
        return try await send(batch).results
    }

    /// Sends operations as one batch, also a single one, and gives the server's counts beside the results.
    public func send(_ batch: WriteBatch) async throws -> HALOBatchAnswer {
        let write = HALOWrite(settings: connection.settings, now: Date())
        try write.check(batch)
        let call = write.call(batch)
        let response = try await connection.send(call)
        if let error = HALOError(response, to: connection.request(for: call)) { throw error }
        return HALOBatchAnswer(response.body, to: batch)
    }

    private func write(_ operation: WriteOperation, by call: HALOCall) async throws -> WriteResult {
        let response: HTTPResponse
        do {
            response = try await connection.send(call)
        } catch let error as HALOError {
            guard let failure = WriteFailure(error, operation) else { throw error }
            return .failed(failure)
        }
        // Some proxies answer an error with status 200.
        if let error = HALOError(response, to: connection.request(for: call)) {
            return .failed(WriteFailure(error, operation) ?? WriteFailure(operation, error))
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

extension HALOEngine.Settings {
    /// How a batch names the modules to empty: the two SDKs of HALO differ.
    public enum TruncateKey: String, Sendable, Hashable {
        /// As iOS writes it.
        case truncated
        /// As Android writes it.
        case truncate
    }
}
