import Foundation
import QuireCore
import QuireEngine
import QuireRemote
import QuireText

/// A request compiled to queries for the service, with the information needed to read the response.
final class CompiledSearch: Sendable {
    /// One of the queries that are sent together.
    struct Query: Sendable {
        var index: String
        var parameters: SearchParameters
    }

    let search: IndexedSearch
    let index: RecordIndex
    /// Which part of the results is requested. Without a place, it is the first page of those with cursors. A search by
    /// relevance has slices only.
    let window: SearchWindow<InstanceOrder.Place?>
    let order: InstanceOrder
    let outcome: TextSearchInfo?
    /// What is passed on to the service.
    let passed: AlgoliaParameters
    /// Whether the service's own full-text search finds the items.
    let isNative: Bool
    /// Selects the texts in the request's language.
    let shape: LocalizedShape?
    /// The fields to fetch: those in the response and those that the sort order needs. `nil` means all.
    let fetched: [IndexedField]?
    /// The query for the items; `nil` if no item can match the request.
    let items: Query?
    /// The query for the total and the facets, if the items' query does not count all items.
    let whole: Query?
    /// The queries for the counts of refined disjunctive facets, by the facet's position.
    let disjunctive: [Int: Query]

    var request: SearchRequest { search.request }

    /// The form of the instances in the response.
    var shownForm: DocumentForm {
        index.form(
            fields: search.fields, shape: shape, keepsUnknownValues: request.decoding.keepsUnknownValues)
    }
    var fetchedForm: DocumentForm { index.form(fields: fetched) }

    var isRankedByRelevance: Bool { outcome?.ranking == .relevance && items?.parameters["queryType"] != nil }

    /// - Throws: `UnsupportedError` if the service cannot express the request exactly, or `QueryError` if it does not
    ///   match the module.
    ///
    /// - Parameters:
    ///   - request: A request that has been checked against the engine's capabilities.
    ///   - index: The index of the request's module.
    ///   - settings: The engine's settings.
    init(_ request: SearchRequest, _ index: RecordIndex, settings: AlgoliaSettings) throws {
        let search = try IndexedSearch(request, of: index.module, analyzer: index.analyzer)
        self.search = search
        self.index = index
        let words: AnalyzedText? = if case .words(let words)? = search.text { words } else { nil }
        outcome = request.text.map { _ in
            TextSearchInfo(
                ranking: request.sort.isEmpty ? .relevance : .sorted,
                highlighter: TextHighlighter(words, index.analyzer))
        }
        passed = try AlgoliaParameters(of: request, settings)
        isNative = words != nil && index.textForm == .engine
        shape = LocalizedShape(request, locales: settings.locales)
        order = try InstanceOrder(
            request.sort, over: request.module.fields, module: request.module.name)
        window = try Self.window(
            request, order, isRelevance: words != nil && request.sort.isEmpty, settings: settings)
        let keys = search.sort.map(\.field)
        fetched = search.fields.map { shown in
            shown + keys.filter { !$0.isMetadata && !shown.contains($0) }
        }
        var base = SearchParameters()
        base["query"] = .string("")
        if let text = request.text, let words {
            try TextParameters(text, words, index: index).set(&base)
        } else {
            base["enableRules"] = .boolean(false)
        }
        passed.setCommon(&base)
        let form = settings.filters
        let compiler = FilterCompiler(index: index)
        let parts =
            try search.compiling { try search.filters.map(compiler.condition) }
            + compiler.conditions(of: search)
        let refined = try search.refinements.map { refinement in
            (refinement.field, try search.compiling { try compiler.condition(refinement.filter) })
        }
        func filter(except field: IndexedField? = nil) -> RecordFilter {
            RecordFilter.all(parts + refined.filter { $0.0 != field }.map(\.1)).simplified
        }
        // What can match nothing is not printed, so that no other part has to have a form.
        let filtered = filter()
        let main: RecordFilter
        switch window {
        case .after(let place?, _, _):
            main =
                RecordFilter.all([filtered, try compiler.condition(after: place, in: search.sort)]).simplified
        case .after(nil, _, _):
            // If the next page cannot be requested, this one is rejected as well.
            try compiler.checkPlace(in: search.sort)
            main = filtered
        case .slice, .everything: main = filtered
        }
        // Whether the query for the items does not count all of them.
        let isSplit = window.isEverything || main != filtered
        let indexName = try Self.indexName(
            request, index, isEverything: window.isEverything, settings: settings)

        // The facets that are not narrowed by the refinements of their own field.
        var apart: [Int: Query] = [:]
        var counted: [FacetRequest] = []
        for (position, (facet, field)) in search.facets.enumerated() {
            guard facet.isDisjunctive, refined.contains(where: { $0.0 == field }) else {
                counted.append(facet)
                continue
            }
            let others = filter(except: field)
            let text = try FilterText(others)
            guard search.text != .nothing, others != .nothing else { continue }
            var parameters = base
            parameters.set(text, as: form)
            parameters.count([facet], index)
            parameters["analytics"] = .boolean(false)
            apart[position] = Query(index: index.name, parameters: parameters)
        }
        disjunctive = apart
        let filter = try FilterText(filtered)
        let mainFilter = try FilterText(main)
        if search.text == .nothing || filtered == .nothing {
            (items, whole) = (nil, nil)
            return
        }
        var parameters = base
        parameters.set(mainFilter, as: form)
        parameters.set(window)
        parameters["attributesToRetrieve"] = .array(
            index.retrieved(fetched, keepsUnknownValues: request.decoding.keepsUnknownValues))
        passed.setItems(&parameters)
        parameters.setHighlights(isNative ? search.fields ?? index.module.values : [], index)
        if parameters["attributesToSnippet"] == nil { parameters["attributesToSnippet"] = .array([]) }
        if !isSplit, !counted.isEmpty { parameters.setFacets(counted, index) }
        items = Query(index: indexName, parameters: parameters)
        // A request for everything counts the items itself.
        guard isSplit, (request.countsTotal && !window.isEverything) || !counted.isEmpty else {
            whole = nil
            return
        }
        parameters = base
        parameters.set(filter, as: form)
        parameters.count(counted, index)
        parameters["analytics"] = .boolean(false)
        whole = Query(index: index.name, parameters: parameters)
    }

    // MARK: - Parts

    /// The index with the requested sort order.
    private static func indexName(
        _ request: SearchRequest, _ index: RecordIndex, isEverything: Bool, settings: AlgoliaSettings
    ) throws -> String {
        // When everything is read, it is sorted here.
        if request.sort.isEmpty || isEverything { return index.name }
        if let replica = index.replicas.first(where: { $0.sort == request.sort }) {
            return settings.prefix + replica.name
        }
        let names = request.sort.map { "\"\($0.property.nameAndPlace.name)\" \($0.order.rawValue)" }
        throw UnsupportedError(
            node: "sort by \(names.joined(separator: ", "))",
            hint:
                "it has an order only as an index of its own; name an AlgoliaReplica of this sort in the settings, "
                + "or fetch everything in one page")
    }
}

extension SearchParameters {
    fileprivate mutating func set(_ filter: FilterText, as form: AlgoliaSettings.FilterForm) {
        guard !filter.isEmpty else { return }
        switch form {
        case .expression: self["filters"] = .string(filter.expression)
        case .lists:
            self["facetFilters"] = filter.facetFilters
            self["numericFilters"] = filter.numericFilters
        }
    }

    fileprivate mutating func set(_ window: SearchWindow<InstanceOrder.Place?>) {
        switch window {
        case .slice(let offset, let limit) where offset % limit == 0:
            self["page"] = .integer(Int64(offset / limit))
            self["hitsPerPage"] = .integer(Int64(limit))
        case .slice(let offset, let limit):
            self["offset"] = .integer(Int64(offset))
            self["length"] = .integer(Int64(limit))
        case .after(_, _, let limit):
            self["page"] = .integer(0)
            self["hitsPerPage"] = .integer(Int64(limit))
        case .everything: self["hitsPerPage"] = .integer(1000)
        }
    }

    /// Requests only counts.
    fileprivate mutating func count(_ facets: [FacetRequest], _ index: RecordIndex) {
        self["page"] = .integer(0)
        self["hitsPerPage"] = .integer(0)
        for name in ["attributesToHighlight", "attributesToRetrieve", "attributesToSnippet"] {
            self[name] = .array([])
        }
        if !facets.isEmpty { setFacets(facets, index) }
    }

    fileprivate mutating func setFacets(_ facets: [FacetRequest], _ index: RecordIndex) {
        let fields = facets.compactMap { index.module.value($0.field) }
        self["facets"] = .array(
            fields.flatMap { field in
                let names = index.attributes(of: field)
                return (field.hasNumbers ? [names.key, names.number] : [names.counted]).map(JSONValue.string)
            })
        // One more value than is shown tells whether there are more. If values are filtered here, all are requested.
        let most = facets.map(\.maximumValues).max() ?? 100
        let isWhole = facets.contains { facet in
            index.module.value(facet.field).map { field in
                !FacetValueFilter(facet, field.descriptor, analyzer: index.analyzer).passesAll
            } ?? false
        }
        self["maxValuesPerFacet"] = .integer(Int64(isWhole ? 1000 : min(1000, most + 1)))
    }
}

extension CompiledSearch {
    fileprivate static func window(
        _ request: SearchRequest, _ order: InstanceOrder, isRelevance: Bool,
        settings: AlgoliaSettings
    ) throws -> SearchWindow<InstanceOrder.Place?> {
        if case .cursor(let cursor, let limit) = request.page, !isRelevance {
            let place = try cursor.map { try order.place(after: $0, of: request) }
            return .after(place, offset: 0, limit: limit)
        }
        // For a search by relevance, a cursor holds the number of the next page.
        let window = try SearchWindow<InstanceOrder.Place?>(
            request, engine: AlgoliaConnection.engineName, standard: 20
        ) { place, limit in
            guard let number = ClusterCursor.count(place), number > 0,
                case let (offset, overflow) = number.multipliedReportingOverflow(by: limit), !overflow
            else { return nil }
            return .slice(offset: offset, limit: limit)
        }
        guard case .slice(let offset, let limit) = window, offset > settings.paginationLimit - limit else {
            return window
        }
        if case .cursor = request.page {
            throw UnsupportedError(
                node: "page \(offset / limit + 1) of \(limit) by relevance",
                hint: "its pages reach \(settings.paginationLimit) items; fetch everything, or sort")
        }
        throw UnsupportedError(
            node: "items \(offset) to \(offset + limit)",
            hint: "its pages reach \(settings.paginationLimit) items; use a cursor, or fetch everything")
    }
}
