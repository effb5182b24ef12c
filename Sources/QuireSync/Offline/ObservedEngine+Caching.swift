public import QuireCore
public import QuireEngine

extension ObservedEngine: CacheableEngine where Base: CacheableEngine {
    public func cacheKey(_ request: SearchRequest) async throws -> String { try await base.cacheKey(request) }
}
