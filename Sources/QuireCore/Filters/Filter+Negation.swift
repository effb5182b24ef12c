extension Filter {
    /// Returns the exact complement: it matches an item if and only if this filter does not.
    ///
    /// `and` and `or` swap by De Morgan's laws. `=` and `!=`, `in` and `!in`, and `any` and `none` across a relation are
    /// complements of each other. An
    /// ordering becomes its complement operation (`!>`), which HALO and other engines cannot express.
    /// `negated(in:)` uses the fields' descriptions to avoid it where possible.
    public func negated() -> Filter { negated(in: nil) }

    /// Returns the exact complement and uses plain orderings for fields that hold one value:
    /// `not (age > 18)` becomes `age <= 18 or age = null`.
    public func negated(in table: FieldTable) -> Filter { negated(in: Optional(table)) }

    /// Does not recurse, because a filter built by hand may have any number of levels.
    private func negated(in table: FieldTable?) -> Filter {
        var open: [NegatedGroup] = []
        var filter = self
        while true {
            if let done = filter.negatedAlone(in: table) {
                guard !open.isEmpty else { return done }
                open[open.count - 1].negated.append(done)
            } else {
                open.append(NegatedGroup(filter))
            }
            while open[open.count - 1].rest.isEmpty {
                let done = open.removeLast().filter
                guard !open.isEmpty else { return done }
                open[open.count - 1].negated.append(done)
            }
            filter = open[open.count - 1].rest.removeFirst()
        }
    }

    /// The complement of a test, or of a group that resulted from negating a test. `nil` for other groups.
    private func negatedAlone(in table: FieldTable?) -> Filter? {
        switch self {
        case .leaf(let leaf): leaf.negated(in: table)
        case .or(let operands): Filter.undone(operands, in: table)
        case .and: nil
        case .any(let step, let operand): Filter.none(step, operand)
        case .none(let step, let operand): Filter.any(step, operand)
        }
    }

    /// A group that is being negated: `and` becomes `or`, and vice versa.
    private struct NegatedGroup {
        let connective: Connective
        var rest: ArraySlice<Filter>
        var negated: [Filter] = []

        init(_ group: Filter) {
            if case .and = group { connective = .or } else { connective = .and }
            rest = (group.operands ?? [])[...]
            negated.reserveCapacity(rest.count)
        }

        var filter: Filter { connective == .and ? .and(negated) : .or(negated) }
    }

    /// `x <= v or x = null` resulted from `not (x > v)`. Negating it again gives `x > v`, not a tree three times the
    /// size.
    private static func undone(_ operands: [Filter], in table: FieldTable?) -> Filter? {
        guard operands.count == 2, case .leaf(var ordering) = operands[0], case .leaf(let null) = operands[1],
            ordering.isInvertible(in: table), null.operation == .equal, null.value == .null,
            null.property == ordering.property,
            let opposite = ordering.operation.opposite
        else { return nil }
        ordering.operation = opposite
        return .leaf(ordering)
    }
}

extension Filter.Leaf {
    fileprivate func negated(in table: FieldTable?) -> Filter {
        if let opposite = operation.opposite, isInvertible(in: table) {
            return .or([
                .leaf(.init(opposite, property, value: value, type: type)),
                .leaf(.init(.equal, property, value: .null, type: .null)),
            ])
        }
        var complement = self
        complement.operation = operation.complement
        return .leaf(complement)
    }

    /// Whether an ordering and its opposite are exact complements wherever the field has a value.
    fileprivate func isInvertible(in table: FieldTable?) -> Bool {
        if case .number(let number) = value, number.isNaN { return false }
        return table?[path: property]?.kind.isOrdered(like: value) ?? false
    }
}

extension FilterOperation {
    /// The operation that is true exactly where this one is false.
    public var complement: FilterOperation {
        switch self {
        case .equal: .notEqual
        case .notEqual: .equal
        case .in: .notIn
        case .notIn: .in
        case .greater: .notGreater
        case .greaterOrEqual: .notGreaterOrEqual
        case .less: .notLess
        case .lessOrEqual: .notLessOrEqual
        case .like: .notLike
        case .contains: .notContains
        case .hasPrefix: .notHasPrefix
        case .hasSuffix: .notHasSuffix
        case .between: .notBetween
        case .near: .notNear
        case .within: .notWithin
        case .notGreater: .greater
        case .notGreaterOrEqual: .greaterOrEqual
        case .notLess: .less
        case .notLessOrEqual: .lessOrEqual
        case .notLike: .like
        case .notContains: .contains
        case .notHasPrefix: .hasPrefix
        case .notHasSuffix: .hasSuffix
        case .notBetween: .between
        case .notNear: .near
        case .notWithin: .within
        }
    }

    /// The ordering that is true for the values where this one is false. `nil` if this is not an ordering.
    package var opposite: FilterOperation? {
        switch self {
        case .greater: .lessOrEqual
        case .greaterOrEqual: .less
        case .less: .greaterOrEqual
        case .lessOrEqual: .greater
        default: nil
        }
    }
}

extension FieldKind {
    /// Whether a field of this kind holds at most one value, which can be compared with the operand.
    fileprivate func isOrdered(like value: FilterValue) -> Bool {
        switch (self, value) {
        case (.text, .string), (.longText, .string), (.html, .string): true
        case (.integer, .integer), (.integer, .number), (.number, .integer), (.number, .number): true
        case (.date, .date), (.time, .date), (.dateTime, .date): true
        case (.scalar(.text), .string): true
        case (.scalar(.integer), .integer), (.scalar(.integer), .number): true
        case (.scalar(.number), .integer), (.scalar(.number), .number): true
        default: false
        }
    }
}
