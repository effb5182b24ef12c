import QuireCore

/// What a condition on one object of a list says of the members of all objects.
///
/// `any parts (size = "m" and stock > 0)` implies `parts.size = "m" and parts.stock > 0`, and more: one part meets both.
/// With one of the two alone, the condition and what it implies are the same.
package struct MemberCondition: Sendable {
    /// What every item meets that has such an object; `nil` if the condition says nothing of the members.
    package let filter: Filter?
    /// Whether each item that meets the filter has such an object.
    package let isExact: Bool

    /// - Parameters:
    ///   - condition: What one object meets.
    ///   - step: The step from an item to the objects.
    ///   - table: The fields of the items.
    package init(_ condition: Filter, of step: RelationStep, in table: FieldTable) {
        guard let objects = table.objects(of: step.relation) else {
            self.init(nil, isExact: false)
            return
        }
        self.init(condition, of: objects, in: table)
    }

    private init(_ filter: Filter?, isExact: Bool) {
        self.filter = filter
        self.isExact = isExact
    }

    private init(_ condition: Filter, of objects: ListedObjects, in table: FieldTable) {
        switch condition {
        case .leaf(let leaf):
            guard leaf.isPositive, leaf.comparedField == nil,
                let path = objects.path(of: leaf.property, in: table)
            else {
                self.init(nil, isExact: false)
                return
            }
            var member = leaf
            member.property = path
            self.init(.leaf(member), isExact: true)
        case .and(let operands):
            let parts = operands.map { MemberCondition($0, of: objects, in: table) }
            let filters = parts.compactMap(\.filter)
            self.init(
                filters.isEmpty ? nil : filters.count == 1 ? filters[0] : .and(filters),
                isExact: parts.count == 1 && parts[0].isExact)
        case .or(let operands):
            let parts = operands.map { MemberCondition($0, of: objects, in: table) }
            let filters = parts.compactMap(\.filter)
            self.init(
                filters.count == parts.count ? .or(filters) : nil, isExact: parts.allSatisfy(\.isExact))
        case .any(let step, let operand):
            guard step.leadsToElements, let inner = objects.inner(step.relation) else {
                self.init(nil, isExact: false)
                return
            }
            self.init(operand, of: inner, in: table)
        case .none: self.init(nil, isExact: false)
        }
    }
}

extension Filter.Leaf {
    /// Whether some value must meet the condition, and not none.
    fileprivate var isPositive: Bool {
        let (positive, isNegated) = operation.positive
        if case .null = value, positive == .equal { return isNegated }
        return !isNegated
    }
}
