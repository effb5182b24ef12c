import QuireCore
import QuireText

/// Items of one module that are fetched by their ids: those that are available, and those to fetch.
struct ItemsByID<Item: Sendable> {
    /// The request for the items. Its ids and its page are replaced.
    private let template: SearchRequest
    /// The items by the bytes of their ids, because composed and decomposed "é" are different ids.
    private var items: [ExactText: Item] = [:]
    private var requestedIDs: Set<ExactText> = []
    private var waiting: [String] = []
    private(set) var rejected: [ContentDecodingError] = []

    private let id: (Item) -> String

    init(_ template: SearchRequest, id: @escaping (Item) -> String) {
        self.template = template
        self.id = id
    }

    subscript(id: String) -> Item? { items[ExactText(id)] }

    /// Requests the item with the id in the next round, once.
    mutating func ask(for id: String) {
        if requestedIDs.insert(ExactText(id)).inserted { waiting.append(id) }
    }

    /// Fetches the items that were asked for, with up to a hundred ids in a search.
    mutating func fetch(
        upTo maximumPageSize: Int?,
        search: ([SearchRequest]) async throws -> [SearchResponse<Item>]
    ) async throws {
        guard !waiting.isEmpty else { return }
        let size = min(100, maximumPageSize ?? 100)
        var parts = stride(from: 0, to: waiting.count, by: size).map { start in
            MissingIDs(Array(waiting[start..<min(start + size, waiting.count)]))
        }
        waiting = []
        // Eight searches at a time, so that a huge page does not flood the engine.
        while !parts.isEmpty {
            try Task.checkCancellation()
            let batch = Array(parts.prefix(8))
            parts.removeFirst(batch.count)
            let requests = batch.map { request(for: $0.ids) }
            let responses = try await search(requests)
            // If the server caps pages, request the rest again.
            var again: [MissingIDs] = []
            for (index, response) in responses.enumerated() {
                var part = batch[index]
                if try take(response, to: requests[index], &part) { again.append(part) }
            }
            parts = again + parts
        }
    }

    /// Keeps the items of a response. Returns whether to request the part's remaining ids.
    private mutating func take(
        _ response: SearchResponse<Item>, to request: SearchRequest, _ part: inout MissingIDs
    ) throws(PagingError) -> Bool {
        var returned = Set(response.rejected.compactMap { $0.id.map(ExactText.init) })
        for item in response.items {
            let key = ExactText(id(item))
            items[key] = item
            returned.insert(key)
        }
        rejected += response.rejected
        return try part.take(response, to: request, returnedIDs: returned)
    }

    private func request(for ids: [String]) -> SearchRequest {
        var request = template
        request.ids = ids
        request.page = .page(1, size: ids.count)
        return request
    }
}
