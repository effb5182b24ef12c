import Foundation
import QuireCore
import QuireEngine
import QuireRemote

/// A search in progress: which searches the server must run next, and the results so far.
///
/// Parts of the results are assembled from the server's numbered pages. After a cursor, and when everything is
/// requested, a filter excludes most of what comes before the position. The rest is dropped here, so that no item is
/// skipped or repeated while items are added and removed.
struct SearchRun: Sendable {
    let plan: CompiledSearch
    private(set) var documents: [FoundDocument] = []
    /// The server's responses, if they are kept.
    private(set) var responses: [Data] = []
    private(set) var total: Int?
    /// The number of items that the first page was taken from.
    private(set) var found = 0
    private(set) var next: SearchMark?
    private(set) var facets: [FacetCounts?]
    private(set) var isFinished = false
    /// The reason that the search failed.
    private(set) var failure: (any Error)?

    private var order: SearchOrder
    /// The position of the last document taken, and its index in the listing that it came from.
    private var mark: SearchMark?
    private var limit = 0
    private var page = 1
    private var size = 0
    private var lastPage = 0
    /// A page without any hits after the mark.
    private var clearedPage: Int?
    private var markedPage = MarkedPage()
    /// The keys of the last page's hits.
    private var lastKeys: [String] = []
    private var seen: Set<String> = []
    private var hasCounted = false
    /// Whether nothing has changed while the pages of everything were read, and how often they were read.
    private var isStable = true
    private var turns = 0
    private var pending: [Pending] = []

    private enum Pending: Sendable {
        case page(Int)
        case total
        case facets(FacetGroup)
        case extremes
        case facetValue(position: Int, key: String)
    }

    init(_ plan: CompiledSearch) {
        self.plan = plan
        order = plan.order
        facets = plan.search.facets.map { facet in
            plan.findsNothing ? FacetCounts(facet.field, facet.request, values: [], of: plan) : nil
        }
        if plan.findsNothing {
            total = plan.request.countsTotal ? 0 : nil
            // The counts of a disjunctive facet ignore its own refinement, even one that matches nothing.
            let counted =
                plan.search.text == .nothing ? [] : plan.facetGroups.filter { $0.filter != .nothing }
            isFinished = counted.isEmpty
        }
        start()
    }

    private mutating func start() {
        documents = []
        seen = []
        isStable = true
        if let (offset, limit) = slice {
            self.limit = limit
            size = Self.pageSize(offset, limit)
            page = offset / size + 1
            lastPage = (offset + limit - 1) / size + 1
        } else if case .after(let mark, _, let limit) = plan.window {
            self.limit = limit
            seek(mark)
        } else {
            limit = .max
            seek(nil)
        }
    }

    /// The requested part, if it is assembled from numbered pages. So is everything, if no filter tells what comes after
    /// a document.
    private var slice: (offset: Int, limit: Int)? {
        switch plan.window {
        case .slice(let offset, let limit): (offset, limit)
        case .everything where plan.existing != nil: (0, .max)
        case .after, .everything: nil
        }
    }

    /// The smallest server page that contains the whole range, or else one such that two pages contain it.
    private static func pageSize(_ offset: Int, _ limit: Int) -> Int {
        guard limit < SearchEntry.largestPage else { return SearchEntry.largestPage }
        return (limit...SearchEntry.largestPage).first { offset / $0 == (offset + limit - 1) / $0 } ?? limit
    }

    /// Continues from a mark.
    private mutating func seek(_ mark: SearchMark?) {
        self.mark = mark
        (clearedPage, markedPage) = (nil, MarkedPage())
        let skipped = mark?.skipped ?? 0
        let count = skipped + min(limit, SearchEntry.largestPage)
        size = min(count, SearchEntry.largestPage)
        page = count <= size ? 1 : skipped / size + 1
    }

    /// Where the page after this one begins; `nil` after the last.
    var nextPlace: JSONValue? {
        guard plan.existing != nil else { return next?.json }
        guard case .cursor = plan.request.page, case .slice(let offset, let limit) = plan.window,
            offset + limit < found
        else { return nil }
        return .count(offset + limit)
    }

    // MARK: - Asking

    /// The searches to run next.
    mutating func entries() -> [SearchEntry] {
        pending = []
        var entries: [SearchEntry] = []
        func ask(_ what: Pending, _ entry: SearchEntry) {
            pending.append(what)
            entries.append(entry)
        }
        let lookups = facets.enumerated().flatMap { position, facet in
            (facet?.unknown ?? []).map { (position, $0.key) }
        }
        if hasCounted, !lookups.isEmpty {
            for (position, key) in lookups {
                let field = plan.search.facets[position].field
                ask(
                    .facetValue(position: position, key: key),
                    SearchEntry(lookingUp: key, of: field, in: plan.layout))
            }
            return entries
        }
        let start = mark.map { filter(from: $0) } ?? plan.filter
        if !plan.findsNothing {
            // The first response tells how many pages there are; until then, further pages would mostly be empty.
            let last = slice == nil ? page : min(lastPage, hasCounted ? min(page + 7, pages) : page + 1)
            for number in page...max(page, last) {
                ask(
                    .page(number),
                    SearchEntry(
                        filter: start, page: number, size: size, order: order, selection: plan.selection))
            }
        }
        if !hasCounted {
            var groups = plan.facetGroups.filter { $0.filter != .nothing && plan.search.text != .nothing }
            if mark == nil, !entries.isEmpty,
                let index = groups.firstIndex(where: { $0.filter == plan.filter })
            {
                let group = groups.remove(at: index)
                entries[0].facets = group.fields
                entries[0].mostFacetValues = group.mostValues
            }
            for group in groups {
                ask(
                    .facets(group),
                    SearchEntry(
                        filter: group.filter, facets: group.fields, mostFacetValues: group.mostValues))
            }
            if mark != nil, plan.request.countsTotal { ask(.total, SearchEntry(filter: plan.filter)) }
            if !order.endangered.isEmpty, !plan.findsNothing {
                let ends = order.endangered.map { field in
                    FieldFilter.any([
                        .inside(field.sortInteger, .min...(.min + 1)),
                        .inside(field.sortInteger, .max ... .max),
                    ])
                }
                ask(.extremes, SearchEntry(filter: FieldFilter.any(ends).distinct))
            }
        }
        return entries
    }

    private func filter(from mark: SearchMark) -> FieldFilter {
        FieldFilter.all([plan.filter, order.filter(from: mark.place, room: room)]).distinct
    }

    /// The tokens that are left for the filter from a position.
    private var room: Int { FieldFilter.mostTokens - plan.filter.tokens }

    /// The number of pages of a slice, once the first is known.
    private var pages: Int { found / size + (found % size == 0 ? 0 : 1) }

    // MARK: - Taking

    /// Processes the responses to the last requests, in order. A failure ends the search.
    mutating func receive(_ results: ArraySlice<Result<SearchResult, any Error>>) {
        do {
            try take(results.map { try $0.get() })
        } catch {
            failure = error
            isFinished = true
        }
    }

    private mutating func take(_ results: [SearchResult]) throws {
        responses += results.compactMap(\.response)
        if hasCounted, case .facetValue? = pending.first {
            for case (.facetValue(let position, let key), let result) in zip(pending, results) {
                let text = plan.search.facets[position].field.text(ofKey: key, in: result, of: plan.layout)
                facets[position]?.found(text, for: key)
            }
            isFinished = true
            return
        }
        var isEndangered = false
        for (asked, result) in zip(pending, results) {
            switch asked {
            case .facets(let group): count(group, in: result)
            case .total: total = result.found
            case .extremes: isEndangered = result.found > 0
            case .page, .facetValue: break
            }
        }
        if !hasCounted {
            hasCounted = true
            if let first = results.first, case .page? = pending.first {
                found = first.found
                if mark == nil, plan.request.countsTotal { total = first.found }
                if let group = plan.facetGroups.first(where: { $0.filter == plan.filter }), mark == nil {
                    count(group, in: first)
                }
            }
            for (position, facet) in plan.search.facets.enumerated() where facets[position] == nil {
                facets[position] = FacetCounts(facet.field, facet.request, values: [], of: plan)
            }
        }
        if isEndangered {
            order = order.tellingExtremes
            guard order.isExpressible else {
                throw TypesenseError(
                    status: 422,
                    message: "values at the ends of Int64 cannot be sorted by several keys; sort by fewer",
                    call: "search \(plan.layout.module.module.name)")
            }
            start()
            return
        }
        if plan.findsNothing {
            finish()
        } else if let slice {
            try takePages(results, of: slice)
        } else {
            try takeListing(results)
        }
    }

    private mutating func count(_ group: FacetGroup, in result: SearchResult) {
        for (position, field) in zip(group.positions, group.fields) {
            facets[position] = FacetCounts(
                field, plan.search.facets[position].request,
                values: result.facets[plan.facetName(of: field)] ?? [],
                of: plan)
        }
    }

    private mutating func finish() {
        isFinished = facets.allSatisfy { $0?.unknown.isEmpty ?? true }
    }

    /// The hits of the requested pages, each with its index in the listing.
    private func hits(in results: [SearchResult]) -> [Hit] {
        var hits: [Hit] = []
        for case (.page(let number), let result) in zip(pending, results) {
            for (offset, hit) in result.hits.enumerated() {
                hits.append((hit, (number - 1) * size + offset))
            }
        }
        return hits
    }

    private mutating func takePages(
        _ results: [SearchResult], of slice: (offset: Int, limit: Int)
    ) throws {
        let slice = slice.offset..<(slice.offset + slice.limit)
        var requestedPage = page
        for case (.page(let number), let result) in zip(pending, results) {
            requestedPage = max(requestedPage, number)
            if number == 1 { found = result.found }
            isStable = isStable && result.found == found
            let start = (number - 1) * size
            for (index, hit) in result.hits.enumerated() where slice.contains(start + index) {
                if seen.insert(hit.key).inserted { documents.append(hit) }
            }
        }
        let isAtEnd = requestedPage >= lastPage || requestedPage * size >= results.first?.found ?? 0
        page = requestedPage + 1
        guard isAtEnd else { return }
        guard plan.window.isEverything, !isStable || documents.count != found else { return finish() }
        turns += 1
        guard turns < 4 else {
            throw incomplete("the items changed again and again while their pages were read")
        }
        start()
    }

    /// Takes the hits after the mark, and continues if they are not enough.
    private mutating func takeListing(_ results: [SearchResult]) throws {
        guard let result = results.first else { return finish() }
        let hits = hits(in: results)
        if let mark, clearedPage != page - 1 {
            let isBefore =
                page == 1
                || hits.first.map { order.standing(of: place($0), to: mark.place) == .less } ?? false
            let count = result.found / size + 1
            if let next = markedPage.next(after: page, isBefore: isBefore, count: count) {
                page = next
                return
            }
        }
        var taken: [Int] = []
        var index = 0
        while index < hits.count, documents.count < limit {
            let hit = hits[index]
            if isBehind(place(hit), hit.document.key) {
                taken.append(index)
                if seen.insert(hit.document.key).inserted { documents.append(hit.document) }
            }
            index += 1
        }
        let keys = hits.map(\.document.key)
        defer { lastKeys = keys }
        // Two pages of one listing differ, unless an item has moved.
        if taken.isEmpty, mark != nil, clearedPage == page - 1, keys.count > 1, keys == lastKeys {
            throw incomplete("the server repeated a page")
        }
        // A page with fewer hits than the server counts is not the last.
        let isAtEnd = (page - 1) * size + hits.count >= result.found && index == hits.count
        if hits.isEmpty, !isAtEnd {
            throw incomplete("the server counts \(result.found) items, but sent none")
        }
        if documents.count >= limit {
            if !isAtEnd { next = following(taken, in: hits) }
            finish()
        } else if isAtEnd {
            finish()
        } else if taken.isEmpty {
            clearedPage = page
            page += 1
        } else {
            seek(following(taken, in: hits))
        }
    }

    private func incomplete(_ reason: String) -> TypesenseError {
        TypesenseError(unreadable: reason, "search \(plan.layout.module.module.name)")
    }

    private typealias Hit = (document: FoundDocument, index: Int)

    private func place(_ hit: Hit) -> SearchPlace {
        SearchPlace(hit.document, in: order)
    }

    private func isBehind(_ place: SearchPlace, _ key: String) -> Bool {
        guard let mark else { return true }
        switch order.standing(of: place, to: mark.place) {
        case .less: return false
        case .greater: return true
        case .equal: return !mark.delivered.contains(key)
        }
    }

    /// The mark after the last of the hits that were taken.
    private func following(_ taken: [Int], in hits: [Hit]) -> SearchMark? {
        guard let last = taken.last else { return mark }
        let place = place(hits[last])
        func isThere(_ other: SearchPlace) -> Bool { order.standing(of: other, to: place) == .equal }
        var delivered = taken.reversed().prefix { isThere(self.place(hits[$0])) }.map {
            hits[$0].document.key
        }
        if let mark, isThere(mark.place) { delivered += mark.delivered }
        // The next listing begins at the first hit that the next filter matches: the hits that have the same filter.
        let room = room
        let filter = order.filter(from: place, room: room)
        var begin = last
        while begin > 0, order.filter(from: self.place(hits[begin - 1]), room: room) == filter { begin -= 1 }
        let isFromStart =
            begin == 0 && mark.map { order.filter(from: $0.place, room: room) == filter } ?? true
        return SearchMark(
            place: place, delivered: delivered,
            skipped: hits[last].index + 1 - (isFromStart ? 0 : hits[begin].index))
    }
}
