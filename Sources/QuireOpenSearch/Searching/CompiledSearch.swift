import Foundation
import QuireCluster
import QuireCore
import QuireEngine
import QuireText

/// A search that has been checked and compiled, before any request is sent.
struct CompiledSearch {
    /// Which part of the results is requested.
    enum Window {
        case slice(offset: Int, limit: Int)
        /// After a position; the offset is the number of items before it.
        case after(place: JSONValue, offset: Int, limit: Int)
        case everything
    }

    let search: IndexedSearch
    let layout: IndexLayout
    let window: Window
    let order: SortPlan
    private let filter: Clause
    private let refinements: [(field: IndexedField, clause: Clause)]
    /// The words to search for; `nil` if there are none.
    private let words: AnalyzedText?
    private let analyzer: TextAnalyzer
    /// Selects the texts in the request's language.
    let shape: LocalizedShape?

    var names: IndexNames { layout.names }
    var request: SearchRequest { search.request }
    var alias: String { names.alias }

    /// - Throws: `UnsupportedError`, `QueryError`.
    ///
    /// - Parameters:
    ///   - request: A request that has been checked against the engine's capabilities.
    ///   - chosen: What is searched for instead of the request's own words.
    ///   - layout: The layout of the request's module.
    ///   - settings: The engine's settings.
    init(
        _ request: SearchRequest, words chosen: AnalyzedText? = nil, _ layout: IndexLayout,
        _ settings: OpenSearchSettings
    ) throws {
        self.layout = layout
        search = try IndexedSearch(request, of: layout.module, analyzer: settings.analyzer)
        if let path = request.include.first {
            throw UnsupportedError(
                engine: ClusterConnection.engineName,
                node: "include \"\(path.fields.joined(separator: "."))\"",
                hint: "ask through ContentClient, which fetches related items in batches")
        }
        analyzer = settings.analyzer
        shape = LocalizedShape(request, locales: settings.locales)
        order = SortPlan(search)
        let compiler = FilterCompiler(search: search)
        filter = try compiler.clause().simplified
        refinements = try search.refinements.map { ($0.field, try compiler.clause($0.filter).simplified) }
        if case .words(let own)? = search.text { words = chosen ?? own } else { words = nil }
        window = try Self.window(request, order)
        try checkSize()
    }

    /// The assembler of instances from a response of this size in bytes.
    func assembler(size: Int) -> InstanceAssembler {
        InstanceAssembler(layout.stored, fields: search.fields, shape: shape, size: size)
    }

    /// Whether no document can match the search, so that nothing is sent.
    var findsNothing: Bool {
        if case .nothing? = search.text { return true }
        if case .nothing = filter { return true }
        if case .nothing = everyFilter.simplified { return !countsDisjunctively }
        return false
    }

    // MARK: - Printing

    private var everyFilter: Clause { .all([filter] + refinements.map(\.clause)) }

    /// Whether a facet ignores refinements. They are then applied to the items after facets have been counted.
    private var countsDisjunctively: Bool {
        search.facets.contains { facet in
            facet.request.isDisjunctive && refinements.contains { $0.field == facet.field }
        }
    }

    /// The condition that documents must satisfy, for searches without pages.
    var condition: JSONValue { Clause.all([everyFilter, textClause]).simplified.json() }

    private var textClause: Clause {
        guard let words else { return .everything }
        return TextCompiler(fields: search.searchedFields).clause(words).simplified
    }

    private func query(filter: Clause) -> JSONValue {
        let filter = filter.simplified
        guard words != nil else { return filter.json() }
        let text = textClause
        // A search with a sort order needs no ranking.
        guard search.isRanked else { return Clause.all([filter, text]).simplified.json() }
        guard case .everything = filter else {
            return .of([
                "bool": .of(["must": .array([text.json(isScored: true)]), "filter": .array([filter.json()])])
            ])
        }
        return text.json(isScored: true)
    }

    var facets: FacetPlan {
        FacetPlan(search, refinements, isDisjunctive: countsDisjunctively, analyzer: analyzer)
    }

    /// The body of a search.
    ///
    /// - Parameters:
    ///   - after: The position to continue from, instead of the request's own.
    ///   - size: The maximum number of documents, instead of the request's own.
    func body(after: JSONValue? = nil, size: Int? = nil) -> JSONValue {
        let isDisjunctive = countsDisjunctively
        var members: [JSONValue.Member] = [
            .init("query", query(filter: isDisjunctive ? filter : everyFilter))
        ]
        if isDisjunctive {
            members.append(.init("post_filter", Clause.all(refinements.map(\.clause)).simplified.json()))
        }
        if after == nil, !search.facets.isEmpty {
            members.append(.init("aggs", facets.json))
        }
        var size = size
        switch window {
        case .slice(let offset, let limit):
            members.append(.init("from", .count(offset)))
            size = size ?? Self.size(offset: offset, limit: limit)
        case .after(_, _, let limit): size = size ?? Self.size(offset: 0, limit: limit)
        case .everything: size = size ?? Self.step
        }
        members.append(.init("size", .count(size ?? 0)))
        members.append(.init("sort", order.json))
        if let after {
            members.append(.init("search_after", after))
        } else if case .after(let place, _, _) = window {
            members.append(.init("search_after", place))
        }
        members.append(.init("_source", source))
        members.append(.init("track_total_hits", .boolean(after == nil && countsHits)))
        return .object(members)
    }

    /// The number of documents per request when everything is read.
    static let step = 2000

    /// One item more than requested tells whether there is a next page, if the result window has room for it.
    private static func size(offset: Int, limit: Int) -> Int {
        offset + limit < IndexLimits.window ? limit + 1 : limit
    }

    /// Whether the server counts all hits: if the total is requested, or is needed to tell whether there are more.
    private var countsHits: Bool {
        switch window {
        case .slice(let offset, let limit):
            request.countsTotal || Self.size(offset: offset, limit: limit) == limit
        case .after: request.countsTotal
        case .everything: false
        }
    }

    private var source: JSONValue {
        guard let fields = search.fields else { return .texts([LayoutField.stored]) }
        return .texts(
            [LayoutField.storedMetadata] + fields.map { "\(LayoutField.stored).\($0.physicalName)" })
    }

    // MARK: - Checking

    private static func window(_ request: SearchRequest, _ order: SortPlan) throws -> Window {
        func slice(_ offset: Int, _ limit: Int) throws -> Window {
            let (end, overflow) = offset.addingReportingOverflow(limit)
            guard !overflow, end <= IndexLimits.window else {
                throw UnsupportedError(
                    engine: ClusterConnection.engineName, node: "items \(offset) to \(overflow ? .max : end)",
                    hint: "it pages through the first \(IndexLimits.window) items only; go on with cursors: "
                        + ".cursor(page.nextCursor, limit: …), or content.all(query)")
            }
            return .slice(offset: offset, limit: limit)
        }
        switch request.page {
        case .standard: return try slice(0, 10)
        case .page(let number, let size): return try slice((number - 1) * size, size)
        case .offset(let offset, let limit): return try slice(offset, limit)
        case .cursor(nil, let limit): return try slice(0, limit)
        case .cursor(let cursor?, let limit):
            guard limit <= IndexLimits.window else {
                throw UnsupportedError(
                    engine: ClusterConnection.engineName, node: "a page of \(limit)",
                    hint: "its largest page is \(IndexLimits.window)")
            }
            let token = try ClusterCursor.place(of: cursor, in: request, engine: ClusterConnection.engineName)
            guard let place = token["after"], let offset = token["offset"]?.int, offset >= 0,
                order.holds(place)
            else { throw ClusterCursor.damaged(cursor, in: request) }
            return .after(place: place, offset: offset, limit: limit)
        case .all: return .everything
        }
    }

    private func checkSize() throws {
        let clause = Clause.all([everyFilter, textClause]).simplified
        guard clause.count <= IndexLimits.clauses else {
            throw UnsupportedError(
                engine: ClusterConnection.engineName, node: "a search of \(clause.count) conditions",
                hint: "it takes \(IndexLimits.clauses); list values with in, or ask in several searches")
        }
        // One level is for the group of full-text search and filter, and one for a facet's group.
        guard clause.depth + 2 <= IndexLimits.depth else {
            throw UnsupportedError(
                engine: ClusterConnection.engineName, node: "groups in groups, \(clause.depth) levels deep",
                hint: "it takes \(IndexLimits.depth - 2) levels; write the filter flatter")
        }
    }
}
