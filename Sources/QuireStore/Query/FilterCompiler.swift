#if SQLite
import QuireCore
import QuireEngine

/// Compiles a filter tree to a condition on a module's tables, with the same results as in every engine.
struct FilterCompiler {
    /// The maximum depth of a flattened tree. SQLite's own limit is 1,000 levels.
    static let maximumDepth = 120
    /// The maximum number of leaves in a tree. Each binds up to eight values, and SQLite allows 32,766.
    static let maximumLeaves = 4_000

    let layout: ModuleLayout
    /// Whether the fields are metadata.
    let isMetadata: Bool
    /// Whether a list is tested for each row, instead of finding all its items first.
    let looksUpElements: Bool
    /// All modules of the store, for conditions across relations.
    let layouts: [String: ModuleLayout]
    /// The number of relations from the module of the search to this one.
    let level: Int
    let names: TableNames
    var usesTextTable = false
    /// Whether the predicate depends on `looksUpElements`.
    var hasLookUps = false
    var leaves = 0
    /// The number of the next leaf. Leaves are counted from the left, over all filters of a search.
    var nextLeaf: Int
    /// The number of a leaf that was taken out of the filter.
    let leftOut: Int?
    /// How the leaves were compiled, by their numbers.
    var plans: [Int: LeafPlan] = [:]
    /// The conditions across relations that every matching item meets.
    private(set) var required: [RelatedCondition] = []
    /// The object that a condition is about; `nil` for the item itself.
    var scope: ObjectScope?
    private var isConjunction = false

    init(
        _ layout: ModuleLayout, isMetadata: Bool, looksUpElements: Bool = false,
        among layouts: [String: ModuleLayout] = [:], level: Int = 0, firstLeaf: Int = 0,
        leavingOut leftOut: Int? = nil
    ) {
        nextLeaf = firstLeaf
        self.leftOut = leftOut
        self.looksUpElements = looksUpElements
        self.layout = layout
        self.isMetadata = isMetadata
        self.layouts = layouts
        self.level = level
        names = TableNames(level: level)
    }

    mutating func predicate(_ filter: Filter, depth: Int = 0) throws -> Predicate {
        guard depth <= Self.maximumDepth else {
            throw UnsupportedError(
                engine: UnsupportedError.storeEngine,
                node: "a filter of more than \(Self.maximumDepth) levels",
                hint: "Flatten the filter, or use `in` for many values of one field.")
        }
        switch filter {
        case .and(let operands):
            if depth == 0 { isConjunction = true }
            return .all(
                try predicates(operands, depth: depth) { if case .and(let inner) = $0 { inner } else { nil } }
            )
        case .or(let operands):
            return .any(
                try predicates(operands, depth: depth) { if case .or(let inner) = $0 { inner } else { nil } })
        case .leaf(let leaf): return try predicate(leaf)
        case .any(let step, let operand) where step.leadsToElements:
            return try anyObject(step, operand, depth: depth)
        case .none(let step, let operand) where step.leadsToElements:
            return try anyObject(step, operand, depth: depth).complement
        case .any(let step, let operand):
            hasLookUps = true
            let condition = try related(step, operand, depth: depth)
            if scope == nil, depth == (isConjunction ? 1 : 0) { required.append(condition) }
            return condition.predicate(looksUp: looksUpElements)
        case .none(let step, let operand):
            hasLookUps = true
            return try related(step, operand, depth: depth).predicate(looksUp: looksUpElements).complement
        }
    }

    /// The conditions of the operands. An operand of the same kind is replaced by its own operands, which keeps the
    /// tree shallow.
    private mutating func predicates(
        _ operands: [Filter], depth: Int, unwrap: (Filter) -> [Filter]?
    ) throws -> [Predicate] {
        var predicates: [Predicate] = []
        var pending = Array(operands.reversed())
        while let operand = pending.popLast() {
            if let inner = unwrap(operand) {
                pending += inner.reversed()
            } else {
                predicates.append(try predicate(operand, depth: depth + 1))
            }
        }
        return predicates
    }

    private mutating func predicate(_ leaf: Filter.Leaf) throws -> Predicate {
        leaves += 1
        if nextLeaf == leftOut { nextLeaf += 1 }
        defer { nextLeaf += 1 }
        guard leaves <= Self.maximumLeaves else {
            throw UnsupportedError(
                engine: UnsupportedError.storeEngine,
                node: "a filter of more than \(Self.maximumLeaves) tests",
                hint: "Use `in` for many values of one field.")
        }
        let table = fields
        guard let descriptor = table[path: leaf.property], let field = field(descriptor) else {
            throw QueryError(
                .unknownProperty, module: layout.module.name, node: "\"\(leaf.property)\" in the filter",
                expected: "one of \(table.queryable.map(\.name).joined(separator: ", "))")
        }
        let (positive, isNegated) = leaf.operation.positive
        if let other = leaf.comparedField {
            let comparison = try FieldComparison(
                leaf, of: descriptor, with: other, in: table, module: layout.module.name)
            let condition = try compare(comparison, field)
            return isNegated ? condition.complement : condition
        }
        let test = try EvaluatedTest(leaf, positive, of: descriptor, module: layout.module.name)
        let condition = condition(test, positive, descriptor: descriptor, field: field)
        return isNegated ? condition.complement : condition
    }

    /// Compares two columns. Like other conditions, it is NULL if a field has no value.
    private mutating func compare(
        _ comparison: FieldComparison, _ left: FieldLayout
    ) throws(QueryError) -> Predicate {
        guard let right = field(comparison.right) else { throw comparison.unknownField }
        return .sql(SQLBuilder("\(column(left)) \(comparison.symbol) \(column(right))"))
    }

    /// The column of a field with a single value, with its table.
    private mutating func column(_ field: FieldLayout) -> String {
        if let scope { return "\(scope.name).\(SQLite.quoted(field.column))" }
        if !field.storage.isNarrow { usesTextTable = true }
        return "\(field.storage.isNarrow ? names.narrow : names.text).\(SQLite.quoted(field.column))"
    }

    private mutating func condition(
        _ test: EvaluatedTest, _ operation: FilterOperation, descriptor: FieldDescriptor,
        field: FieldLayout
    ) -> Predicate {
        let compiler = compiler(field)
        let leaf = LeafTest(test, compiler.storage, hasPlace: compiler.hasPlace)
        plans[nextLeaf] = LeafPlan(
            operation: operation, comparison: descriptor.kind.comparison, storage: compiler.storage,
            hasPlace: compiler.hasPlace, form: leaf.form, count: leaf.values.count)
        if let scope {
            return inScope(
                scope, compiler.predicate(leaf, leaf: nextLeaf), test: leaf, descriptor: descriptor)
        }
        // Only a list has a smallest element.
        guard let smallest = field.smallest else { return compiler.predicate(leaf, leaf: nextLeaf) }
        let smallestColumn = "\(names.narrow).\(SQLite.quoted(smallest))"
        if case .hasNoValue = leaf.form { return .sql(SQLBuilder("\(smallestColumn) IS NULL")) }
        hasLookUps = true
        switch compiler.predicate(leaf, leaf: nextLeaf) {
        case .never: return .never
        case .always: return .sql(SQLBuilder("\(smallestColumn) IS NOT NULL"))
        case .sql(let condition): return ofElements(condition, operation, field: field)
        }
    }

    /// Compiles conditions on a field, or on the elements of its list.
    private mutating func compiler(_ field: FieldLayout) -> LeafCompiler {
        if scope != nil || field.storage.element != nil {
            return LeafCompiler(elementsOf: field, table: memberTable(field))
        }
        if !field.storage.isNarrow {
            // A geopoint's degrees are in the narrow table; its JSON is not.
            if field.storage == .place, let latitude = field.latitude {
                return LeafCompiler(
                    storage: .place, column: "\(names.narrow).\(SQLite.quoted(latitude))", folded: nil,
                    latitude: "\(names.narrow).\(SQLite.quoted(latitude))",
                    longitude: field.longitude.map { "\(names.narrow).\(SQLite.quoted($0))" })
            }
            usesTextTable = true
        }
        let table = field.storage.isNarrow ? names.narrow : names.text
        return LeafCompiler(
            storage: field.storage, column: "\(table).\(SQLite.quoted(field.column))",
            folded: field.folded.map { "\(table).\(SQLite.quoted($0))" }, latitude: nil, longitude: nil)
    }

    /// A positive condition on a list: the items of matching elements.
    private func ofElements(
        _ condition: SQLBuilder, _ operation: FilterOperation, field: FieldLayout
    ) -> Predicate {
        guard let side = field.elementTable else { return .never }
        let elements = "FROM \(SQLite.quoted(side)) AS e WHERE "
        // The side table is sorted by value and item, so an item with a given value is found immediately. A table of
        // listed objects is sorted by item.
        if looksUpElements, field.objects != nil || operation == .equal || operation == .in {
            return .sql(
                compose(
                    "EXISTS (SELECT 1 \(elements)", .part(condition),
                    " AND e.item = \(names.narrow).item)"))
        }
        return .sql(compose("\(names.narrow).item IN (SELECT e.item \(elements)", .part(condition), ")"))
    }
}

extension LeafCompiler {
    /// Compiles conditions on the elements of a list, in a side table, or on a member of listed objects.
    ///
    /// - Parameter table: The name of the table in the statement.
    init(elementsOf field: FieldLayout, table: String) {
        let storage = field.storage.element ?? field.storage
        let isSide = field.side != nil
        func column(_ name: String) -> String { "\(table).\(SQLite.quoted(name))" }
        self.init(
            storage: storage == .longText ? .text : storage,
            column: column(field.latitude ?? field.elementColumn),
            folded: (isSide && storage.isText ? "folded" : field.folded).map(column),
            latitude: (isSide ? "latitude" : field.latitude).map(column),
            longitude: (isSide ? "longitude" : field.longitude).map(column))
    }
}

/// Conditions across relations.
extension FilterCompiler {
    /// The maximum number of relations in one another. SQLite limits how deep statements nest.
    static let maximumLevel = 16

    /// The related items that meet a condition, as the parts of a statement.
    struct RelatedCondition {
        let rows: RelatedRows
        /// The join with the text table, if the condition uses it.
        let textJoin: String
        private(set) var condition: Predicate

        /// The same condition with other values of the leaves (`SQLBuilder.filled`).
        func filled(_ leaves: [SQLValue], _ starts: [Int]) -> RelatedCondition {
            var filled = self
            filled.condition = condition.filled(leaves, starts)
            return filled
        }

        /// The tables to search for all related items that match.
        var table: String { rows.table + textJoin }

        /// The condition on the items themselves.
        func predicate(looksUp: Bool) -> Predicate {
            if case .never = condition { return .never }
            let isLookUp = rows.mustLookUp || looksUp && rows.canLookUp
            var parts: [SQLBuilder] = []
            if isLookUp {
                parts.append(SQLBuilder(rows.link))
            } else if rows.isOptional {
                // A NULL in the list would make every comparison NULL.
                parts.append(SQLBuilder("\(rows.value) IS NOT NULL"))
            }
            if case .sql(let condition) = condition { parts.append(condition) }
            var whole =
                isLookUp
                ? SQLBuilder("EXISTS (SELECT 1 FROM \(rows.lookUpTable)\(textJoin)")
                : SQLBuilder("\(rows.key) IN (SELECT \(rows.value) FROM \(table)")
            for (index, part) in parts.enumerated() {
                whole.append(index == 0 ? " WHERE " : " AND ")
                whole.append(part)
            }
            whole.append(")")
            return .sql(whole)
        }
    }

    /// Compiles the condition on the related items.
    mutating func related(
        _ step: RelationStep, _ operand: Filter, depth: Int
    ) throws -> RelatedCondition {
        guard let target = layouts[step.module.name] else {
            throw QueryError(
                .unknownProperty, module: layout.module.name, node: "a condition on \(step)",
                expected: "a module that the store holds, not \"\(step.module.name)\"")
        }
        guard level < Self.maximumLevel else {
            throw UnsupportedError(
                engine: UnsupportedError.storeEngine,
                node: "more than \(Self.maximumLevel) relations in one another",
                hint: "Query the innermost module first, and use its ids.")
        }
        var step = step
        step.module = target.module
        _ = try RelationTest(step, over: fields, module: layout.module.name)
        var inner = FilterCompiler(
            target, isMetadata: false, looksUpElements: looksUpElements, among: layouts, level: level + 1,
            firstLeaf: nextLeaf, leavingOut: leftOut)
        inner.leaves = leaves
        inner.plans = plans
        let condition = try inner.predicate(operand, depth: depth + 1)
        (leaves, nextLeaf, plans) = (inner.leaves, inner.nextLeaf, inner.plans)
        let textJoin =
            inner.usesTextTable
            ? " LEFT JOIN \(SQLite.quoted(target.textTable)) AS \(inner.names.text) "
                + "ON \(inner.names.text).item = \(inner.names.narrow).item"
            : ""
        return RelatedCondition(
            rows: try relatedRows(step, to: target, inner.names), textJoin: textJoin, condition: condition)
    }

    /// The tables that a step from the item, or from the object that a condition is about, leads through.
    private func relatedRows(
        _ step: RelationStep, to target: ModuleLayout, _ targetNames: TableNames
    ) throws -> RelatedRows {
        guard let scope else {
            return try RelatedRows(step, layout, names: names, related: target, relatedNames: targetNames)
        }
        guard let relation = fields[path: step.relation], let (rows, member) = member(relation, of: scope)
        else {
            throw QueryError(
                .unknownProperty, module: layout.module.name, node: "\"\(step.relation)\" in the filter",
                expected: "a relation that the store holds")
        }
        return RelatedRows(member, in: rows, of: scope, related: target, relatedNames: targetNames)
    }
}
#endif
