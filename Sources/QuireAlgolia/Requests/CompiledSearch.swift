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

    /// Which part of the results is requested.
    enum Window: Sendable {
        case slice(offset: Int, limit: Int)
        case after(InstanceOrder.Place?, limit: Int)
        /// A page of a search by relevance, counted from 0.
        case counted(page: Int, limit: Int)
        case everything
    }

    let request: SearchRequest
    let index: RecordIndex
    let window: Window
    let order: InstanceOrder
    let outcome: TextSearchInfo?
    /// What is passed on to the service.
    let passed: AlgoliaParameters
    /// Whether the service's own full-text search finds the items.
    let isNative: Bool
    /// Selects the texts in the request's language.
    let shape: LocalizedShape?
    /// The fields in the response; `nil` means all.
    let shown: [IndexedField]?
    /// The fields to fetch: those in the response and those that the sort order needs.
    let fetched: [IndexedField]?
    /// The query for the items; `nil` if no item can match the request.
    let items: Query?
    /// The query for the total and the facets, if the items' query does not count all items.
    let whole: Query?
    /// The queries for the counts of refined disjunctive facets, by the facet's position.
    let disjunctive: [Int: Query]

    /// The form of the instances in the response.
    var shownForm: RecordForm {
        RecordForm(
            index, fields: shown, shape: shape, keepsUnknownValues: request.decoding.keepsUnknownValues)
    }
    var fetchedForm: RecordForm { RecordForm(index, fields: fetched) }

    var isRankedByRelevance: Bool { outcome?.ranking == .relevance && items?.parameters["queryType"] != nil }

    /// - Throws: `UnsupportedError` if the service cannot express the request exactly, or `QueryError` if it does not
    ///   match the module.
    ///
    /// - Parameters:
    ///   - request: A request that has been checked against the engine's capabilities.
    ///   - index: The index of the request's module.
    ///   - settings: The engine's settings.
    init(_ request: SearchRequest, _ index: RecordIndex, _ settings: AlgoliaSettings) throws {
        self.request = request
        self.index = index
        var words: AnalyzedText?
        var findsNothing = false
        if let text = request.text {
            _ = try text.searchedFields(of: request.module, index.analyzer)
            switch text.meaning(index.analyzer) {
            case .nothing: findsNothing = true
            case .everything: break
            case .words(let text): words = text
            }
        }
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
        shown = try Self.fields(request, index)
        window = try Self.window(
            request, order, isRelevance: words != nil && request.sort.isEmpty, settings)
        let keys = request.sort.compactMap { index.module.field($0.property) }
        fetched = shown.map { shown in shown + keys.filter { !$0.isMetadata && !shown.contains($0) } }

        var base = SearchParameters()
        base["query"] = .string("")
        if let text = request.text, let words {
            try TextParameters(text, words, index).set(&base)
        } else {
            base["enableRules"] = .boolean(false)
        }
        passed.setCommon(&base)
        let form = settings.filters
        var common = FilterCompiler(index: index)
        try common.addCommon(request)
        var filtered = common
        try filtered.addValues(request)
        let (main, isSplit) = try Self.placed(filtered, window, request)
        let indexName = try Self.indexName(request, index, window, settings)

        // The facets that are not narrowed by the refinements of their own field.
        var apart: [Int: Query] = [:]
        for (position, facet) in request.facets.enumerated() where facet.isDisjunctive {
            guard request.refinements.contains(where: { $0.field.isByteEqual(to: facet.field) }) else {
                continue
            }
            var others = common
            try others.addValues(request, except: facet.field)
            let filter = try FilterText(others.clauses)
            guard !findsNothing, !others.clauses.isNever() else { continue }
            var parameters = base
            parameters.set(filter, as: form)
            parameters.count([facet], index)
            parameters["analytics"] = .boolean(false)
            apart[position] = Query(index: index.name, parameters: parameters)
        }
        disjunctive = apart
        let counted = request.facets.filter { facet in
            !(facet.isDisjunctive && request.refinements.contains { $0.field.isByteEqual(to: facet.field) })
        }

        let filter = try FilterText(filtered.clauses)
        let mainFilter = isSplit ? try FilterText(main.clauses) : filter
        if findsNothing || filtered.clauses.isNever() {
            (items, whole) = (nil, nil)
            return
        }
        var parameters = base
        parameters.set(mainFilter, as: form)
        parameters.set(window)
        parameters["attributesToRetrieve"] = .array(
            index.retrieved(fetched, keepsUnknownValues: request.decoding.keepsUnknownValues))
        passed.setItems(&parameters)
        parameters.setHighlights(isNative ? shown ?? index.module.values : [], index)
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

    private static func fields(_ request: SearchRequest, _ index: RecordIndex) throws -> [IndexedField]? {
        guard let names = request.fields else { return nil }
        return try names.map { name in
            guard let field = index.module.value(name) else {
                throw QueryError(
                    .unknownProperty, module: request.module.name, node: "\"\(name)\" in the fields",
                    expected:
                        "one of \(request.module.fields.fields.map(\.name).joined(separator: ", "))")
            }
            return field
        }
    }

    /// The index with the requested sort order.
    private static func indexName(
        _ request: SearchRequest, _ index: RecordIndex, _ window: Window, _ settings: AlgoliaSettings
    ) throws -> String {
        // When everything is read, it is sorted here.
        if request.sort.isEmpty || window.isEverything { return index.name }
        if let replica = index.replicas.first(where: { $0.sort == request.sort }) {
            return settings.prefix + replica.name
        }
        let names = request.sort.map { "\"\($0.property.nameAndPlace.name)\" \($0.order.rawValue)" }
        throw UnsupportedError(
            engine: AlgoliaConnection.engineName, node: "sort by \(names.joined(separator: ", "))",
            hint:
                "it has an order only as an index of its own; name an AlgoliaReplica of this sort in the settings, "
                + "or fetch everything in one page")
    }

    /// The filter of a page after a cursor, and whether it is narrower than the filter of the whole result.
    private static func placed(
        _ filter: FilterCompiler, _ window: Window, _ request: SearchRequest
    ) throws -> (FilterCompiler, isSplit: Bool) {
        switch window {
        case .after(let place?, _):
            var filter = filter
            try filter.add(after: place, in: request.sort)
            return (filter, true)
        case .after(nil, _):
            // If the next page cannot be requested, this one is rejected as well.
            _ = try filter.placeFields(of: request.sort)
            return (filter, false)
        case .everything: return (filter, true)
        case .slice, .counted: return (filter, false)
        }
    }
}

extension CompiledSearch.Window {
    var isEverything: Bool { if case .everything = self { true } else { false } }
}

extension FilterCompiler {
    /// Adds the conditions of the request other than those on values.
    mutating func addCommon(_ request: SearchRequest) throws {
        if let filter = request.metaFilter { try add(filter, over: index.module.testedMetadata) }
        if let ids = request.ids, let field = index.module.metadata("id") { add(anyOf: ids, field) }
        for link in request.related {
            let descriptor = try request.module.relation(link.field, in: "related")
            guard let field = index.module.value(descriptor.name) else { continue }
            if let ids = link.ids {
                add(anyOf: ids, field)
            } else {
                addPresence(of: field, true)
                clauses.endGroup()
            }
        }
        guard let segment = request.segment, !segment.tags.isEmpty else { return }
        for tag in segment.tags {
            var test = clauses.begin("tags")
            clauses.addFacet(to: &test, RecordAttributes.tags) {
                $0.append(text: RecordKey.key(ofTag: tag.name, tag.value))
            }
            clauses.add(test)
            if segment.mode == .total { clauses.endGroup() }
        }
        if segment.mode != .total { clauses.endGroup() }
    }

    /// Adds the conditions on values from the filter and the refinements.
    ///
    /// - Parameter field: The field whose refinements are left out.
    mutating func addValues(_ request: SearchRequest, except field: String? = nil) throws {
        if let filter = request.filter { try add(filter, over: index.module.testedValues) }
        for refinement in request.refinements where !(field.map(refinement.field.isByteEqual) ?? false) {
            try add(refinement)
        }
        // What can match nothing is not printed, so that no other part has to have a form.
        clauses.simplify(from: 0)
    }

    private mutating func add(anyOf ids: [String], _ field: IndexedField) {
        let attribute = index.attributes(of: field).key
        for id in ids { addKey(attribute, of: field) { RecordKey.append(id, to: &$0) } }
        clauses.endGroup()
    }
}

extension SearchParameters {
    fileprivate mutating func set(_ filter: FilterText, as form: AlgoliaSettings.FilterForm) {
        guard !filter.isEmpty else { return }
        switch form {
        case .expression: expression = filter.expression
        case .lists:
            self["facetFilters"] = filter.facetFilters
            self["numericFilters"] = filter.numericFilters
        }
    }

    fileprivate mutating func set(_ window: CompiledSearch.Window) {
        switch window {
        case .slice(let offset, let limit) where offset % limit == 0:
            self["page"] = .integer(Int64(offset / limit))
            self["hitsPerPage"] = .integer(Int64(limit))
        case .slice(let offset, let limit):
            self["offset"] = .integer(Int64(offset))
            self["length"] = .integer(Int64(limit))
        case .counted(let page, let limit):
            self["page"] = .integer(Int64(page))
            self["hitsPerPage"] = .integer(Int64(limit))
        case .after(_, let limit):
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
                !FacetValueFilter(facet, field.descriptor, index.analyzer).passesAll
            } ?? false
        }
        self["maxValuesPerFacet"] = .integer(Int64(isWhole ? 1000 : min(1000, most + 1)))
    }
}
