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

/// How the results of a session follow changes of the content.
///
/// ```swift
/// let session = SearchSession(Books.query(), on: store, options: .init(updates: .live))
/// ```
public enum SearchUpdates: Sendable, Hashable {
    /// After each commit that affects them: a `Store`, an `InMemoryEngine`, an outbox. For other engines, a search fails
    /// with an `UnsupportedError` before any request.
    case live
    /// By searching again after each interval, on any engine.
    case every(Duration)

    /// `nil` waits for commits.
    var interval: Duration? {
        switch self {
        case .live: nil
        case .every(let interval): interval
        }
    }
}
