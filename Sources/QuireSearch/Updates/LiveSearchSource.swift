import QuireCore
import QuireEngine

/// A source whose results can follow the commits of its engine.
package protocol LiveSearchSource: SearchSource {
    /// The client whose commits are followed.
    var content: ContentClient { get }

    /// The source of the pages, with another client, such as the one of a snapshot.
    func reading(_ content: ContentClient) -> any LiveSearchSource

    /// Adds what does not come from the pages' client, and must not be read while a snapshot is open.
    func completing<Module: ContentModule>(
        _ response: DraftResponse<Module>, to page: SearchPage<Module>,
        preliminary: @Sendable (DraftResponse<Module>) async -> Void
    ) async throws -> DraftResponse<Module>
}

extension EngineSource: LiveSearchSource {
    package func reading(_ content: ContentClient) -> any LiveSearchSource {
        // Live queries of a mirrored engine read the mirror.
        EngineSource(content, origin: self.content.engine.live?.isLocal == true ? .local : origin)
    }

    package func completing<Module: ContentModule>(
        _ response: DraftResponse<Module>, to page: SearchPage<Module>,
        preliminary: @Sendable (DraftResponse<Module>) async -> Void
    ) async throws -> DraftResponse<Module> { response }
}

extension SpellingSource: LiveSearchSource where Base: LiveSearchSource {
    package var content: ContentClient { base.content }

    package func reading(_ content: ContentClient) -> any LiveSearchSource { base.reading(content) }
}
