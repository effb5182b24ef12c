import QuireCore
import QuireEngine

/// A filter tree in the nine operations that HALO supports, or a constant result.
enum HALOFilter: Equatable {
    /// Matches every item, so nothing is sent for it.
    case always
    /// Matches no item, so the request is not sent at all.
    case never
    case some(Filter)

    var sent: Filter? {
        if case .some(let filter) = self { filter } else { nil }
    }

    /// Converts a tree to HALO's operations. The conversion is exact, or it throws.
    ///
    /// Empty `and`, `or` and `in`, and orderings against null, are resolved here, because a server may treat them
    /// differently. Complements of orderings, and `between`, become groups.
    static func lowered(_ filter: Filter?, in table: FieldTable, of module: String) throws -> HALOFilter {
        guard let filter else { return .always }
        try filter.checkDepth(module: module)
        let lowered = try Lowering(table: table, module: module).lower(filter)
        // A range is sent as a group.
        try lowered.sent?.checkDepth(module: module)
        return lowered
    }

    private struct Lowering {
        let table: FieldTable
        let module: String

        func lower(_ filter: Filter) throws -> HALOFilter {
            switch filter {
            case .leaf(let leaf): return try lower(leaf)
            case .and(let operands):
                return try group(operands, neutral: .always, deciding: .never, Filter.and)
            case .or(let operands):
                return try group(operands, neutral: .never, deciding: .always, Filter.or)
            case .any(let step, _), .none(let step, _):
                throw UnsupportedError(engine: "HALO", across: step)
            }
        }

        /// Converts all operands even if one decides the result, because errors in the others must still be reported.
        private func group(
            _ operands: [Filter], neutral: HALOFilter, deciding: HALOFilter,
            _ make: ([Filter]) -> Filter
        ) throws -> HALOFilter {
            let lowered = try operands.map { try lower($0) }
            if lowered.contains(deciding) { return deciding }
            let rest = lowered.compactMap(\.sent)
            return rest.isEmpty ? neutral : .some(make(rest))
        }

        private func lower(_ leaf: Filter.Leaf) throws -> HALOFilter {
            if table === FieldTable.metadata, !HALOEngine.metadata.contains(leaf.property) {
                let hint =
                    leaf.property == "id"
                    ? "use .ids([…])" : "it filters by \(HALOEngine.metadata.joined(separator: ", "))"
                throw unsupported("the metadata \"\(leaf.property)\"", hint)
            }
            try checkNumbers(leaf.value, leaf)
            switch leaf.operation {
            case .equal, .notEqual: return try equality(leaf)
            case .in, .notIn: return try membership(leaf)
            case .greater, .greaterOrEqual, .less, .lessOrEqual:
                if leaf.value == .null { return .never }
                try checkScalar(leaf)
                return .some(.leaf(leaf))
            case .notGreater, .notGreaterOrEqual, .notLess, .notLessOrEqual:
                return try complementOfOrdering(leaf)
            case .between, .notBetween: return try range(leaf)
            case .like: return try pattern(leaf)
            default:
                throw unsupported(leaf, "it has no such operation; filter the items after they are fetched")
            }
        }

        private func equality(_ leaf: Filter.Leaf) throws -> HALOFilter {
            try checkScalar(leaf)
            var leaf = leaf
            if leaf.value == .null { leaf.type = .null }
            return .some(.leaf(leaf))
        }

        private func membership(_ leaf: Filter.Leaf) throws -> HALOFilter {
            guard case .list(let values) = leaf.value else { throw incompatible(leaf, "a list of values") }
            // A missing value is never in a list, but a server may treat null in a list as "no value".
            let some = values.filter { $0 != .null }
            if some.isEmpty { return leaf.operation == .in ? .never : .always }
            for value in some {
                if case .list = value { throw incompatible(leaf, "a list of single values") }
            }
            var leaf = leaf
            leaf.value = .list(some)
            return .some(.leaf(leaf))
        }

        private func pattern(_ leaf: Filter.Leaf) throws -> HALOFilter {
            if leaf.value == .null { return .never }
            guard case .string(let text) = leaf.value else { throw incompatible(leaf, "a text") }
            guard text.count >= 3 else {
                throw unsupported(leaf, "it needs at least three characters; \"\(text)\" has \(text.count)")
            }
            return .some(.leaf(leaf))
        }

        /// `not (x > v)` is `x <= v or x = null` for a field with a single value. Elements of a list may differ.
        private func complementOfOrdering(_ leaf: Filter.Leaf) throws -> HALOFilter {
            if leaf.value == .null { return .always }
            try checkScalar(leaf)
            try checkSingle(leaf)
            guard let opposite = leaf.operation.complement.opposite else {
                throw unsupported(leaf, "it has no such operation")
            }
            return .some(
                .or([
                    .leaf(.init(opposite, leaf.property, value: leaf.value, type: leaf.type)),
                    hasNoValue(leaf),
                ]))
        }

        private func range(_ leaf: Filter.Leaf) throws -> HALOFilter {
            guard case .list(let bounds) = leaf.value, bounds.count == 2 else {
                throw incompatible(leaf, "a list of the lower and the upper bound")
            }
            let isPositive = leaf.operation == .between
            if bounds.contains(.null) { return isPositive ? .never : .always }
            try checkSingle(leaf)
            func bound(_ operation: FilterOperation, _ value: FilterValue) -> Filter {
                .leaf(.init(operation, leaf.property, value: value, type: leaf.type))
            }
            return isPositive
                ? .some(.and([bound(.greaterOrEqual, bounds[0]), bound(.lessOrEqual, bounds[1])]))
                : .some(.or([bound(.less, bounds[0]), bound(.greater, bounds[1]), hasNoValue(leaf)]))
        }

        private func hasNoValue(_ leaf: Filter.Leaf) -> Filter {
            .leaf(.init(.equal, leaf.property, value: .null, type: .null))
        }

        // MARK: - Checks

        private func checkScalar(_ leaf: Filter.Leaf) throws {
            if case .list = leaf.value { throw incompatible(leaf, "a single value; use in for a list") }
        }

        private func checkSingle(_ leaf: Filter.Leaf) throws {
            guard let kind = table[leaf.property]?.kind else {
                throw QueryError(
                    .unknownProperty, module: module,
                    node: "\(leaf.operation.rawValue) on \"\(leaf.property)\"",
                    expected: "a field of the module, because its type decides how this is sent")
            }
            switch kind {
            case .list, .choices, .relations:
                throw unsupported(
                    leaf, "on a field that holds several values it has no form; use an engine that has it")
            case .object, .localizedText, .json, .geopoint:
                throw unsupported(leaf, "a field of this kind has no order")
            default: break
            }
        }

        /// The server reads JSON numbers as doubles. Beyond 2⁵³, it would compare with a neighbouring number.
        private func checkNumbers(_ value: FilterValue, _ leaf: Filter.Leaf) throws {
            switch value {
            case .integer(let number), .date(milliseconds: let number):
                guard number.magnitude <= 1 << 53 else {
                    throw unsupported(leaf, "\(number) is beyond 2^53, where its numbers are not exact")
                }
            case .list(let values): for value in values { try checkNumbers(value, leaf) }
            case .field(let other): throw UnsupportedError(engine: "HALO", comparing: leaf, with: other)
            default: break
            }
        }

        private func unsupported(_ leaf: Filter.Leaf, _ hint: String) -> UnsupportedError {
            unsupported("\(leaf.operation.rawValue) on \"\(leaf.property)\"", hint)
        }

        private func unsupported(_ node: String, _ hint: String) -> UnsupportedError {
            UnsupportedError(engine: "HALO", node: node, hint: hint)
        }

        private func incompatible(_ leaf: Filter.Leaf, _ expected: String) -> QueryError {
            QueryError(
                .incompatibleOperand, module: module,
                node: "\(leaf.operation.rawValue) on \"\(leaf.property)\"",
                expected: expected)
        }
    }
}
