import QuireCore
import QuireEngine
import QuireHTTP

/// Stores instances whose ids the server can hold. The others fail without affecting them.
///
/// - Parameters:
///   - longestID: The maximum number of bytes of an id, if there is one.
///   - send: Stores instances. Its result has one entry for each.
package func storeEach(
    _ instances: [JSONValue], of module: ModuleDescriptor, longestID: Int? = nil,
    _ send: ([JSONValue]) async throws -> [WriteError?]
) async throws -> [WriteError?] {
    let mostBytes = longestID ?? .max
    func isValid(_ instance: JSONValue) -> Bool {
        (1...mostBytes).contains(instance.instanceID.utf8.count)
    }
    func failure(_ reason: WriteError.Reason, _ instance: JSONValue, message: String) -> WriteError {
        WriteError(
            reason, WriteOperation(.createOrUpdate, module, id: instance.instanceID), message: message)
    }
    var results = try await send(instances.filter(isValid)).makeIterator()
    return instances.map { instance in
        guard isValid(instance) else {
            return failure(
                .invalid, instance,
                message: longestID.map { "expected an id of 1 to \($0) bytes" } ?? "it has no id")
        }
        guard let result = results.next() else {
            return failure(.noResponse, instance, message: "the response has no line for it")
        }
        return result
    }
}

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

extension ContentEngine {
    /// Reads all items of a module as instances, page by page, to fill a collection from another engine.
    ///
    /// - Parameter body: Receives the instances of a page, and the total number if it is known.
    package func readInstances(
        of module: ModuleDescriptor, _ body: ([JSONValue], Int?) async throws -> Void
    ) async throws {
        let size = min(250, capabilities.maximumPageSize ?? 250)
        let decoder = ItemDecoder.ids(of: module)
        var request = SearchRequest(module: module)
        request.fields = []
        request.page = capabilities.supportsCursors ? .cursor(nil, limit: size) : .page(1, size: size)
        var walk = PageWalk(request)
        while let request = walk.next {
            try Task.checkCancellation()
            guard var page = try await search([request], decoding: decoder).first else {
                throw ResponseCountError(engine: capabilities.name, requested: 1, returned: 0)
            }
            try walk.take(&page, id: { $0 })
            // Fetch them by their ids, because a response with many items may omit parts.
            try await body(
                try await instances(of: page.items, in: module).compactMap { $0 }, page.pageInfo.totalItems)
        }
        try walk.finish()
    }
}
