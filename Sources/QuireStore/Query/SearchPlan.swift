#if SQLite
import QuireCore
import QuireEngine
import QuireText

/// A request as SQL on one module's tables, completely checked before anything is read.
struct SearchPlan {
    /// What the request means. Plans are copied for each step of a search, but not what they mean.
    let content: SearchPlanContent
    private let use: Use
    /// The full-text query with its words looked up; set when the plan is run.
    var match: TextMatch?

    init(
        _ request: SearchRequest, _ layout: ModuleLayout, analyzer: TextAnalyzer = TextAnalyzer(),
        among layouts: [String: ModuleLayout] = [:]
    ) throws {
        content = try SearchPlanContent(request, layout, analyzer: analyzer, among: layouts)
        let refined = request.refined()
        use = Use(refined, try Window.window(of: refined))
    }

    /// A plan with the meaning of an earlier search of the same shape.
    ///
    /// - Parameters:
    ///   - values: The values of the leaves.
    ///   - keyset: The position and the offset of the page, if it starts after a row.
    init(
        _ request: SearchRequest, _ prepared: PreparedSearch, values: [SQLValue],
        after keyset: (Keyset, offset: Int)?
    ) throws {
        content = prepared.content
        use = Use(request, try Window.window(of: request, after: keyset), prepared: prepared, values: values)
    }

    /// What differs between searches of the same shape.
    private final class Use: Sendable {
        let request: SearchRequest
        let window: Window
        let prepared: PreparedSearch?
        let values: [SQLValue]

        init(
            _ request: SearchRequest, _ window: Window, prepared: PreparedSearch? = nil,
            values: [SQLValue] = []
        ) {
            self.request = request
            self.window = window
            self.prepared = prepared
            self.values = values
        }
    }

    /// The request, with its refinements included in its filter.
    var request: SearchRequest { use.request }
    /// The statements of all searches of the shape, if the plan was made from an earlier one.
    var prepared: PreparedSearch? { use.prepared }
    /// The values of the leaves, for the prepared statements.
    var values: [SQLValue] { use.values }
    var layout: ModuleLayout { content.layout }
    /// All modules of the store, for conditions across relations.
    var layouts: [String: ModuleLayout] { content.layouts }
    var condition: Predicate {
        guard let prepared else { return content.condition.predicate }
        return content.condition.predicate.filled(values, prepared.starts)
    }
    /// Whether it is certain that the condition is never true.
    var isNever: Bool { if case .never = content.condition.predicate { true } else { false } }
    /// Whether the condition uses the text table.
    var filtersText: Bool { content.condition.usesTextTable }
    /// The conditions across relations that every matching item meets.
    var requiredRelated: [FilterCompiler.RelatedCondition] {
        guard let prepared else { return content.condition.requiredRelated }
        return content.condition.requiredRelated.map { $0.filled(values, prepared.starts) }
    }
    /// The condition for rows in the order of an index: the elements and related items of each row are looked up.
    var lookingUp: Predicate {
        guard let prepared else { return content.lookingUp }
        return content.lookingUp.filled(values, prepared.starts)
    }
    /// The side table that provides the rows, if it is not the module's own table.
    var driver: ListDriver? {
        guard let prepared else { return content.driver }
        return content.driver?.filled(values, prepared.starts)
    }
    var ordering: Ordering { content.ordering }
    var window: Window { use.window }
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
    ///   - driver: The test that was taken out of the filter.
    static func condition(
        _ request: SearchRequest, _ filter: Filter?, layout: ModuleLayout, looksUpElements: Bool,
        among layouts: [String: ModuleLayout], driver: ListDriver? = nil
    ) throws -> RowCondition {
        var number = 0
        var plans: [Int: LeafPlan] = [:]
        if let driver { plans[driver.leaf] = driver.plan }
        var conditions: [Predicate] = []
        var required: [FilterCompiler.RelatedCondition] = []
        var filtersText = false
        var hasLookUps = false
        for (filter, isMetadata) in [(filter, false), (request.metaFilter, true)] {
            let first = number
            number += (isMetadata ? request.metaFilter : request.filter)?.leafCount ?? 0
            guard let filter else { continue }
            var compiler = FilterCompiler(
                layout, isMetadata: isMetadata, looksUpElements: looksUpElements, among: layouts,
                firstLeaf: first, leavingOut: isMetadata ? nil : driver?.leaf)
            compiler.plans = plans
            conditions.append(try compiler.predicate(filter))
            plans = compiler.plans
            required += compiler.required
            filtersText = filtersText || compiler.usesTextTable
            hasLookUps = hasLookUps || compiler.hasLookUps
        }
        if let ids = request.ids { conditions.append(Self.ids(ids, number: number, plans: &plans)) }
        for related in request.related { conditions.append(try Self.related(related, layout)) }
        if let segment = request.segment, !segment.tags.isEmpty {
            conditions.append(Self.segment(segment))
            filtersText = true
        }
        return RowCondition(
            predicate: .all(conditions), usesTextTable: filtersText, hasLookUps: hasLookUps,
            requiredRelated: required, plans: plans)
    }

    private static func ids(_ ids: [String], number: Int, plans: inout [Int: LeafPlan]) -> Predicate {
        let compiler = LeafCompiler(
            storage: .text, column: "m.id", folded: nil, latitude: nil, longitude: nil)
        let test = LeafTest(.isAny(of: .many(ids.map(EvaluatedValue.text))), .text, hasPlace: false)
        plans[number] = LeafPlan(
            operation: .in, comparison: .text, storage: .text, hasPlace: false, form: test.form,
            count: test.values.count)
        return compiler.predicate(test, leaf: number)
    }

    private static func related(_ related: RelatedItems, _ layout: ModuleLayout) throws -> Predicate {
        _ = try layout.module.relation(related.field, in: "related")
        guard let field = layout.field(related.field) else { return .never }
        let isList = field.storage.element != nil
        guard let ids = related.ids else {
            return .sql(SQLBuilder("m.\(SQLite.quoted(field.smallest ?? field.column)) IS NOT NULL"))
        }
        let list = ValueList(ids.map(SQLValue.text)).rows
        guard isList, let side = field.elementTable else {
            return .sql(compose("m.\(SQLite.quoted(field.column)) IN (", .part(list), ")"))
        }
        return .sql(
            compose(
                "m.item IN (SELECT item FROM \(SQLite.quoted(side)) WHERE \(SQLite.quoted(field.elementColumn)) IN (",
                .part(list), "))"))
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

extension SearchPlan {
    /// Which part of the result is requested.
    enum Window {
        case slice(offset: Int, limit: Int)
        case after(Keyset, offset: Int, limit: Int)
        case everything

        /// - Parameter keyset: The position of the page's cursor, if it is known.
        /// - Throws: `QueryError` for a cursor of another query.
        static func window(
            of request: SearchRequest, after keyset: (Keyset, offset: Int)? = nil
        ) throws -> Window {
            switch request.page {
            case .standard, .page, .offset, .cursor(nil, _):
                return .slice(
                    offset: request.page.offset, limit: request.page.size ?? SearchPlan.standardPageSize)
            case .cursor(let cursor?, let limit):
                let (keyset, offset) = try keyset ?? CursorToken.place(cursor, request)
                return .after(keyset, offset: offset, limit: limit)
            case .all: return .everything
            }
        }
    }

    /// HALO's page size if a request does not specify one.
    static let standardPageSize = 10
}
#endif
