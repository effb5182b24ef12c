import Foundation
import QuireCore
import QuireEngine

/// A source with one engine, or with the two of a ``MirroredEngine``.
public struct EngineSource: SearchSource {
    public let content: ContentClient
    public let origin: SearchOrigin

    /// - Parameters:
    ///   - content: The client for searches.
    ///   - origin: The origin of its responses. A ``MirroredEngine`` sets its own.
    public init(_ content: ContentClient, origin: SearchOrigin = .remote) {
        self.content = content
        self.origin = origin
    }

    public func response<Module: ContentModule>(
        _ page: SearchPage<Module>, preliminary: @Sendable (DraftResponse<Module>) async -> Void
    ) async throws -> DraftResponse<Module> {
        if let engine = content.engine as? any SearchSourcing {
            return try await engine.source(locale: content.locale).response(page, preliminary: preliminary)
        }
        let plan = try SearchPlan(
            page.draft, page: page.number, counts: page.counts, for: content.engine.capabilities)
        var storedAt: Date?
        var result = try await plan.response { requests in
            let responses = try await content.responses(to: requests, of: Module.self)
            for response in responses {
                if case .stored(let date) = response.origin { storedAt = min(date, storedAt ?? date) }
            }
            return responses
        }
        result.origin = origin
        result.storedAt = storedAt
        return result
    }
}
