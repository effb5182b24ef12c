import Foundation
import Quire

/// A request's page, put together from the answers to its queries.
struct AnsweredSearch {
    var json: Data
    var pageInfo: PageInfo
    var nextCursor: Cursor?
    var facets: [FacetResult]

    /// - Parameters:
    ///   - answers: To `CompiledSearch.together`, in its order.
    ///   - everything: All records, where everything was asked for.
    init(_ search: CompiledSearch, _ answers: [SearchAnswer], everything: [SearchAnswer.Record]?) throws {
        var rest = answers[...]
        let items = search.window.isEverything || search.items == nil ? nil : rest.popFirst()
        let whole = search.whole == nil ? nil : rest.popFirst()
        let apart = Dictionary(
            uniqueKeysWithValues: zip(search.disjunctive.keys.sorted(), rest).map { ($0, $1) })
        facets = search.request.facets.enumerated().map { position, facet in
            guard let field = search.index.module.value(facet.field),
                let answer = search.disjunctive[position] == nil ? whole ?? items : apart[position]
            else {
                return FacetResult(field: facet.field, counts: [], isExhaustive: true)
            }
            return answer.facet(facet, field, search.index)
        }
        let request = "the answer from \(search.index.name)"
        let records = everything ?? items?.records ?? []
        var instances = try RecordPage.instances(
            of: records, search.index, shown: search.shown, shape: search.shape, request: request)
        func fetched(_ records: [SearchAnswer.Record]) throws -> [[UInt8]] {
            try RecordPage.instances(of: records, search.index, shown: search.fetched, request: request)
        }

        switch search.window {
        case .everything:
            if !search.isRankedByRelevance {
                instances = try Self.ordered(instances, by: fetched(records), search)
            }
            pageInfo = PageInfo(page: 1, limit: instances.count, offset: 0, totalItems: instances.count)
        case .slice(let offset, let limit):
            pageInfo = PageInfo(
                page: offset / limit + 1, limit: limit, offset: offset,
                totalItems: Self.total(search, items))
            if let last = records.last, Self.hasMore(items, offset + limit), search.canGoOn {
                nextCursor = try Self.cursor(after: last, search, fetched)
            }
        case .counted(let page, let limit):
            pageInfo = PageInfo(
                page: page + 1, limit: limit, offset: page * limit, totalItems: Self.total(search, items))
            if records.count == limit, Self.hasMore(items, (page + 1) * limit) {
                nextCursor = ClusterCursor.cursor(
                    of: search.request, engine: AlgoliaEngine.engineName, place: .integer(Int64(page + 1)))
            }
        case .after(_, let limit):
            let total = Self.total(search, whole ?? items)
            // The items' query counts what is behind the cursor.
            let offset = total.map { max(0, $0 - (items?.total ?? 0)) } ?? 0
            pageInfo = PageInfo(page: offset / limit + 1, limit: limit, offset: offset, totalItems: total)
            if records.count == limit, Self.hasMore(items, limit), let last = records.last {
                nextCursor = try Self.cursor(after: last, search, fetched)
            }
        }
        json = ClusterPage.json(instances, pageInfo, isWhole: search.window.isEverything)
    }

    /// `nil` where it was not wanted, or the service only estimates it.
    private static func total(_ search: CompiledSearch, _ answer: SearchAnswer?) -> Int? {
        guard search.request.countsTotal else { return nil }
        guard let answer else { return 0 }
        return answer.isTotalExact ? answer.total : nil
    }

    private static func hasMore(_ answer: SearchAnswer?, _ end: Int) -> Bool {
        guard let answer else { return false }
        return !answer.isTotalExact || answer.total > end
    }

    private static func cursor(
        after record: SearchAnswer.Record, _ search: CompiledSearch,
        _ fetched: ([SearchAnswer.Record]) throws -> [[UInt8]]
    ) throws -> Cursor? {
        guard let bytes = try fetched([record]).first, let instance = try? JSONValue(parsing: Data(bytes))
        else { return nil }
        return search.order.cursor(after: search.order.place(of: instance), of: search.request)
    }

    private static func ordered(
        _ instances: [[UInt8]], by fetched: [[UInt8]], _ search: CompiledSearch
    ) -> [[UInt8]] {
        zip(instances, fetched)
            .map { shown, whole in
                (shown, search.order.place(of: (try? JSONValue(parsing: Data(whole))) ?? .null))
            }
            .sorted { search.order.precedes($0.1, $1.1) }
            .map(\.0)
    }
}

extension CompiledSearch {
    /// Whether a page by number can be gone on from by a cursor.
    var canGoOn: Bool {
        !isRankedByRelevance
            && request.sort.allSatisfy { index.module.field($0.property)?.hasNumbers ?? false }
    }
}
