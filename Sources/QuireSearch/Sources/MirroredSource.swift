import QuireCore
import QuireEngine

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
