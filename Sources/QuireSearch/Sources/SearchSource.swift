import Foundation
import QuireCore
import QuireEngine

/// The source of a session's responses: one engine, or several with a strategy.
public protocol SearchSource: Sendable {
    /// Returns the response for a page of a draft.
    ///
    /// - Parameters:
    ///   - page: The draft and the number of the page.
    ///   - preliminary: Receives responses that a better one follows, for example a local one. It may be called several
    ///     times before the final response is returned.
    /// - Returns: The final response.
    /// - Throws: `CancellationError` if the task is cancelled; the engine's errors.
    func response<Module: ContentModule>(
        _ page: SearchPage<Module>, preliminary: @Sendable (DraftResponse<Module>) async -> Void
    ) async throws -> DraftResponse<Module>
}

/// A page that a session requests from a source.
public struct SearchPage<Module: ContentModule>: Sendable, Hashable {
    public var draft: SearchDraft<Module>
    /// Counted from 1.
    public var number: Int
    /// The engine of the first page, which must also provide the others. `nil` for a first page.
    public var origin: SearchOrigin?

    public init(_ draft: SearchDraft<Module>, number: Int, origin: SearchOrigin? = nil) {
        self.draft = draft
        self.number = number
        self.origin = origin
    }

    /// Whether facets are counted, which happens once, with the first page of a search.
    public var counts: Bool { origin == nil }
}

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

/// A source with a remote engine and its mirror: the strategy of a ``MirroredEngine``, with separate plans for the two.
struct MirroredSource: Sendable {
    let remote: EngineSource
    let local: EngineSource
    let race: EngineRace

    func response<Module: ContentModule>(
        _ page: SearchPage<Module>, preliminary: @Sendable (DraftResponse<Module>) async -> Void
    ) async throws -> DraftResponse<Module> {
        // The pages of one result come from one engine, even if the other would be faster now.
        switch page.origin {
        case .remote?: return try await remote.response(page) { _ in }
        case .local?: return try await local.response(page) { _ in }
        case nil: break
        }
        let outcome = try await race.run(
            remote: { [remote] in try await remote.response(page) { _ in } },
            local: { [local] in try await local.response(page) { _ in } },
            preliminary: preliminary)
        var response = outcome.value
        response.failure = outcome.failure
        return response
    }
}

/// An engine that provides the best source for sessions over its underlying engines.
protocol SearchSourcing: ContentEngine {
    func source(locale: String?) -> MirroredSource
}

extension MirroredEngine: SearchSourcing {
    func source(locale: String?) -> MirroredSource {
        MirroredSource(
            remote: EngineSource(ContentClient(engine: remote, locale: locale)),
            local: EngineSource(ContentClient(engine: local, locale: locale), origin: .local), race: race)
    }
}
