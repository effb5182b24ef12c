import Foundation
import QuireCore
import QuireEngine

/// An engine whose answers can be kept, because its requests can be told apart.
public protocol CacheableEngine: ContentEngine {
    /// A text that two requests share where the engine answers both alike: the same in every process.
    ///
    /// It is made of what would be sent, but for what only says how an answer is kept or read.
    /// It must be had without a network, because it is what an answer is found by where there is none.
    ///
    /// - Throws: `UnsupportedError` and `QueryError` where the engine would refuse the request.
    func cacheKey(_ request: SearchRequest) async throws -> String
}

extension CacheableEngine {
    /// This engine with its answers kept, so that they can stand in where there is no network.
    ///
    /// ```swift
    /// let content = ContentClient(engine: halo.offline(in: store))
    /// let page = try await content.fetch(Books.query().where(\.age >= 18))
    /// if case .stored(let date) = page.origin { print("as of \(date)") }
    /// ```
    /// - Parameters:
    ///   - cache: A `Store`, a ``MemoryResponseCache``, or one of your own.
    ///   - policy: For requests that name none.
    public func offline(
        in cache: any ResponseCache, policy: OfflinePolicy = .networkElseStored
    ) -> OfflineEngine<Self> {
        offline(in: cache, settings: OfflineSettings(policy: policy))
    }

    /// This engine with its answers kept, with all that can be set.
    public func offline(
        in cache: any ResponseCache, settings: OfflineSettings
    ) -> OfflineEngine<Self> {
        OfflineEngine(base: self, offlineData: OfflineData(cache: cache, settings: settings))
    }
}

/// An engine around another one: keeps answers, and gives them where there is no network.
///
/// An answer is kept as the bytes that it is, so that it comes back with its order, its tags, every key and its page. It
/// is found by what would be sent; how long it is good, and how strictly it is read, make no difference.
public struct OfflineEngine<Base: CacheableEngine>: ContentEngine {
    /// The engine that answers where there is a network.
    public let base: Base
    /// What is kept, and the door for raw calls.
    public let offlineData: OfflineData

    public var capabilities: EngineCapabilities {
        var capabilities = base.capabilities
        capabilities.offlinePolicies = true
        // A cursor does not stand in the bytes of a page.
        capabilities.cursors = false
        return capabilities
    }

    public func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        // All are checked before the first is sent.
        var searches: [Search] = []
        for request in requests { searches.append(try await Search(request, base)) }
        if let only = searches.first, searches.count == 1 { return [try await answer(only, decoder)] }
        return try await withThrowingTaskGroup(of: (Int, SearchResponse<Item>).self) { group in
            for (index, search) in searches.enumerated() {
                group.addTask { (index, try await answer(search, decoder)) }
            }
            var pages: [SearchResponse<Item>?] = Array(repeating: nil, count: searches.count)
            for try await (index, page) in group { pages[index] = page }
            return pages.compactMap { $0 }
        }
    }

    public func searchData(_ request: SearchRequest) async throws -> Data {
        let search = try await Search(request, base)
        if policy(of: search.options) == .network { return try await base.searchData(search.request) }
        return try await offlineData.answer(
            for: search.key, subject: request.module.name, search.options,
            load: { try await base.searchData(search.request) },
            read: { data in
                // What is no page is not kept.
                _ = try ItemDecoder<Void>.checking(request.module).decodePage(data, options: .lenient)
                return data
            }
        ).value
    }

    public func validate(_ request: SearchRequest) throws { try base.validate(request.withoutOffline) }

    public func explain(_ request: SearchRequest) throws -> String {
        "policy: \(policy(of: request.offline).rawValue)\n" + (try base.explain(request.withoutOffline))
    }

    private func answer<Item: Sendable>(
        _ search: Search, _ decoder: ItemDecoder<Item>
    ) async throws -> SearchResponse<Item> {
        if policy(of: search.options) == .network {
            guard let page = try await base.search([search.request], decoding: decoder).first else {
                throw EngineAnswerError(engine: base.capabilities.name, asked: 1, answered: 0)
            }
            return page
        }
        let answer = try await offlineData.answer(
            for: search.key, subject: search.request.module.name, search.options,
            load: { try await base.searchData(search.request) },
            read: { try decoder.decodePage($0, options: search.request.decoding) })
        var page = answer.value
        page.origin = answer.origin
        return page
    }

    private func policy(of options: OfflineOptions) -> OfflinePolicy {
        options.policy ?? offlineData.settings.policy
    }

    /// A request as the base is asked, and what it is kept under.
    private struct Search {
        var request: SearchRequest
        let options: OfflineOptions
        let key: String

        init(_ request: SearchRequest, _ base: Base) async throws {
            self.request = request.withoutOffline
            options = request.offline
            var keyed = self.request
            // The tag stands for what may hold the present moment. What the base would refuse, it refuses all the same.
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
    /// The request as an engine without policies is asked.
    fileprivate var withoutOffline: SearchRequest {
        var request = self
        request.offline = OfflineOptions()
        return request
    }
}

extension ItemDecoder where Item == Void {
    /// Steps over the items of a page, to see that it is one.
    fileprivate static func checking(_ module: ModuleDescriptor) -> Self {
        ItemDecoder(module: module, fields: []) { (reader) throws(DecodingFailure) in
            _ = try reader.read { (_) throws(DecodingFailure) in }
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
