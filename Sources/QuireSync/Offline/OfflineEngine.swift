import Foundation
import QuireCore
import QuireEngine

/// An engine whose responses can be cached, because its requests have keys.
public protocol CacheableEngine: ContentEngine {
    /// Returns a key that two requests share if their responses are the same. It is the same in every process.
    ///
    /// The key consists of everything that would be sent, except options about storing or decoding a response.
    /// Creating it must not require the network, because stored responses are looked up while offline.
    ///
    /// - Throws: `UnsupportedError` and `QueryError` if the engine would reject the request.
    func cacheKey(_ request: SearchRequest) async throws -> String
}

extension CacheableEngine {
    /// Wraps this engine so that its responses are stored and reused while offline.
    ///
    /// ```swift
    /// let content = ContentClient(engine: halo.offline(in: store))
    /// let page = try await content.fetch(Books.query().where(\.age >= 18))
    /// if case .stored(let date) = page.origin { print("as of \(date)") }
    /// ```
    /// - Parameters:
    ///   - cache: A `Store`, a ``MemoryResponseCache``, or your own cache.
    ///   - policy: The default policy for requests.
    public func offline(
        in cache: any ResponseCache, policy: OfflinePolicy = .networkElseStored
    ) -> OfflineEngine<Self> {
        offline(in: cache, settings: OfflineSettings(policy: policy))
    }

    /// Wraps this engine so that its responses are stored and reused while offline, with custom settings.
    public func offline(
        in cache: any ResponseCache, settings: OfflineSettings
    ) -> OfflineEngine<Self> {
        OfflineEngine(base: self, offlineData: OfflineData(cache: cache, settings: settings))
    }
}

/// An engine that wraps another one, stores its responses and returns them while offline.
///
/// A response is stored as its original bytes, so it keeps its order, tags, keys and page. The key consists of what
/// would be sent. Lifetime and decoding options are not part of it.
public struct OfflineEngine<Base: CacheableEngine>: ContentEngine {
    /// The engine that responds while online.
    public let base: Base
    /// The stored responses, also for other calls.
    public let offlineData: OfflineData

    public var capabilities: EngineCapabilities {
        var capabilities = base.capabilities
        capabilities.offlinePolicies = true
        // The bytes of a page do not include a cursor.
        capabilities.supportsCursors = false
        capabilities.liveQueries = false
        return capabilities
    }

    public func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        // Check all requests before the first is sent.
        var searches: [Search] = []
        for request in requests { searches.append(try await Search(request, base)) }
        if let only = searches.first, searches.count == 1 { return [try await response(only, decoder)] }
        return try await withThrowingTaskGroup(of: (Int, SearchResponse<Item>).self) { group in
            for (index, search) in searches.enumerated() {
                group.addTask { (index, try await response(search, decoder)) }
            }
            var pages: [SearchResponse<Item>?] = Array(repeating: nil, count: searches.count)
            for try await (index, page) in group { pages[index] = page }
            return pages.compactMap { $0 }
        }
    }

    public func searchData(_ request: SearchRequest) async throws -> Data {
        let search = try await Search(request, base)
        if policy(of: search.options) == .network { return try await base.searchData(search.request) }
        return try await offlineData.response(
            for: search.key, subject: request.module.name, search.options,
            load: { try await base.searchData(search.request) },
            read: { data in
                // Do not store anything that is not a page.
                _ = try ItemDecoder<Void>.checking(request.module).decodePage(data, options: .lenient)
                return data
            }
        ).value
    }

    public func validate(_ request: SearchRequest) throws { try base.validate(request.withoutOffline) }

    public func explain(_ request: SearchRequest) throws -> String {
        "policy: \(policy(of: request.offline).rawValue)\n" + (try base.explain(request.withoutOffline))
    }

    private func response<Item: Sendable>(
        _ search: Search, _ decoder: ItemDecoder<Item>
    ) async throws -> SearchResponse<Item> {
        if policy(of: search.options) == .network {
            guard let page = try await base.search([search.request], decoding: decoder).first else {
                throw ResponseCountError(engine: base.capabilities.name, requested: 1, returned: 0)
            }
            return page
        }
        let response = try await offlineData.response(
            for: search.key, subject: search.request.module.name, search.options,
            load: { try await base.searchData(search.request) },
            read: { try decoder.decodePage($0, options: search.request.decoding) })
        var page = response.value
        page.origin = response.origin
        return page
    }

    private func policy(of options: OfflineOptions) -> OfflinePolicy {
        options.policy ?? offlineData.settings.policy
    }

    /// A request for the base engine, and its cache key.
    private struct Search {
        var request: SearchRequest
        let options: OfflineOptions
        let key: String

        init(_ request: SearchRequest, _ base: Base) async throws {
            self.request = request.withoutOffline
            options = request.offline
            var keyed = self.request
            // The tag replaces parts that may contain the current time. The base engine still checks the full request.
            let full = try await base.cacheKey(keyed)
            guard let tag = options.tag else {
                key = "search \(full)"
                return
            }
            keyed.filter = nil
            keyed.metaFilter = nil
            key = "search \(JSONValue.string(tag)) \(try await base.cacheKey(keyed))"
        }
    }
}

extension OfflineEngine: SyncingEngine where Base: SyncingEngine {
    public func changes(_ request: ChangeRequest) async throws -> ChangeSet {
        try await base.changes(request)
    }

    public func moduleID(of module: ModuleDescriptor) -> String? { base.moduleID(of: module) }
}

extension OfflineEngine: WritableEngine where Base: WritableEngine {
    public func write(_ batch: WriteBatch) async throws -> [WriteResult] { try await base.write(batch) }
}

extension SearchRequest {
    /// The request without its offline options.
    fileprivate var withoutOffline: SearchRequest {
        var request = self
        request.offline = OfflineOptions()
        return request
    }
}

extension ItemDecoder where Item == Void {
    /// Skips the items of a page, to check that it is one.
    fileprivate static func checking(_ module: ModuleDescriptor) -> Self {
        ItemDecoder(module: module, fields: []) { (reader) throws(ValueDecodingError) in
            _ = try reader.read { (_) throws(ValueDecodingError) in }
        }
    }
}

extension DecodingOptions {
    fileprivate static var lenient: DecodingOptions {
        var options = DecodingOptions()
        options.mode = .lenient
        return options
    }
}
