#if SQLite

import QuireCore
import QuireEngine
import QuireText

/// A request as SQL on one module's tables, completely checked before anything is read.
struct SearchPlan {
    /// Which part of the result is requested.
    enum Window {
        case slice(offset: Int, limit: Int)
        case after(Keyset, offset: Int, limit: Int)
        case everything
    }

    /// HALO's page size if a request does not specify one.
    static let standardPageSize = 10

    /// The request, with its refinements included in its filter.
    let request: SearchRequest
    let layout: ModuleLayout
    /// All modules of the store, for conditions across relations.
    let layouts: [ExactName: ModuleLayout]
    let condition: Predicate
    /// The side table that provides the rows, if it is not the module's own table.
    let driver: ListDriver?
    let ordering: Ordering
    let window: Window
    /// The conditions across relations that every matching item meets.
    let requiredRelated: [FilterCompiler.RelatedCondition]
    /// Whether the condition uses the text table.
    let filtersText: Bool
    /// The full-text part of the request.
    let text: TextPlan?
    /// The full-text query with its words looked up; set when the plan is run.
    var match: TextMatch?
    let facets: [FacetPlan]
    /// The SQL of the requested fields of related items.
    let relatedColumns: [String]

    init(
        _ request: SearchRequest, _ layout: ModuleLayout, _ analyzer: TextAnalyzer = TextAnalyzer(),
        among layouts: [ExactName: ModuleLayout] = [:]
    ) throws {
        facets = try FacetPlan.plans(request, layout, analyzer, among: layouts)
        self.layouts = layouts
        relatedColumns = try RelatedColumns.columns(of: request, layout, among: layouts)
        let request = request.refined()
        self.request = request
        self.layout = layout
        text = try request.text.map { try TextPlan($0, layout, analyzer) }
        driver = try ListDriver(request, layout)
        let filter = driver.map(\.rest) ?? request.filter
        let condition = try Self.condition(
            request, filter, layout, looksUpElements: false, among: layouts)
        self.condition = condition.predicate
        requiredRelated = condition.requiredRelated
        filtersText = condition.usesTextTable
        ordering = try Ordering(request, layout, among: layouts)
        switch request.page {
        case .standard: window = .slice(offset: 0, limit: Self.standardPageSize)
        case .page(let page, let size): window = .slice(offset: (page - 1) * size, limit: size)
        case .offset(let offset, let limit): window = .slice(offset: offset, limit: limit)
        case .cursor(nil, let limit): window = .slice(offset: 0, limit: limit)
        case .cursor(let cursor?, let limit):
            let (keyset, offset) = try CursorToken.place(cursor, request)
            window = .after(keyset, offset: offset, limit: limit)
        case .all: window = .everything
        }
    }

    /// The maximum number of rows; `nil` means all.
    var limit: Int? {
        switch window {
        case .slice(_, let limit), .after(_, _, let limit): limit
        case .everything: nil
        }
    }

    /// The condition for matching rows.
    ///
    /// - Parameter looksUpElements: Whether to test a list's side table for each row, instead of finding all items
    ///   first.
    static func condition(
        _ request: SearchRequest, _ filter: Filter?, _ layout: ModuleLayout, looksUpElements: Bool,
        among layouts: [ExactName: ModuleLayout]
    ) throws -> RowCondition {
        var conditions: [Predicate] = []
        var required: [FilterCompiler.RelatedCondition] = []
        var filtersText = false
        for (filter, isMetadata) in [(filter, false), (request.metaFilter, true)] {
            guard let filter else { continue }
            var compiler = FilterCompiler(
                layout, isMetadata: isMetadata, looksUpElements: looksUpElements, among: layouts)
            conditions.append(try compiler.predicate(filter))
            required += compiler.required
            filtersText = filtersText || compiler.usesTextTable
        }
        if let ids = request.ids { conditions.append(Self.ids(ids)) }
        for related in request.related { conditions.append(try Self.related(related, layout)) }
        if let segment = request.segment, !segment.tags.isEmpty {
            conditions.append(Self.segment(segment))
            filtersText = true
        }
        return RowCondition(
            predicate: .all(conditions), usesTextTable: filtersText, requiredRelated: required)
    }

    private static func ids(_ ids: [String]) -> Predicate {
        guard let first = ids.first else { return .never }
        if ids.count == 1 { return .sql(compose("m.id = ", .value(.text(first)))) }
        return .sql(compose("m.id IN (", .part(ValueList(ids.map(SQLValue.text)).rows), ")"))
    }

    private static func related(_ related: RelatedItems, _ layout: ModuleLayout) throws -> Predicate {
        _ = try layout.module.relation(related.field, in: "related")
        guard let field = layout.field(related.field) else { return .never }
        let isList = field.storage.element != nil
        guard let ids = related.ids else {
            return .sql(SQLBuilder("m.\(SQLite.quoted(field.smallest ?? field.column)) IS NOT NULL"))
        }
        let list = ValueList(ids.map(SQLValue.text)).rows
        guard isList, let side = field.side else {
            return .sql(compose("m.\(SQLite.quoted(field.column)) IN (", .part(list), ")"))
        }
        return .sql(
            compose("m.item IN (SELECT item FROM \(SQLite.quoted(side)) WHERE value IN (", .part(list), "))"))
    }

    /// An item has few tags, so they are tested as JSON.
    private static func segment(_ segment: Segment) -> Predicate {
        let tags = segment.tags.map { tag in
            // SQLite's own functions truncate a JSON text at a NUL.
            let exact = compose(
                "quire_tagged(t.tags, ", .value(.text(tag.name)), ", ",
                .value(tag.value.map(SQLValue.text) ?? .null), ")")
            if "\(tag.name)\(tag.value ?? "")".utf8.contains(0) { return Predicate.sql(exact) }
            return .sql(
                compose(
                    "(json_type(t.tags) = 'array' AND EXISTS (SELECT 1 FROM json_each(t.tags) AS tag WHERE ",
                    "CASE WHEN tag.type = 'object' THEN json_extract(tag.value, '$.name') = ",
                    .value(.text(tag.name)), " AND json_extract(tag.value, '$.value') IS ",
                    .value(tag.value.map(SQLValue.text) ?? .null), " ELSE 0 END)",
                    " AND (instr(t.tags, '\\u0000') = 0 OR ", .part(exact), "))"))
        }
        return segment.mode == .total ? .all(tags) : .any(tags)
    }
}
#endif
