import Foundation
import QuireCore
import QuireEngine
import QuireRemote
import QuireText

/// The page of a request, assembled from the responses to its queries.
struct AssembledPage {
    private let page: ClusterPage
    private let response: EngineResponse
    /// The request line, for errors.
    private let request: String

    /// - Parameters:
    ///   - responses: The responses to `CompiledSearch.together`, in the same order.
    ///   - everything: All records, if the request asks for all.
    init(_ search: CompiledSearch, _ responses: [SearchResult], everything: [FoundRecord]?) throws {
        var rest = responses[...]
        let items = search.window.isEverything || search.items == nil ? nil : rest.popFirst()
        let whole = search.whole == nil ? nil : rest.popFirst()
        let apart = Dictionary(
            uniqueKeysWithValues: zip(search.disjunctive.keys.sorted(), rest).map { ($0, $1) })
        let facets = search.search.facets.enumerated().map { position, facet in
            let result = search.disjunctive[position] == nil ? whole ?? items : apart[position]
            return result?.facet(facet.request, facet.field, index: search.index)
                ?? FacetResult(field: facet.request.field, counts: [], isExhaustive: true)
        }
        request = "the response from \(search.index.name)"
        let records = everything ?? items?.records ?? []
        var instances = try records.instances(of: request)
        var pageInfo: PageInfo
        var nextCursor: Cursor?
        switch search.window {
        case .everything:
            if !search.isRankedByRelevance {
                instances = try Self.ordered(instances, by: Self.places(of: records, search, request), search)
            }
            pageInfo = PageInfo(offset: 0, limit: instances.count, totalItems: instances.count)
        case .slice(let offset, let limit):
            pageInfo = PageInfo(offset: offset, limit: limit, totalItems: Self.total(search, items))
            if case .cursor = search.request.page {
                if records.count == limit, Self.hasMore(items, offset + limit) {
                    nextCursor = ClusterCursor.cursor(
                        of: search.request, engine: AlgoliaConnection.engineName,
                        place: .count(offset / limit + 1))
                }
            } else if let last = records.last, Self.hasMore(items, offset + records.count), search.canGoOn {
                // A page with fewer records than the service counts is not the last.
                nextCursor = try Self.cursor(after: last, search, request)
            }
        case .after(_, _, let limit):
            let total = Self.total(search, whole ?? items)
            // The query for the items counts only those after the cursor.
            let offset = total.map { max(0, $0 - (items?.total ?? 0)) } ?? 0
            pageInfo = PageInfo(offset: offset, limit: limit, totalItems: total)
            let isFull = records.count == limit || items?.isTotalExact == true
            if isFull, Self.hasMore(items, records.count), let last = records.last {
                nextCursor = try Self.cursor(after: last, search, request)
            }
        }
        pageInfo.meaning = search.meaning
        page = ClusterPage(instances, pageInfo, isWhole: search.window.isEverything)
        var response = EngineResponse(
            page, nextCursor: nextCursor, text: search.outcome(records), facets: facets)
        if search.passed.keepsResponse { response.serverResponses = responses.map(\.bytes) }
        self.response = response
    }

    /// Creates the page with its items.
    ///
    /// - Throws: `AlgoliaResponseError` if a record does not hold exactly one instance, or `ContentDecodingError`.
    func response<Item: Sendable>(
        reading decoder: ItemDecoder<Item>, _ options: DecodingOptions
    ) throws -> SearchResponse<Item> {
        // These items have been parsed, so each is exactly one instance.
        if let response = response.directResponse(reading: decoder, options) { return response }
        return try checked().response(reading: decoder, options)
    }

    /// The response, checked to have exactly one instance per item.
    func checked() throws -> EngineResponse {
        if let position = page.instances.firstIndex(where: { !$0.isOneValue }) {
            throw [FoundRecord].damaged(position, request)
        }
        return response
    }

    /// The total; `nil` if it was not requested or the service only estimates it.
    private static func total(_ search: CompiledSearch, _ response: SearchResult?) -> Int? {
        guard search.request.countsTotal else { return nil }
        guard let response else { return 0 }
        return response.isTotalExact ? response.total : nil
    }

    private static func hasMore(_ response: SearchResult?, _ end: Int) -> Bool {
        guard let response else { return false }
        return !response.isTotalExact || response.total > end
    }

    private static func cursor(
        after record: FoundRecord, _ search: CompiledSearch, _ request: String
    ) throws -> Cursor? {
        guard let place = try places(of: [record], search, request).first else { return nil }
        return search.order.cursor(after: place, of: search.request)
    }

    /// The sort keys of records. They may need other fields than those that are shown.
    private static func places(
        of records: [FoundRecord], _ search: CompiledSearch, _ request: String
    ) throws -> [InstanceOrder.Place] {
        try records.enumerated().map { position, record in
            let whole = search.fetched == nil ? record.instance : record.instance(in: search.fetchedForm)
            guard let whole, let instance = try? JSONValue(parsing: whole.data) else {
                throw [FoundRecord].damaged(position, request)
            }
            return search.order.place(of: instance)
        }
    }

    private static func ordered(
        _ instances: [StoredSlice], by places: [InstanceOrder.Place], _ search: CompiledSearch
    ) -> [StoredSlice] {
        zip(instances, places).sorted { search.order.precedes($0.1, $1.1) }.map(\.0)
    }
}

extension CompiledSearch {
    /// Whether a cursor can continue after a page by number.
    var canGoOn: Bool {
        !isRankedByRelevance
            && search.sort.allSatisfy(\.field.hasNumbers)
    }
}

extension CompiledSearch {
    /// Details of the full-text search, with the matches that the service found.
    func outcome(_ records: [FoundRecord]) -> TextSearchInfo? {
        guard isNative, var outcome else { return outcome }
        outcome.highlighter = TextHighlighter(
            served: records.flatMap { ServerHighlights.texts(in: $0.highlights) }, index.analyzer)
        return outcome
    }

    /// Whose meaning the page follows.
    var meaning: Meaning { isNative || passed.changesPage ? .engine : .exact }
}
