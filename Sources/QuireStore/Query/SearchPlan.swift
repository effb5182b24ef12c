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

    /// What the request means. Plans are copied for each step of a search, but not what they mean.
    private let content: SearchPlanContent
    /// The full-text query with its words looked up; set when the plan is run.
    var match: TextMatch?

    init(
        _ request: SearchRequest, _ layout: ModuleLayout, _ analyzer: TextAnalyzer = TextAnalyzer(),
        among layouts: [ExactName: ModuleLayout] = [:]
    ) throws {
        content = try SearchPlanContent(request, layout, analyzer, among: layouts)
    }

    /// The request, with its refinements included in its filter.
    var request: SearchRequest { content.request }
    var layout: ModuleLayout { content.layout }
    /// All modules of the store, for conditions across relations.
    var layouts: [ExactName: ModuleLayout] { content.layouts }
    var condition: Predicate { content.condition.predicate }
    /// Whether the condition uses the text table.
    var filtersText: Bool { content.condition.usesTextTable }
    /// The conditions across relations that every matching item meets.
    var requiredRelated: [FilterCompiler.RelatedCondition] { content.condition.requiredRelated }
    /// Whether the condition differs if it looks up the elements and related items of each row.
    var conditionHasLookUps: Bool { content.condition.hasLookUps }
    /// The side table that provides the rows, if it is not the module's own table.
    var driver: ListDriver? { content.driver }
    var ordering: Ordering { content.ordering }
    var window: Window { content.window }
    /// The full-text part of the request.
    var text: TextPlan? { content.text }
    var facets: [FacetPlan] { content.facets }
    /// The SQL of the requested fields of related items.
    var relatedColumns: [String] { content.relatedColumns }

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
        var hasLookUps = false
        for (filter, isMetadata) in [(filter, false), (request.metaFilter, true)] {
            guard let filter else { continue }
            var compiler = FilterCompiler(
                layout, isMetadata: isMetadata, looksUpElements: looksUpElements, among: layouts)
            conditions.append(try compiler.predicate(filter))
            required += compiler.required
            filtersText = filtersText || compiler.usesTextTable
            hasLookUps = hasLookUps || compiler.hasLookUps
        }
        if let ids = request.ids { conditions.append(Self.ids(ids)) }
        for related in request.related { conditions.append(try Self.related(related, layout)) }
        if let segment = request.segment, !segment.tags.isEmpty {
            conditions.append(Self.segment(segment))
            filtersText = true
        }
        return RowCondition(
            predicate: .all(conditions), usesTextTable: filtersText, hasLookUps: hasLookUps,
            requiredRelated: required)
    }

    private static func ids(_ ids: [String]) -> Predicate {
        guard let first = ids.first else { return .never }
        if ids.count == 1 {
            var condition = SQLBuilder("m.id = ")
            condition.bind(.text(first))
            return .sql(condition)
        }
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
