/// The items of a query, fetched page by page while they are read: what `ContentClient.all` gives.
public struct ContentItems<Item: Sendable>: AsyncSequence, Sendable {
    private let pages: ContentPages<IdentifiedItem<Item>>
    private let onRejected: (@Sendable (ContentDecodingError) async -> Void)?

    init(
        _ pages: ContentPages<IdentifiedItem<Item>>,
        onRejected: (@Sendable (ContentDecodingError) async -> Void)?
    ) {
        self.pages = pages
        self.onRejected = onRejected
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(pages: pages.makeAsyncIterator(), onRejected: onRejected)
    }

    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate var pages: ContentPages<IdentifiedItem<Item>>.Iterator
        fileprivate let onRejected: (@Sendable (ContentDecodingError) async -> Void)?
        private var items: ArraySlice<IdentifiedItem<Item>> = []
        /// Items may move to a later page while the pages are read. Ids as bytes: "é" in its two spellings is two ids.
        private var seen: Set<[UInt8]> = []

        fileprivate init(
            pages: ContentPages<IdentifiedItem<Item>>.Iterator,
            onRejected: (@Sendable (ContentDecodingError) async -> Void)?
        ) {
            self.pages = pages
            self.onRejected = onRejected
        }

        public mutating func next() async throws -> Item? {
            while true {
                try Task.checkCancellation()
                while let item = items.popFirst() {
                    if seen.insert(Array(item.id.utf8)).inserted { return item.item }
                }
                guard let page = try await pages.next() else { return nil }
                if let onRejected { for error in page.rejected { await onRejected(error) } }
                items = page.items[...]
                // A server that ignores the page's number would answer the same page forever.
                if page.rejected.isEmpty, items.allSatisfy({ seen.contains(Array($0.id.utf8)) }) {
                    return nil
                }
            }
        }
    }
}

/// The pages of a request, one after the other.
struct ContentPages<Item: Sendable>: AsyncSequence, Sendable {
    typealias Fetch = @Sendable (ContentClient, SearchRequest) async throws -> SearchResponse<Item>

    private let client: ContentClient
    private let request: SearchRequest
    private let fetch: Fetch

    init(_ client: ContentClient, _ request: SearchRequest, fetch: @escaping Fetch) {
        self.client = client
        self.request = request
        self.fetch = fetch
    }

    func makeAsyncIterator() -> Iterator { Iterator(client: client, request: request, fetch: fetch) }

    struct Iterator: AsyncIteratorProtocol, Sendable {
        let client: ContentClient
        var request: SearchRequest?
        let fetch: Fetch

        mutating func next() async throws -> SearchResponse<Item>? {
            guard let current = request else { return nil }
            // After an error there is no next page.
            request = nil
            let response = try await fetch(client, current)
            let following = current.following(response)
            if following?.page != current.page { request = following }
            return response
        }
    }
}

extension SearchResponse {
    func map<Other: Sendable>(_ change: (Item) -> Other) -> SearchResponse<Other> {
        var response = SearchResponse<Other>(
            items: items.map(change), rejected: rejected, pageInfo: pageInfo, nextCursor: nextCursor)
        response.origin = origin
        response.side = side
        response.text = text
        response.facets = facets
        response.scanned = scanned
        return response
    }
}
