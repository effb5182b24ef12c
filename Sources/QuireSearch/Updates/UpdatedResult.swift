import QuireCore
import QuireEngine

/// The loaded pages of a result: as they are first, then after each change of the content.
struct UpdatedResult<Module: ContentModule>: Sendable {
    typealias Responses = [Int: DraftResponse<Module>]

    private let source: any LiveSearchSource
    private let page: SearchPage<Module>
    private let preliminary: @Sendable (DraftResponse<Module>) async -> Void
    private var updates: LiveResults<Responses>.Iterator
    /// Whether commits are followed, instead of an interval.
    private let isLive: Bool
    /// The first response, until the updates have begun.
    private var first: DraftResponse<Module>?

    /// - Parameters:
    ///   - source: The source of the result.
    ///   - page: Its first page.
    ///   - pages: Returns the numbers of the further pages that are loaded, or are being loaded.
    ///   - preliminary: Receives responses to the first page that a better one follows.
    init(
        _ source: any LiveSearchSource, _ page: SearchPage<Module>, updates: SearchUpdates,
        pages: @escaping @Sendable () -> Set<Int>,
        preliminary: @escaping @Sendable (DraftResponse<Module>) async -> Void
    ) {
        self.source = source
        self.page = page
        self.preliminary = preliminary
        isLive = updates == .live
        self.updates =
            source.content.live(every: updates.interval, comparing: Self.areEqual) { content in
                try await Self.read(source.reading(content), page, pages: pages, preliminary: preliminary)
            }
            .makeAsyncIterator()
    }

    /// Returns the response to the first page.
    mutating func response() async throws -> DraftResponse<Module> {
        let engine = source.content.engine
        if isLive, engine.live == nil { throw UnsupportedError.updates(of: source) }
        // Two engines respond, of which only one can be followed.
        if isLive, engine is any SearchSourcing {
            let response = try await source.response(page, preliminary: preliminary)
            canFollow = engine.live?.isLocal != true || response.origin == .local
            first = response
            return response
        }
        guard let response = try await updates.next()?[page.number] else { throw CancellationError() }
        return try await source.completing(response, to: page, preliminary: preliminary)
    }

    /// Whether the result can be updated.
    private(set) var canFollow = true

    /// Waits for the next change.
    ///
    /// - Returns: All pages, including those that have not changed.
    mutating func next() async throws -> Responses {
        while var responses = try await updates.next() {
            if let response = responses[page.number] {
                responses[page.number] = try await source.completing(response, to: page) { _ in }
            }
            let isKnown = first.map { Self.areEqual([page.number: $0], responses) } ?? false
            first = nil
            if !isKnown { return responses }
        }
        throw CancellationError()
    }

    private static func read(
        _ source: some LiveSearchSource, _ page: SearchPage<Module>, pages: @Sendable () -> Set<Int>,
        preliminary: @Sendable (DraftResponse<Module>) async -> Void
    ) async throws -> Responses {
        let first = try await source.response(page, preliminary: preliminary)
        var responses = [page.number: first]
        var further = page
        further.origin = first.origin
        // A server that caps pages numbers them by its own page size.
        let size = first.pageInfo.limit
        if size > 0, size != page.draft.pageSize, !page.draft.content.value.loadsEverything {
            further.draft.pageSize = size
        }
        // Asked only now: a page that is requested later than this cannot be older than the snapshot.
        for number in pages().sorted() where number != page.number {
            further.number = number
            responses[number] = try await source.response(further) { _ in }
        }
        return responses
    }

    private static func areEqual(_ left: Responses, _ right: Responses) -> Bool {
        left.count == right.count
            && left.allSatisfy { number, response in right[number].map(response.isEqual) ?? false }
    }
}

extension UnsupportedError {
    /// The refusal of a source whose engine does not report its commits.
    static func updates(of source: any LiveSearchSource) -> UnsupportedError {
        UnsupportedError(
            engine: source.content.engine.capabilities.name, node: "live search results",
            hint:
                "search again at intervals with 'updates: .every(.seconds(30))', or keep the content in a store"
        )
    }

    /// The refusal of a source without an engine to follow.
    static func updates(of source: any SearchSource) -> UnsupportedError {
        UnsupportedError(
            engine: "\(type(of: source))", node: "updates of search results",
            hint: "leave out 'updates', or search with an EngineSource")
    }
}

extension DraftResponse {
    /// Whether a screen would show the same.
    fileprivate func isEqual(to other: DraftResponse) -> Bool {
        items == other.items && pageInfo == other.pageInfo && facets == other.facets && text == other.text
            && rejected == other.rejected && origin == other.origin && didYouMean == other.didYouMean
            && (failure == nil) == (other.failure == nil)
    }
}

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
