import Foundation
import QuireCore
import QuireEngine
import QuireRemote
import QuireText

/// A search that has been checked and compiled, before any request is sent.
package final class CompiledSearch: Sendable {
    let search: IndexedSearch
    let layout: IndexLayout
    /// Which part of the results is requested, after the sort values of an item.
    let window: SearchWindow<JSONValue>
    let order: SortPlan
    let filter: Clause
    /// The filter with all refinements.
    let everyFilter: Clause
    let textClause: Clause
    let refinements: [(field: IndexedField, clause: Clause)]
    /// What is known of the index.
    let state: IndexStatus
    /// Whether there are words to search for.
    let hasWords: Bool
    private let testedMembers: [(path: String, field: IndexedField, form: FieldForm)]
    private let analyzer: TextAnalyzer
    /// Selects the texts in the request's language.
    private let shape: LocalizedShape?
    let parameters: OpenSearchParameters
    /// Whose meaning the page follows.
    let meaning: Meaning

    var names: IndexNames { layout.names }
    var request: SearchRequest { search.request }
    /// The name of the index for requests.
    var alias: String { state.existing?.name ?? names.alias }

    /// - Throws: `UnsupportedError`, `QueryError`.
    ///
    /// - Parameters:
    ///   - request: A request that has been checked against the engine's capabilities.
    ///   - chosen: What is searched for instead of the request's own words.
    ///   - layout: The layout of the request's module.
    ///   - state: What is known of its index.
    ///   - settings: The engine's settings.
    init(
        _ request: SearchRequest, words chosen: AnalyzedText? = nil, _ layout: IndexLayout,
        in state: IndexStatus, settings: OpenSearchSettings, features: OpenSearchFeatures
    ) throws {
        self.layout = layout
        self.state = state
        let search = try IndexedSearch(request, of: layout.module, analyzer: settings.analyzer)
        self.search = search
        try search.refuseIncludes(by: ClusterConnection.engineName)
        analyzer = settings.analyzer
        shape = LocalizedShape(request, locales: settings.locales)
        order = try search.compiling { try SortPlan(search, state) }
        let parameters = try OpenSearchParameters(
            of: request, defaults: settings.parameters,
            isRankedByServer: state.existing != nil && search.isRanked)
        self.parameters = parameters
        let compiler = FilterCompiler(
            search: search, state: state, meaning: request.meaning ?? settings.meaning, features: features)
        filter = try search.compiling {
            Clause.all([try compiler.clause()] + (parameters.filter.map { [.other($0)] } ?? [])).distinct
        }
        var refinements: [(field: IndexedField, clause: Clause)] = []
        for (field, refinement) in search.refinements {
            refinements.append((field, try search.compiling { try compiler.clause(refinement).distinct }))
        }
        self.refinements = refinements
        testedMembers = compiler.tested.forms
        everyFilter =
            refinements.isEmpty ? filter : Clause.all([filter] + refinements.map(\.clause)).distinct
        meaning =
            compiler.use.isEngine || !parameters.isEmpty || (search.text != nil && state.existing != nil)
            ? .engine : .exact
        if case .words(let own)? = search.text {
            if let index = state.existing, let text = request.text {
                textClause = try search.compiling {
                    try NaturalText(fields: search.searchedFields, index: index).clause(text)
                }
            } else {
                textClause = TextCompiler(fields: search.searchedFields).clause(chosen ?? own).distinct
            }
            hasWords = true
        } else {
            textClause = .everything
            hasWords = false
        }
        if let field = search.facets.map(\.field).first(where: { facet in
            facet.isHierarchical && state.existing != nil || state.form(of: facet).valueName == nil
        }) {
            throw UnsupportedError(
                node: "a facet of \"\(field.descriptor.name)\"",
                hint: ExistingIndex.ways(
                    state.form(of: field).reason ?? "the index has no paths above a value"))
        }
        window = try Self.window(request, order)
        try checkSize()
    }

    /// How documents in a response are read.
    var form: DocumentForm {
        DocumentForm(
            layout.keys, fields: search.fields, shape: shape,
            keepsUnknownValues: request.decoding.keepsUnknownValues,
            locating: { ($0["_source"], $0["_id"]?.string) })
    }

    /// Whether no document can match the search, so that nothing is sent.
    var findsNothing: Bool {
        if case .nothing? = search.text { return true }
        if case .nothing = filter { return true }
        if case .nothing = everyFilter { return !countsDisjunctively }
        return false
    }

    /// Whether a facet ignores refinements. They are then applied to the items after facets have been counted.
    var countsDisjunctively: Bool {
        search.facets.contains { facet in
            facet.request.isDisjunctive && refinements.contains { $0.field == facet.field }
        }
    }

    /// The condition that documents must satisfy, for searches without pages.
    var condition: Clause {
        guard hasWords else { return everyFilter }
        return Clause.all([everyFilter, textClause]).distinct
    }

    var facets: FacetPlan {
        FacetPlan(
            search, in: state, refinements: refinements, isDisjunctive: countsDisjunctively,
            analyzer: analyzer)
    }

    // MARK: - Checking

    private static func window(
        _ request: SearchRequest, _ order: SortPlan
    ) throws -> SearchWindow<JSONValue> {
        let window = try SearchWindow<JSONValue>(request, engine: ClusterConnection.engineName) {
            token, limit in
            guard limit <= IndexLimits.window else {
                throw UnsupportedError(
                    node: "a page of \(limit)", hint: "its largest page is \(IndexLimits.window)")
            }
            guard let place = token["after"], let offset = ClusterCursor.count(token["offset"]),
                order.holds(place)
            else { return nil }
            return .after(place, offset: offset, limit: limit)
        }
        if case .slice(let offset, let limit) = window {
            let (end, overflow) = offset.addingReportingOverflow(limit)
            guard !overflow, end <= IndexLimits.window else {
                throw UnsupportedError(
                    node: "items \(offset) to \(overflow ? .max : end)",
                    hint: "it pages through the first \(IndexLimits.window) items only; go on with cursors: "
                        + ".cursor(page.nextCursor, limit: …), or content.all(query)")
            }
        }
        return window
    }

    private func checkSize() throws {
        let clause = condition
        guard clause.clauses <= IndexLimits.clauses else {
            throw UnsupportedError(
                node: "a search of \(clause.clauses) conditions",
                hint: "it takes \(IndexLimits.clauses); list values with in, or ask in several searches")
        }
        // One level is for the group of full-text search and filter, and one for a facet's group.
        guard clause.depth + 2 <= IndexLimits.depth else {
            throw UnsupportedError(
                node: "groups in groups, \(clause.depth) levels deep",
                hint: "it takes \(IndexLimits.depth - 2) levels; write the filter flatter")
        }
    }
}

extension CompiledSearch {
    /// The searched fields that the server highlights: those in the response that it analyzes itself.
    var highlighted: [String] {
        guard hasWords, let index = state.existing else { return [] }
        let ordinals = search.fields.map { Set($0.map(\.ordinal)) }
        return search.searchedFields.filter { ordinals?.contains($0.ordinal) ?? true }.compactMap {
            index.field($0).textName
        }
    }

    /// What the server gets beside the query.
    var passed: [JSONValue.Member] {
        let others = parameters.other.sorted { $0.key < $1.key }.map { JSONValue.Member($0, $1) }
        guard !highlighted.isEmpty else { return others }
        let tags = ServerHighlights.markup
        let highlight = JSONValue.of([
            "pre_tags": .texts([tags.opening]), "post_tags": .texts([tags.closing]),
            // Whole texts, which the highlights of a page are looked up by.
            "number_of_fragments": .integer(0),
            "fields": .object(highlighted.map { .init($0, .empty) }),
        ])
        return others + [.init("highlight", highlight)]
    }
}

extension CompiledSearch {
    /// Throws an error if the index lacks a field of the search: for the server, no document would match it.
    func check(_ description: IndexDescription, alsoUsing others: [IndexedField] = []) throws(CollectionError)
    {
        guard case .prepared = description.state, let fields = description.fields,
            let index = description.indices.first, !names.fits(index)
        else { return }
        let named = (namedFields + others).map { ($0.descriptor.name, $0, FieldForm.derived($0)) }
        let missing = (named + testedMembers).filter { _, field, form in
            !field.shadows.allSatisfy { fields.contains(form.name(of: $0, field)) }
        }
        guard missing.isEmpty else {
            throw names.otherSchema(
                index, lacking: missing.map { "\"\($0.0)\"" }.joined(separator: ", "))
        }
    }

    /// The same, with a description that is read again before the search is refused.
    func check(_ descriptions: IndexDescriptions, alsoUsing others: [IndexedField] = []) async throws {
        do {
            try check(try await descriptions.description(of: layout), alsoUsing: others)
        } catch let error as CollectionError where error.reason == .otherSchema {
            try check(try await descriptions.description(of: layout, isFresh: true), alsoUsing: others)
        }
    }

    /// The fields used by filters, refinements, relations, facets, sort order and full-text search, each once.
    var namedFields: [IndexedField] {
        var fields: [IndexedField] = []
        for (field, _) in search.related { fields.append(field) }
        for (_, field) in search.facets { fields.append(field) }
        for key in search.sort { fields.append(key.field) }
        for filter in search.filters { filter.add(to: &fields) }
        for (_, filter) in search.refinements { filter.add(to: &fields) }
        if search.text != nil { fields += search.searchedFields }
        var named: [IndexedField] = []
        for field in fields where !field.isMetadata && !named.contains(where: { $0 === field }) {
            named.append(field)
        }
        return named
    }
}

extension IndexedFilter {
    fileprivate func add(to fields: inout [IndexedField]) {
        switch self {
        case .filter(let filter, let tested): Self.add(filter, tested, to: &fields)
        case .paths(let field, _, _): fields.append(field)
        }
    }

    private static func add(_ filter: Filter, _ tested: IndexedFields, to fields: inout [IndexedField]) {
        switch filter {
        case .and(let operands), .or(let operands):
            for operand in operands { add(operand, tested, to: &fields) }
        case .leaf(let leaf): if let field = tested[leaf.property] { fields.append(field) }
        case .any, .none: break
        }
    }
}
