import Foundation
import Quire
import QuireHTTP
import QuireSync
import SampleModules

@testable import QuireHALO

/// A remote that treats writes as scripted, in order, and counts them; after the script, all succeed.
final class ScriptedRemote: OnceWritingEngine, @unchecked Sendable {
    enum Step: Sendable {
        /// Throws before anything is done.
        case fails(TransportError.Kind)
        case status(Int)
        /// Carries it out, and throws.
        case losesResponse
        /// Returns a failure for the operation.
        case refuses(WriteError.Reason, status: Int? = nil)
        /// Waits until it is resumed, and then succeeds.
        case waits
    }

    let base: any WritableEngine
    private let lock = NSLock()
    private var steps: [Step]
    private var received: [WriteOperation] = []
    private var succeeded: [WriteOperation] = []
    private let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    private let (releases, release) = AsyncStream.makeStream(of: Void.self)

    init(_ base: any WritableEngine, _ steps: [Step] = []) {
        self.base = base
        self.steps = steps
    }

    /// Everything that was sent.
    var sent: [WriteOperation] { lock.withLock { received } }
    /// The writes that were carried out.
    var done: [WriteOperation] { lock.withLock { succeeded } }

    func script(_ steps: Step...) { lock.withLock { self.steps += steps } }

    /// Returns when a waiting write has arrived.
    func waitForArrival() async { for await _ in arrivals { return } }

    func letGoOn() { release.yield() }

    var capabilities: EngineCapabilities { base.capabilities }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] { try await base.search(requests, decoding: decoder) }

    func searchData(_ request: SearchRequest) async throws -> Data { try await base.searchData(request) }

    func validate(_ request: SearchRequest) throws { try base.validate(request) }

    func explain(_ request: SearchRequest) throws -> String { try base.explain(request) }

    func write(_ batch: WriteBatch) async throws -> [WriteResult] { try await writeOnce(batch) }

    func writeOnce(_ batch: WriteBatch) async throws -> [WriteResult] {
        let step = lock.withLock {
            received += batch.operations
            return steps.isEmpty ? nil : steps.removeFirst()
        }
        switch step {
        case nil: return try await carryOut(batch)
        case .fails(let kind): throw TransportError(kind, Self.request)
        case .status(let status): throw Self.error(status)
        case .losesResponse:
            _ = try await carryOut(batch)
            throw TransportError(.connectionLost, Self.request)
        case .refuses(let reason, let status):
            return batch.operations.map { operation in
                var failure = WriteError(reason, operation, message: "as the script says")
                failure.status = status
                return .failed(failure)
            }
        case .waits:
            arrival.yield()
            for await _ in releases { break }
            try Task.checkCancellation()
            return try await carryOut(batch)
        }
    }

    private func carryOut(_ batch: WriteBatch) async throws -> [WriteResult] {
        // A server does not notice a client's cancellation.
        let results = try await Task { [base] in try await base.write(batch) }.value
        lock.withLock {
            succeeded += zip(batch.operations, results).filter { $0.1.isSuccess }.map(\.0)
        }
        return results
    }

    private static let request = HTTPRequest(.post, URL(fileURLWithPath: "/script"))

    private static func error(_ status: Int) -> HALOError {
        HALOError(status: status, HTTPResponse(status: status), to: request)
    }
}
