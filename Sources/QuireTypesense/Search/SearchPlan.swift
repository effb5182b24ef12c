import Foundation
import QuireCore
import QuireEngine
import QuireRemote
import QuireText

/// A request compiled for the server, without using the network.
package final class SearchPlan: Sendable {
    /// Which part of the results is requested.
    enum Window: Sendable {
        case slice(offset: Int, limit: Int)
        case after(SearchMark?, limit: Int)
        case everything
    }

    let request: SearchRequest
    let search: IndexedSearch
    let layout: CollectionLayout
    /// All conditions on items, except the words of a full-text search.
    let filter: FilterText
    /// The full-text search; `nil` if the request has no words.
    let text: TextPlan?
    /// The server's own full-text search instead of Quire's.
    let own: (text: ExistingText, passed: ServersOwnSearch)?
    let order: SearchOrder
    let window: Window
    /// The facets, grouped by the filter that applies to their counts.
    let facetGroups: [FacetGroup]
    /// Whether nothing can match: no words, no ids, or a filter that is always false.
    let findsNothing: Bool
    let analyzer: TextAnalyzer
    /// Selects the texts in the request's language.
    let shape: LocalizedShape?

    /// - Throws: `UnsupportedError`, `QueryError`.
    ///
    /// - Parameter chosen: What is searched for instead of the request's own words.
    init(
        _ request: SearchRequest, words chosen: ClusterWords? = nil, _ layout: CollectionLayout,
        capabilities: EngineCapabilities, settings: TypesenseSettings
    ) throws {
        try request.check(for: capabilities)
        let search = try IndexedSearch(request, of: layout.module, analyzer: settings.analyzer)
        self.request = request
        self.search = search
        self.layout = layout
        analyzer = settings.analyzer
        shape = LocalizedShape(request, locales: settings.locales)
        var parts = try search.compiling { try search.filters.map(FilterCompiler.text) }
        if let ids = request.ids { parts.append(FilterText.keys(DocumentField.id, ids.map(ExactKey.text))) }
        for (field, ids) in search.related {
            parts.append(
                ids.map { FilterText.keys(field.keys, $0.map(ExactKey.text)) }
                    ?? FilterText.hasValue(field))
        }
        if let segment = request.segment, !segment.tags.isEmpty {
            let keys = segment.tags.map { ExactKey.tag($0.name, $0.value) }
            parts.append(
                segment.mode == .total
                    ? .and(keys.map { FilterText.keys(DocumentField.tags, [$0]) })
                    : FilterText.keys(DocumentField.tags, keys))
        }
        var text: TextPlan?
        own = try settings.ownSearch(of: request, search)
        if own == nil, case .words(let words)? = search.text {
            let others = FilterText.and(parts).tokens + search.refinements.count * 8
            text = try search.compiling {
                try TextPlan(
                    chosen.map { $0.text.expanded(by: $0.vocabulary) } ?? words, in: search.searchedFields,
                    indexesPrefixes: settings.indexesPrefixes,
                    room: chosen == nil ? .max : max(1, FilterText.mostTokens - others - 4))
            }
        }
        self.text = text
        if let text { parts.append(text.filter) }
        var refined: [(field: IndexedField, filter: FilterText)] = []
        for (field, filter) in search.refinements {
            refined.append((field, try search.compiling { try FilterCompiler.text(filter) }))
        }
        func filter(except field: IndexedField? = nil) throws -> FilterText {
            let filter =
                refined.isEmpty
                ? FilterText.and(parts)
                : FilterText.and(parts + refined.filter { $0.field != field }.map(\.filter))
            guard filter.tokens <= FilterText.mostTokens else {
                throw UnsupportedError(
                    engine: TypesenseConnection.engineName, node: "a filter of \(filter.tokens) parts",
                    hint:
                        "it takes \(FilterText.mostTokens) tests, signs and parentheses; use .in for long lists of "
                        + "values, or ask in several queries")
            }
            return filter
        }
        self.filter = try filter()
        order = try SearchOrder(
            search, isWeighed: text?.weighs ?? (own != nil), isNewestFirst: text.map { !$0.weighs } ?? false)
        var groups: [FacetGroup] = []
        for (index, facet) in search.facets.enumerated() {
            let filter = try filter(except: facet.request.isDisjunctive ? facet.field : nil)
            groups.add(index, facet.request, facet.field, filter, analyzer)
        }
        facetGroups = groups
        findsNothing = self.filter == .nothing || search.text == .nothing
        switch request.page {
        case .standard: window = .slice(offset: 0, limit: 10)
        case .page(let page, let size): window = .slice(offset: (page - 1) * size, limit: size)
        case .offset(let offset, let limit): window = .slice(offset: offset, limit: limit)
        case .cursor(nil, let limit): window = .after(nil, limit: limit)
        case .cursor(let cursor?, let limit):
            let place = try ClusterCursor.place(
                of: cursor, in: request, engine: TypesenseConnection.engineName)
            guard let mark = SearchMark(place, in: order) else {
                throw ClusterCursor.damaged(cursor, in: request)
            }
            window = .after(mark, limit: limit)
        case .all: window = .everything
        }
    }

    /// Whether the response has values that the module does not declare.
    var readsUnknownValues: Bool { search.fields == nil && request.decoding.keepsUnknownValues }

    /// The derived fields that the response does not need, separated by commas.
    var excludedFields: String {
        let needed = Set([DocumentField.id] + order.includedFields)
        return layout.fields.map(\.name)
            .filter { $0.hasPrefix(DocumentField.derived) && !needed.contains($0) }.joined(separator: ",")
    }

    /// The fields that the response needs, separated by commas.
    var includedFields: String {
        var names = layout.wholeInstance
        if let fields = search.fields {
            names = layout.document.names(of: fields).joined(separator: ",")
        }
        for name in [DocumentField.id] + order.includedFields {
            names += ","
            names += name
        }
        return names
    }

    /// Whether sort keys are read from the documents. Only a search that continues after a document needs them.
    var readsSortedValues: Bool { if case .slice = window { false } else { true } }

    /// The size and the position of a page.
    func pageInfo(total: Int?, count: Int) -> PageInfo {
        switch window {
        case .slice(let offset, let limit):
            PageInfo(page: offset / limit + 1, limit: limit, offset: offset, totalItems: total)
        case .after(_, let limit): PageInfo(page: 1, limit: limit, offset: 0, totalItems: total)
        case .everything: PageInfo(page: 1, limit: count, offset: 0, totalItems: total)
        }
    }
}

/// The content of a cursor: the last position of a page, and what is needed to continue exactly after it.
struct SearchMark: Sendable {
    var place: SearchPlace
    /// The documents at exactly this position that have already been on a page.
    var delivered: [String]
    /// How many documents before the next page match the filter from this position on, which tells where to look first.
    var skipped: Int

    init(place: SearchPlace, delivered: [String], skipped: Int) {
        self.place = place
        self.delivered = delivered
        self.skipped = skipped
    }

    init?(_ json: JSONValue, in order: SearchOrder) {
        guard let place = json.member("at").flatMap({ SearchPlace($0, in: order) }),
            case .array(let keys)? = json.member("seen"), case .integer(let skipped)? = json.member("skip"),
            let skipped = Int(exactly: skipped), skipped >= 0
        else { return nil }
        self.place = place
        self.skipped = skipped
        delivered = keys.compactMap { if case .string(let key) = $0 { key } else { nil } }
    }

    var json: JSONValue {
        .object([
            .init("at", place.json), .init("seen", .array(delivered.map(JSONValue.string))),
            .init("skip", .integer(Int64(skipped))),
        ])
    }
}
