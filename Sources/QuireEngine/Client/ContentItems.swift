import QuireCore

/// The items of a query, fetched page by page during iteration. Returned by `ContentClient.all`.
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
                if let item = items.popFirst() { return item.item }
                guard let page = try await pages.next() else { return nil }
                if let onRejected { for error in page.rejected { await onRejected(error) } }
                items = page.items[...]
            }
        }
    }
}

/// The pages of a request in sequence, without repeated items.
package struct ContentPages<Item: Sendable>: AsyncSequence, Sendable {
    package typealias Fetch = @Sendable (ContentClient, SearchRequest) async throws -> SearchResponse<Item>

    private let client: ContentClient
    private let request: SearchRequest
    private let id: @Sendable (Item) -> String
    private let fetch: Fetch

    package init(
        _ client: ContentClient, _ request: SearchRequest, id: @escaping @Sendable (Item) -> String,
        fetch: @escaping Fetch
    ) {
        self.client = client
        self.request = request
        self.id = id
        self.fetch = fetch
    }

    package func makeAsyncIterator() -> Iterator {
        Iterator(
            client: client, request: request, walk: PageWalk(request), left: request.limit, id: id,
            fetch: fetch)
    }

    package struct Iterator: AsyncIteratorProtocol, Sendable {
        let client: ContentClient
        /// The request, until its conditions across relations are replaced. All pages share the ids.
        var request: SearchRequest?
        var walk: PageWalk
        /// How many items may follow. `nil` if there is no limit.
        var left: Int?
        let id: @Sendable (Item) -> String
        let fetch: Fetch

        package mutating func next() async throws -> SearchResponse<Item>? {
            if left == 0 { return nil }
            do {
                if let request, let resolved = try await client.withRelatedIDs(request) {
                    walk = PageWalk(resolved.paging(on: client.engine))
                }
                request = nil
            } catch {
                walk.stop()
                throw error
            }
            guard let request = walk.next else {
                try walk.finish()
                return nil
            }
            do {
                var response = try await fetch(client, request)
                try walk.take(&response, id: id)
                left = response.cut(to: left)
                return response
            } catch {
                walk.stop()
                throw error
            }
        }
    }
}

extension SearchResponse {
    func map<Other: Sendable>(_ change: (Item) -> Other) -> SearchResponse<Other> {
        replacing(items.map(change))
    }

    /// The response with other items.
    func replacing<Other: Sendable>(_ items: [Other]) -> SearchResponse<Other> {
        var response = SearchResponse<Other>(
            items: items, rejected: rejected, pageInfo: pageInfo, nextCursor: nextCursor)
        response.origin = origin
        response.side = side
        response.text = text
        response.facets = facets
        response.scanned = scanned
        response.serverResponses = serverResponses
        response.reported = reported
        response.position = position
        return response
    }
}
