#if SQLite

import QuireCore
import QuireEngine

/// Chooses how to find the rows of a page that has both a filter and an order.
///
/// SQLite uses an index for the filter whenever it can, and sorts what it finds. That is right for a selective filter,
/// and slow for "the newest twenty of a hundred thousand". The alternative follows the order's index and tests each row
/// until the page is full. The choice needs no statistics: a probe of the filter's index shows whether it is selective,
/// and a scan that takes too long is abandoned.
struct OrderChoice {
    /// How the rows are accessed.
    enum AccessPath: Equatable {
        /// As SQLite plans it.
        case planned
        /// By the order's own index; `nil` is the order of insertion.
        case ordered(index: String?)
    }

    /// How long a scan of the order's index may take before it is abandoned, in thousands of SQLite's steps.
    static let budget = 200
    /// The number of values in a list from which reading the list alone would use up the budget.
    static let longestList = 10_000
    /// The largest number of rows in a page for which there is a choice.
    static let longestPage = 1_000

    /// A condition of a filter that an index supports.
    ///
    /// A class, because prepared tests are used for every search.
    final class Test: Sendable {
        /// The table with its alias.
        let table: String
        let condition: SQLBuilder
        /// The condition for other values; `nil` unless the plan is used again.
        private let template: StatementTemplate?
        /// The cost of testing a row in the order's index, in sorted rows.
        let weight: Double

        private init(_ table: String, _ condition: SQLBuilder, weight: Double, template: StatementTemplate?) {
            self.table = table
            self.condition = condition
            self.weight = weight
            self.template = template
        }

        /// The same test, prepared for other values; `nil` if that is not possible.
        func prepared(_ starts: [Int]) -> Test? {
            guard let template = StatementTemplate(condition, starts: starts) else { return nil }
            return Test(table, condition, weight: weight, template: template)
        }

        /// The condition for other values, if the test is prepared.
        func condition(_ values: [SQLValue]?) -> SQLBuilder {
            guard let values, let template else { return condition }
            return template.filled(values)
        }

        convenience init(_ match: TextMatch, _ phrases: MatchExpression.Phrases) {
            // The index is queried for each row.
            self.init("\(match.index) AS f", match.found(phrases), weight: 15, template: nil)
        }

        /// A condition across a relation. The related items of each row are looked up.
        convenience init(_ related: FilterCompiler.RelatedCondition) {
            let condition =
                if case .sql(let condition) = related.condition { condition } else { SQLBuilder("1") }
            self.init(related.rows.matchTable + related.textJoin, condition, weight: 3, template: nil)
        }

        /// - Parameter number: The number of the leaf among all leaves of the search.
        convenience init?(
            _ leaf: Filter.Leaf, number: Int, layout: ModuleLayout, isMetadata: Bool
        ) throws {
            guard leaf.operation.isServedByIndex, leaf.value != .null, leaf.comparedField == nil,
                let field = isMetadata
                    ? MetadataColumns.fields[leaf.property] : layout.field(leaf.property)
            else { return nil }
            if let side = field.elementTable {
                guard field.objects != nil || [.equal, .in].contains(leaf.operation),
                    let condition = try field.elements(leaf, number: number, layout: layout)
                else {
                    return nil
                }
                self.init("\(SQLite.quoted(side)) AS e", condition, weight: 1, template: nil)
                return
            }
            guard layout.indexes.contains(where: { $0.side == nil && $0.column == field.column }) else {
                return nil
            }
            var compiler = FilterCompiler(layout, isMetadata: isMetadata, firstLeaf: number)
            guard case .sql(let condition) = try compiler.predicate(.leaf(leaf)) else { return nil }
            self.init("\(SQLite.quoted(layout.table)) AS m", condition, weight: 1, template: nil)
        }
    }

    /// The index that has the requested order.
    let index: String?
    /// Conditions that all rows must satisfy and that have an index.
    private(set) var tests: [Test]
    private let table: String

    /// `nil` if there is no choice.
    init?(_ plan: SearchPlan, limit: Int?) throws {
        guard let limit, limit <= Self.longestPage, plan.request.ids == nil, plan.request.related.isEmpty,
            plan.ordering.isIndexed, plan.driver == nil, plan.match?.followsFilter != true
        else { return nil }
        var tests: [Test] = []
        if let match = plan.match, case .matches(let expression) = match.expression {
            tests.append(Test(match, expression))
        } else {
            guard case .sql = plan.condition else { return nil }
        }
        var number = 0
        for (filter, isMetadata) in [(plan.request.filter, false), (plan.request.metaFilter, true)] {
            for operand in filter?.requiredOperands ?? [] {
                let first = number
                number += operand.leafCount
                if case .any(let step, let inner) = operand, step.leadsToElements {
                    tests += try Self.tests(of: inner, first, of: step, plan.layout)
                }
                guard case .leaf(let leaf) = operand else { continue }
                if case .list(let values) = leaf.value, values.count > Self.longestList { return nil }
                // Rows with the same value are already in the order of insertion.
                guard let test = try Test(leaf, number: first, layout: plan.layout, isMetadata: isMetadata)
                else {
                    continue
                }
                if plan.ordering.terms.isEmpty, leaf.operation == .equal { return nil }
                tests.append(test)
            }
        }
        for related in plan.requiredRelated {
            guard related.rows.canLookUp else { return nil }
            tests.append(Test(related))
        }
        // Most items meet "none", and its complement cannot be counted by an index. The parts of a condition on one object
        // may all be complements.
        let isBroad = plan.request.filter?.requiredOperands.contains {
            switch $0 {
            case .none: true
            case .any(let step, _): step.leadsToElements
            default: false
            }
        }
        guard !tests.isEmpty || isBroad == true else { return nil }
        self.tests = tests
        table = SQLite.quoted(plan.layout.table)
        guard let term = plan.ordering.terms.first else {
            index = nil
            return
        }
        guard
            let index = plan.layout.indexes.first(where: {
                $0.side == nil && "m.\(SQLite.quoted($0.column))" == term.column
            })
        else {
            return nil
        }
        self.index = index.name
    }

    /// Conditions that an object must satisfy and that have an index.
    private static func tests(
        of condition: Filter, _ first: Int, of step: RelationStep, _ layout: ModuleLayout
    ) throws -> [Test] {
        let fields = layout.module.fields
        guard let objects = fields.objects(of: step.relation) else { return [] }
        var number = first
        return try condition.requiredOperands.compactMap { operand in
            defer { number += operand.leafCount }
            guard case .leaf(var leaf) = operand, let path = objects.path(of: leaf.property, in: fields)
            else { return nil }
            leaf.property = path
            return try Test(leaf, number: number, layout: layout, isMetadata: false)
        }
    }

    /// The same choice, prepared for other values; `nil` if that is not possible.
    func prepared(_ starts: [Int]) -> OrderChoice? {
        var prepared = self
        prepared.tests = tests.compactMap { $0.prepared(starts) }
        return prepared.tests.count == tests.count ? prepared : nil
    }

    /// - Parameters:
    ///   - limit: The number of rows in the page.
    ///   - values: The values of the leaves, if the choice is prepared.
    func accessPath(_ connection: Connection, limit: Int, _ values: [SQLValue]? = nil) throws -> AccessPath {
        for test in tests {
            if try findsFew(test, test.condition(values), limit: limit, on: connection) { return .planned }
        }
        return .ordered(index: index)
    }

    /// Whether a condition matches so few rows that sorting them costs less than finding them in order.
    ///
    /// If M of N rows match, every N/M-th row does on average: a page of P items reads P·N/M rows in order, or sorts
    /// M rows. The costs are equal if M is the square root of P·N. The estimate is cached. An outdated one costs time
    /// but does not change any result.
    private func findsFew(
        _ test: Test, _ condition: SQLBuilder, limit: Int, on connection: Connection
    ) throws -> Bool {
        let key = Connection.Estimate(
            table: test.table, test: condition.text, values: condition.values, limit: limit)
        if let estimate = connection.estimates[key] { return estimate }
        let rows = try connection.integer("SELECT max(item) FROM \(table)") ?? 0
        let most = test.weight > 1 ? 50_000.0 : 5_000
        let few = Int64(max(100, min(most, (test.weight * Double(limit) * Double(rows)).squareRoot())))
        let probe = compose(
            "SELECT 1 FROM \(test.table) WHERE ", .part(condition), " LIMIT 1 OFFSET ",
            .value(.integer(few)))
        let findsFew = try connection.integer(probe) == nil
        if connection.estimates.count >= 1_000 { connection.estimates.removeAll() }
        connection.estimates[key] = findsFew
        return findsFew
    }
}

extension FieldLayout {
    /// A leaf as a condition on the elements of a list.
    fileprivate func elements(
        _ leaf: Filter.Leaf, number: Int, layout: ModuleLayout
    ) throws -> SQLBuilder? {
        guard let element = storage.element, element != .place,
            let descriptor = layout.module.fields[path: name]
        else { return nil }
        let test = try EvaluatedTest(leaf, leaf.operation, of: descriptor, module: layout.module.name)
        let compiler = LeafCompiler(elementsOf: self, table: "e")
        if case .sql(let condition) = compiler.predicate(test, leaf: number) { return condition }
        return nil
    }
}

extension Filter {
    /// The conditions that every matching item satisfies: those of the outermost `and`.
    fileprivate var requiredOperands: [Filter] {
        if case .and(let operands) = self { operands } else { [self] }
    }
}

extension FilterOperation {
    fileprivate var isServedByIndex: Bool {
        switch self {
        case .equal, .in, .greater, .greaterOrEqual, .less, .lessOrEqual, .between, .hasPrefix: true
        default: false
        }
    }
}
#endif
