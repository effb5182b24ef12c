import Foundation
import QuireCore
import QuireEngine
import QuireRemote
import QuireText

/// A request compiled for the server, without using the network.
package final class CompiledSearch: Sendable {
    let request: SearchRequest
    let search: IndexedSearch
    let layout: CollectionLayout
    /// What the collection has if another program made it; `nil` for a prepared one.
    let existing: ExistingLayout?
    /// All conditions on items, except the words of a full-text search.
    let filter: FieldFilter
    /// The full-text search, Quire's or the server's own; `nil` if the request has no words.
    let text: TextPlan?
    /// What the server gets beside the query; `nil` for a prepared collection that it does not search by itself.
    let passed: ServersOwnSearch?
    /// Whether a condition followed the server's meaning.
    private let usesMeaning: Bool
    let order: SearchOrder
    /// Which part of the results is requested. Without a mark, it is the first page of those with cursors.
    let window: SearchWindow<SearchMark?>
    /// The facets, grouped by the filter that applies to their counts.
    let facetGroups: [FacetGroup]
    /// Whether nothing can match: no words, no ids, or a filter that is always false.
    let findsNothing: Bool
    let analyzer: TextAnalyzer
    /// Selects the texts in the request's language.
    let shape: LocalizedShape?

    /// - Throws: `UnsupportedError`, `QueryError`.
    ///
    /// - Parameters:
    ///   - chosen: What is searched for instead of the request's own words.
    ///   - existing: The server's description of the collection, if another program made it.
    init(
        _ request: SearchRequest, words chosen: ClusterWords? = nil, _ layout: CollectionLayout,
        existing: ExistingLayout? = nil, capabilities: EngineCapabilities, settings: TypesenseSettings,
        features: TypesenseFeatures = TypesenseFeatures(nil)
    ) throws {
        try request.check(for: capabilities)
        let search = try IndexedSearch(
            request, of: existing?.module ?? layout.module, analyzer: settings.analyzer)
        self.request = request
        self.search = search
        self.layout = layout
        self.existing = existing
        analyzer = settings.analyzer
        shape = LocalizedShape(request, locales: settings.locales)
        let compiler = FilterCompiler(
            existing: existing.map {
                ExistingFilter(layout: $0, meaning: request.meaning ?? settings.meaning, features: features)
            })
        var parts = try search.compiling { try search.filters.map(compiler.condition) }
        parts += try compiler.conditions(of: search)
        var text = try TextPlan(serversOwn: search, of: existing, settings)
        passed =
            try existing == nil && text == nil
            ? nil
            : ServersOwnSearch(
                search, text: text, followsCursors: existing == nil, settings: settings)
        if passed == nil {
            try settings.checkParameters(of: request)
            if case .words(let words)? = search.text {
                let others = FieldFilter.all(parts).distinct.tokens + search.refinements.count * 8
                text = try search.compiling {
                    try TextPlan(
                        chosen.map { $0.text.expanded(by: $0.vocabulary) } ?? words,
                        in: search.searchedFields, indexesPrefixes: settings.indexesPrefixes,
                        room: chosen == nil ? .max : max(1, FieldFilter.mostTokens - others - 4))
                }
            }
        }
        self.text = text
        if let text { parts.append(text.filter) }
        let refined = try search.refinements.map { refinement in
            (refinement.field, try search.compiling { try compiler.condition(refinement.filter) })
        }
        func filter(except field: IndexedField? = nil) throws -> FieldFilter {
            let filter = FieldFilter.all(parts + refined.filter { $0.0 != field }.map(\.1)).distinct
            guard filter.tokens <= FieldFilter.mostTokens else {
                throw UnsupportedError(
                    node: "a filter of \(filter.tokens) parts",
                    hint:
                        "it takes \(FieldFilter.mostTokens) tests, signs and parentheses; use .in for long lists of "
                        + "values, or ask in several queries")
            }
            return filter
        }
        self.filter = try filter()
        order =
            try existing.map { try SearchOrder(search, in: $0) }
            ?? SearchOrder(
                search, isWeighed: text?.weighs ?? false, isNewestFirst: text.map { !$0.weighs } ?? false)
        var groups: [FacetGroup] = []
        for (index, facet) in search.facets.enumerated() {
            try compiler.existing?.checkFacet(facet.field)
            let filter = try filter(except: facet.request.isDisjunctive ? facet.field : nil)
            groups.add(index, facet.request, field: facet.field, filter: filter, analyzer: analyzer)
        }
        facetGroups = groups
        findsNothing = self.filter == .nothing || search.text == .nothing
        usesMeaning = compiler.existing?.use.isEngine ?? false
        window = try Self.window(request, order, countsItems: existing != nil)
    }

    /// - Parameter countsItems: Whether a cursor has the number of items before it. Otherwise it has a position.
    private static func window(
        _ request: SearchRequest, _ order: SearchOrder, countsItems: Bool
    ) throws -> SearchWindow<SearchMark?> {
        if case .cursor(nil, let limit) = request.page, !countsItems {
            return .after(nil, offset: 0, limit: limit)
        }
        return try SearchWindow(request, engine: TypesenseConnection.engineName) { place, limit in
            if countsItems {
                return ClusterCursor.count(place).map { .slice(offset: $0, limit: limit) }
            }
            return SearchMark(place, in: order).map { .after($0, offset: 0, limit: limit) }
        }
    }

    /// Whose meaning the page follows.
    var meaning: Meaning {
        usesMeaning || text?.isServersOwn == true || passed?.marksPage == true ? .engine : .exact
    }

    /// Whether curation on the server may move and hide items.
    var allowsCuration: Bool { text?.isServersOwn == true && passed?.allowsCuration == true }

    // MARK: - Documents

    /// The collection's name, or its alias.
    var collection: String { existing?.collection ?? layout.alias }

    /// The document field whose values a facet counts.
    func facetName(of field: IndexedField) -> String {
        existing == nil ? field.facetKeys : field.descriptor.name
    }

    /// The document fields in a response.
    enum FieldSelection: Sendable {
        case all
        /// Names, separated by commas.
        case included(String), excluded(String)
    }

    var selection: FieldSelection {
        let readsUnknownValues = search.fields == nil && request.decoding.keepsUnknownValues
        if let existing {
            let names = existing.document.names(of: search.fields).filter { $0 != PlainDocument.rest }
            return readsUnknownValues || names.contains { $0.contains(",") }
                ? .all : .included(names.joined(separator: ","))
        }
        let keys = [DocumentField.id] + order.includedFields
        guard readsUnknownValues else {
            let names = search.fields.map { layout.document.names(of: $0).joined(separator: ",") }
            return .included(([names ?? layout.wholeInstance] + keys).joined(separator: ","))
        }
        let derived = layout.fields.map(\.name).filter { $0.hasPrefix(DocumentField.derived) }
        return .excluded(derived.filter { !keys.contains($0) }.joined(separator: ","))
    }

    /// Whether sort keys are read from the documents. Only a search that continues after a document needs them.
    var readsSortedValues: Bool { if case .slice = window { false } else { true } }

    /// The size and the position of a page. Those with cursors do not tell their position.
    func pageInfo(total: Int?, count: Int) -> PageInfo {
        let offset = if case .cursor = request.page { 0 } else { window.offset }
        return PageInfo(offset: offset, limit: window.limit ?? count, totalItems: total)
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
            case .array(let keys)? = json.member("seen"),
            let skipped = ClusterCursor.count(json.member("skip"))
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

/// What a search passes on to the server beside the typed query: parameters, and the request for highlights.
struct ServersOwnSearch: Sendable {
    let parameters: TypesenseParameters
    /// The fields to highlight: searched, and in the response.
    let highlighted: [String]
    /// Whether curation on the server may move and hide items. Reading everything in order needs it off.
    let allowsCuration: Bool

    /// - Parameters:
    ///   - text: The server's own text search; `nil` if the request has no words.
    ///   - followsCursors: Whether pages continue after an item, which no item may be moved across.
    /// - Throws: `QueryError`, `UnsupportedError`.
    init(
        _ search: IndexedSearch, text: TextPlan?, followsCursors: Bool, settings: TypesenseSettings
    ) throws {
        let request = search.request
        allowsCuration =
            switch request.page {
            case .all: false
            case .cursor: !followsCursors
            case .standard, .page, .offset: true
            }
        if allowsCuration {
            parameters = try TypesenseParameters(of: request, defaults: settings.parameters)
        } else {
            guard request.parameters(TypesenseParameters.self) == nil else {
                throw UnsupportedError(
                    node: "parameters of a result that is read item after item",
                    hint:
                        "the server applies them to numbered pages; use .page(1, size: …), or leave them out")
            }
            parameters = TypesenseParameters()
        }
        let ordinals = search.fields.map { Set($0.map(\.ordinal)) }
        highlighted =
            text?.fields.filter { ordinals?.contains($0.ordinal) ?? true }.map(\.descriptor.name) ?? []
    }

    /// Whether the server decides something.
    var marksPage: Bool { !parameters.isEmpty }

    /// The members of the search.
    var members: [JSONValue.Member] {
        guard !highlighted.isEmpty else {
            return [.init("highlight_fields", .string("none"))] + parameters.members
        }
        let (names, tags) = (JSONValue.string(highlighted.joined(separator: ",")), ServerHighlights.markup)
        return [
            .init("highlight_fields", names), .init("highlight_full_fields", names),
            .init("highlight_start_tag", .string(tags.opening)),
            .init("highlight_end_tag", .string(tags.closing)),
            // Only the structure that has nested fields.
            .init("enable_highlight_v1", .boolean(false)),
        ] + parameters.members
    }
}
