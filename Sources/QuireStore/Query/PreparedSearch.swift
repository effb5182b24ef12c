#if SQLite
import QuireCore
import QuireEngine

/// The plan and the statements of all searches of one shape. A search only adds its values.
final class PreparedSearch: Sendable {
    let content: SearchPlanContent
    /// The position of each leaf's first value among the values of all leaves, and the number of all values.
    let starts: [Int]
    let selection: RowSelection
    /// Keeps the decoder's table alive, whose identity is part of the shape.
    let table: FieldTable
    let choice: OrderChoice?
    let count: StatementTemplate
    /// The start of the cursors of all searches (`CursorToken.start(of:)`).
    let cursorStart: [UInt8]
    /// How the leaves were compiled; `nil` for one without values.
    private let plans: [LeafPlan?]
    /// A statement for each part of the result, as SQLite plans it and in the order of an index.
    private let planned, ordered: [StatementTemplate]

    /// - Parameter plan: A plan of a search of the shape.
    /// - Returns: `nil` if searches of the shape must be planned each time.
    init?(_ plan: SearchPlan, _ selection: RowSelection, of table: FieldTable) throws {
        guard plan.prepared == nil, plan.match == nil, plan.text == nil, plan.facets.isEmpty,
            plan.relatedColumns.isEmpty, !plan.isNever
        else { return nil }
        let request = plan.request
        let leaves = (request.filter?.leafCount ?? 0) + (request.metaFilter?.leafCount ?? 0)
        let conditionPlans = plan.content.condition.plans
        plans = (0..<leaves + (request.ids == nil ? 0 : 1)).map { conditionPlans[$0] }
        var starts = [0]
        for plan in plans { starts.append((starts.last ?? 0) + (plan?.count ?? 0)) }
        let keyset: Keyset?
        let isSkipping: Bool
        let isLimited: Bool
        switch plan.window {
        case .slice(let offset, _): (keyset, isSkipping, isLimited) = (nil, offset > 0, true)
        case .after(let place, _, _): (keyset, isSkipping, isLimited) = (place, false, true)
        case .everything: (keyset, isSkipping, isLimited) = (nil, false, false)
        }
        func templates(_ path: OrderChoice.AccessPath) -> [StatementTemplate]? {
            let segments = plan.ordering.segments(after: keyset)
            let templates = segments.compactMap { segment in
                StatementTemplate(
                    plan.rows(
                        selection, segment, offset: isSkipping ? 1 : 0, limit: isLimited ? 1 : nil, path: path
                    ),
                    starts: starts)
            }
            return templates.count == segments.count ? templates : nil
        }
        guard let planned = templates(.planned), let count = StatementTemplate(plan.count, starts: starts)
        else { return nil }
        var ordered: [StatementTemplate] = []
        if let choice = try OrderChoice(plan, limit: plan.limit) {
            guard let prepared = choice.prepared(starts),
                let templates = templates(.ordered(index: choice.index))
            else { return nil }
            self.choice = prepared
            ordered = templates
        } else {
            choice = nil
        }
        content = plan.content
        self.starts = starts
        self.selection = selection
        self.table = table
        self.count = count
        cursorStart = CursorToken.start(of: request)
        self.planned = planned
        self.ordered = ordered
    }

    /// The values of a search of the shape, in the order of its leaves.
    ///
    /// - Returns: `nil` if the SQL of a test differs for one of the values.
    func values(of request: SearchRequest) -> [SQLValue]? {
        var values: [SQLValue] = []
        values.reserveCapacity(starts.last ?? 0)
        var number = 0
        func append(_ leaf: Filter.Leaf) -> Bool {
            defer { number += 1 }
            guard let plan = plans[number] else { return true }
            return plan.append(leaf, to: &values)
        }
        guard request.filter?.allLeavesSatisfy(append) != false,
            request.metaFilter?.allLeavesSatisfy(append) != false
        else { return nil }
        if let ids = request.ids, let plan = plans[number] {
            let operands: Operands =
                ids.count == 1 ? .one(.text(ids[0])) : .many(ids.map(EvaluatedValue.text))
            guard plan.append(EvaluatedTest.isAny(of: operands), to: &values) else { return nil }
        }
        return values
    }

    /// The number of parts of the result.
    var segments: Int { planned.count }

    /// The rows of a part of the result.
    func rows(
        _ segment: Int, _ path: OrderChoice.AccessPath, values: [SQLValue], after keyset: Keyset?,
        offset: Int, limit: Int?
    ) -> SQLBuilder {
        (path == .planned ? planned : ordered)[segment]
            .filled(values, keyset, offset: offset, limit: limit ?? -1)
    }
}

extension Filter {
    /// The number of leaves, including those of conditions on related items.
    var leafCount: Int {
        switch self {
        case .leaf: 1
        case .and(let operands), .or(let operands): operands.reduce(0) { $0 + $1.leafCount }
        case .any(_, let operand), .none(_, let operand): operand.leafCount
        }
    }

    /// Calls the body with each leaf, from the left, until it returns `false`.
    ///
    /// - Returns: Whether the body has returned `true` for all leaves.
    func allLeavesSatisfy(_ body: (Leaf) -> Bool) -> Bool {
        switch self {
        case .leaf(let leaf): body(leaf)
        case .and(let operands), .or(let operands): operands.allSatisfy { $0.allLeavesSatisfy(body) }
        case .any(_, let operand), .none(_, let operand): operand.allLeavesSatisfy(body)
        }
    }
}
#endif
