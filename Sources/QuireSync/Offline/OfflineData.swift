import Foundation
import QuireCore

/// Stores the responses of arbitrary calls and returns them while offline.
///
/// ```swift
/// let engine = halo.offline(in: store)
/// let shelf = try await engine.offlineData.response(to: "shelf 7") { try await fetchShelf(7) }
/// shelf.value       // the bytes, as they came
/// shelf.origin      // .network, or .stored(at: …)
/// ```
public struct OfflineData: Sendable {
    /// The storage of responses.
    public let cache: any ResponseCache
    public let settings: OfflineSettings

    public init(cache: any ResponseCache, settings: OfflineSettings = OfflineSettings()) {
        self.cache = cache
        self.settings = settings
    }

    /// Returns the result of the call, or a stored response, as the policy says.
    ///
    /// - Parameters:
    ///   - name: Identifies the call, including everything that its response depends on.
    ///   - options: Overrides of the settings for this call.
    ///   - isolation: The caller's actor, whose state `load` may use.
    ///   - load: Calls the network. Its errors are rethrown, unless they mean that the device is offline.
    /// - Throws: ``NotStoredError`` if the policy is `stored` and nothing is stored; the errors of the call.
    public func response(
        to name: String, _ options: OfflineOptions = OfflineOptions(),
        isolation: isolated (any Actor)? = #isolation, load: () async throws -> Data
    ) async throws -> OfflineResponse<Data> {
        try await self.response(for: "call \(name)", subject: name, options, load: load) { $0 }
    }

    /// Removes the responses with a tag, or all responses without one.
    public func clear(tag: String? = nil) async throws { try await cache.removeResponses(tag: tag) }

    /// Removes expired responses.
    public func clearExpired() async throws { try await cache.removeExpiredResponses(at: settings.now()) }

    // MARK: - One response

    /// - Parameter read: Decodes the bytes. Bytes that it throws for are not stored.
    package func response<Value>(
        for key: String, subject: String, _ options: OfflineOptions,
        isolation: isolated (any Actor)? = #isolation, load: () async throws -> Data,
        read: (Data) throws -> Value
    ) async throws -> OfflineResponse<Value> {
        let key = settings.scope.isEmpty ? key : "\(settings.scope) \(key)"
        switch options.policy ?? settings.policy {
        case .network: return OfflineResponse(value: try read(try await load()), origin: .network)
        case .stored:
            guard let stored = try await stored(key) else { throw NotStoredError(subject: subject) }
            return OfflineResponse(value: try read(stored.data), origin: .stored(at: stored.savedAt))
        case .networkElseStored:
            do {
                let data = try await load()
                let value = try read(data)
                await save(data, key: key, options: options)
                return OfflineResponse(value: value, origin: .network)
            } catch {
                try Task.checkCancellation()
                guard settings.isOutage(error), !(error is CancellationError),
                    let result = await standIn(key, read)
                else { throw error }
                return result
            }
        }
    }

    /// The stored response if it is still valid. An expired response is removed.
    private func stored(_ key: String) async throws -> CachedResponse? {
        guard let response = try await cache.response(for: key) else { return nil }
        let now = settings.now()
        if response.isGood(at: now) { return response }
        await reporting(.removing) { try await cache.removeExpiredResponses(at: now) }
        return nil
    }

    /// The stored response, if it can be found and decoded.
    private func standIn<Value>(
        _ key: String, isolation: isolated (any Actor)? = #isolation, _ read: (Data) throws -> Value
    ) async -> OfflineResponse<Value>? {
        guard let stored = await reporting(.finding, { try await stored(key) }) ?? nil else { return nil }
        return await reporting(.reading) {
            OfflineResponse(value: try read(stored.data), origin: .stored(at: stored.savedAt))
        }
    }

    private func save(_ data: Data, key: String, options: OfflineOptions) async {
        let now = settings.now()
        let expiry = now.addingTimeInterval((options.timeToLive ?? settings.timeToLive).seconds)
        let response = CachedResponse(
            key: key, tag: options.tag, savedAt: now, expiresAt: expiry, data: data)
        await reporting(.saving) { try await cache.save(response, at: now) }
    }

    /// Reports an error and continues.
    private func reporting<Value>(
        _ step: OfflineProblem.Step, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async -> Value? {
        do {
            return try await body()
        } catch {
            settings.onProblem?(OfflineProblem(step: step, error: error))
            return nil
        }
    }
}

/// A response and its source.
public struct OfflineResponse<Value> {
    public var value: Value
    public var origin: Origin

    public init(value: Value, origin: Origin) {
        self.value = value
        self.origin = origin
    }
}

extension OfflineResponse: Sendable where Value: Sendable {}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
