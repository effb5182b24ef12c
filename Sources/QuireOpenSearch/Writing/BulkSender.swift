import Foundation
import QuireCluster
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote

/// Sends operations in bulk, and repeats those that a busy cluster rejected.
struct BulkSender {
    let connection: ClusterConnection
    let settings: OpenSearchSettings

    /// The approximate maximum size of one request in bytes.
    private static let maximumBytes = 8 << 20

    /// - Parameter intent: Whether a request with an unknown outcome may be repeated.
    /// - Returns: The result of each line, in the same order.
    func send(
        _ lines: [BulkLine], refresh: OpenSearchSettings.Refresh, intent: NodeCall.Intent, _ action: String
    ) async throws -> [BulkOutcome] {
        var outcomes: [BulkOutcome] = []
        var batch: [[UInt8]] = []
        var bytes = 0
        for line in lines {
            let line = line.bytes
            if !batch.isEmpty, batch.count == settings.batchSize || bytes + line.count > Self.maximumBytes {
                outcomes += try await send(batch, refresh, intent: intent, action: action)
                (batch, bytes) = ([], 0)
            }
            batch.append(line)
            bytes += line.count
        }
        if !batch.isEmpty { outcomes += try await send(batch, refresh, intent: intent, action: action) }
        return outcomes
    }

    /// Sends lines that others may have made needless by changing or deleting their documents meanwhile.
    ///
    /// - Returns: The number of lines that were carried out.
    /// - Throws: `OpenSearchError` for a line that is refused for another reason.
    func sendUnlessChanged(_ lines: [BulkLine], _ action: String) async throws -> Int {
        let outcomes = try await send(lines, refresh: .later, intent: .write, action)
        for outcome in outcomes where !outcome.isSuccess && outcome.status != 409 && outcome.status != 404 {
            throw OpenSearchError(
                .refused, action, status: outcome.status, type: outcome.type,
                reason: outcome.reason ?? "a document was refused")
        }
        return outcomes.count(where: \.isSuccess)
    }

    private func send(
        _ batch: [[UInt8]], _ refresh: OpenSearchSettings.Refresh, intent: NodeCall.Intent, action: String
    ) async throws -> [BulkOutcome] {
        var outcomes = try await sendOnce(batch, refresh, intent: intent, action: action)
        let end = ContinuousClock.now + settings.nodes.writePatience
        var delay = Duration.milliseconds(50)
        while case let busy = outcomes.indices.filter({ outcomes[$0].isBusy }), !busy.isEmpty,
            .now + delay < end
        {
            try await Task.sleep(for: delay * Double.random(in: 0.5...1))
            delay = min(delay * 2, .seconds(2))
            let again = try await sendOnce(busy.map { batch[$0] }, refresh, intent: intent, action: action)
            for (index, outcome) in zip(busy, again) { outcomes[index] = outcome }
        }
        return outcomes
    }

    private func sendOnce(
        _ batch: [[UInt8]], _ refresh: OpenSearchSettings.Refresh, intent: NodeCall.Intent, action: String
    ) async throws -> [BulkOutcome] {
        try Task.checkCancellation()
        let response = try await connection.send(
            ClusterConnection.Call(
                .post, "/_bulk", query: [("refresh", refresh.rawValue)], body: .lines(Array(batch.joined())),
                intent: intent, action: action))
        let outcomes = (response["items"]?.elements ?? []).compactMap {
            BulkOutcome($0, hiding: connection.credentials.secrets)
        }
        guard outcomes.count == batch.count else {
            throw OpenSearchError(
                .unreadable, action,
                reason: "there are not as many results as lines: \(outcomes.count), not \(batch.count)")
        }
        return outcomes
    }
}

extension WriteError {
    /// The failure for an operation that the cluster refused.
    init(_ outcome: BulkOutcome, _ operation: WriteOperation) {
        self.init(
            outcome.status == 400 ? .invalid : .other, operation,
            message: outcome.reason ?? "the cluster refused it")
        status = outcome.status
        type = outcome.type
    }
}
