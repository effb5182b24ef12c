public import Quire

/// A source over one engine.
public struct EngineSource: SearchSource {
    public let content: ContentClient
    public let origin: SearchOrigin

    /// - Parameter origin: What its answers are marked as.
    public init(_ content: ContentClient, origin: SearchOrigin = .remote) {
        self.content = content
        self.origin = origin
    }

    public func answer<Module: ContentModule>(
        _ page: SearchPage<Module>, preliminary: @Sendable (SearchAnswer<Module>) async -> Void
    ) async throws -> SearchAnswer<Module> {
        let plan = try SearchPlan(
            page.draft, page: page.number, counts: page.counts, for: content.engine.capabilities)
        var answer = try plan.merged(try await content.answers(to: plan.requests, of: Module.self))
        answer.origin = origin
        return answer
    }
}
