import QuireCore
import QuireEngine
import QuireHTTP

/// Stores instances, and retries those that failed for a transient reason.
///
/// - Parameter send: Stores instances once. Its result has one entry for each.
package func storeWithRetries(
    _ instances: [JSONValue], _ send: ([JSONValue]) async throws -> [WriteError?]
) async throws -> [WriteError?] {
    let maximumAttempts = 4
    guard !instances.isEmpty else { return [] }
    var results = try await send(instances)
    for attempt in 1..<maximumAttempts {
        let again = results.indices.filter { results[$0]?.mayPass ?? false }
        if again.isEmpty { break }
        try await Task.sleep(for: .milliseconds(100 << attempt))
        for (index, result) in zip(again, try await send(again.map { instances[$0] })) {
            results[index] = result
        }
    }
    return results
}

extension WriteError {
    /// Whether the same write may succeed a moment later.
    package var mayPass: Bool {
        reason == .noResponse || status.map { $0 == 500 || RetryPolicy.isRetryable(status: $0) } ?? false
    }
}
