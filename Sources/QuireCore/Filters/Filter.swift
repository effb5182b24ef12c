import Foundation
import QuireToolbox

/// A filter tree. All queries compile to it and all engines run it.
///
/// Branches hold arrays. Only conditions on related items and on the objects of lists are `indirect`, which makes
/// building other trees three times cheaper. A tree may have ``maximumDepth`` levels.
public enum Filter: Sendable {
    case leaf(Leaf)
    case and([Filter])
    case or([Filter])
    /// At least one related item that exists matches the filter of its own module, or at least one object of a list
    /// matches a filter of its members.
    indirect case any(RelationStep, Filter)
    /// No related item that exists, or no object of the list, matches the filter. It is the exact complement of `any`.
    indirect case none(RelationStep, Filter)

    /// A test of one property.
    public struct Leaf: Sendable, Hashable {
        public var operation: FilterOperation
        /// The field's wire name.
        public var property: String
        public var value: FilterValue
        public var type: WireType

        @inlinable
        public init(_ operation: FilterOperation, _ property: String, value: FilterValue, type: WireType) {
            self.operation = operation
            self.property = property
            self.value = value
            self.type = type
        }
    }
}

extension Filter: CustomStringConvertible {
    /// The tree in readable form: `age >= 18 and (language = "eng" or registration = null)`.
    ///
    /// A tree of more than ``maximumDepth`` levels, which no engine accepts, is summarized.
    public var description: String {
        isDeeper(than: Filter.maximumDepth)
            ? "a filter of more than \(Filter.maximumDepth) levels" : text(inside: nil)
    }

    private func text(inside outer: String?) -> String {
        switch self {
        case .leaf(let leaf): leaf.description
        case .and(let operands): Filter.text(of: operands, joinedBy: "and", outer, empty: "everything")
        case .or(let operands): Filter.text(of: operands, joinedBy: "or", outer, empty: "nothing")
        case .any(let step, let operand): "any \(step) (\(operand.text(inside: nil)))"
        case .none(let step, let operand): "no \(step) (\(operand.text(inside: nil)))"
        }
    }

    private static func text(
        of operands: [Filter], joinedBy word: String, _ outer: String?, empty: String
    ) -> String {
        if operands.isEmpty { return empty }
        let text = operands.map { $0.text(inside: operands.count > 1 ? word : outer) }.joined(
            separator: " \(word) ")
        return outer == nil || operands.count == 1 ? text : "(\(text))"
    }
}

extension RelationStep: CustomStringConvertible {
    /// The relation, as in `author` or, in reverse, `books by author`.
    public var description: String {
        let relation = PlainText.oneLine(relation)
        return isReverse ? "\(PlainText.oneLine(module.name)) by \(relation)" : relation
    }
}

extension Filter.Leaf: CustomStringConvertible {
    public var description: String { "\(PlainText.oneLine(property)) \(operation.rawValue) \(value)" }
}

extension FilterValue: CustomStringConvertible {
    public var description: String {
        switch self {
        case .null: "null"
        case .string(let string): "\"\(PlainText.oneLine(string))\""
        case .integer(let integer): "\(integer)"
        case .number(let number): "\(number)"
        case .boolean(let boolean): "\(boolean)"
        case .date(let milliseconds): FilterValue.text(ofDate: milliseconds)
        case .field(let name): PlainText.oneLine(name)
        case .list(let values): "[\(values.map(\.description).joined(separator: ", "))]"
        }
    }

    private static func text(ofDate milliseconds: Int64) -> String {
        // Outside the years 1…9999, print the number of milliseconds.
        guard (-62_135_596_800_000..<253_402_300_800_000).contains(milliseconds) else {
            return "\(milliseconds) ms"
        }
        return Moment(Date(timeIntervalSince1970: Double(milliseconds) / 1000)).rfc3339
    }
}

extension Filter {
    @usableFromInline
    package enum Connective: Sendable { case and, or }

    /// Whether this is an empty group, as a filter closure returns if it omits all its conditions.
    @usableFromInline
    var isEmptyGroup: Bool {
        switch self {
        case .leaf: false
        case .and(let operands): operands.isEmpty
        // `or []` is false for every item, so it is not an empty group.
        case .or: false
        case .any, .none: false
        }
    }

    /// Joins filters as the builders do: empty groups are dropped, groups of the same kind are merged into this one,
    /// and a single operand replaces its group. Nested groups built by hand are left unchanged.
    @usableFromInline
    package static func joining(_ connective: Connective, _ filters: [Filter]) -> Filter {
        var operands: [Filter] = []
        operands.reserveCapacity(filters.count)
        for filter in filters { filter.join(&operands, connective) }
        return group(connective, operands)
    }

    /// Joins two filters. The operands of the first one are extended in place if nothing else refers to them, so that a
    /// chain of conditions is one array.
    @usableFromInline
    package static func joining(
        _ connective: Connective, _ left: consuming Filter, with right: consuming Filter
    ) -> Filter {
        var operands = left.takeOperands(of: connective)
        if operands.isEmpty {
            operands.reserveCapacity(4)
            left.join(&operands, connective)
        }
        right.join(&operands, connective)
        return group(connective, operands)
    }

    /// Removes the operands of a group of this kind. Empty for other filters.
    private mutating func takeOperands(of connective: Connective) -> [Filter] {
        let operands: [Filter]
        switch (self, connective) {
        case (.and(let inner), .and), (.or(let inner), .or): operands = inner
        default: return []
        }
        // Otherwise the group would be copied.
        if !operands.isEmpty { self = .and([]) }
        return operands
    }

    /// Adds the filter to the operands of a group.
    private func join(_ operands: inout [Filter], _ connective: Connective) {
        switch (self, connective) {
        case (.and(let inner), _) where inner.isEmpty: break
        case (.and(let inner), .and): operands += inner
        case (.or(let inner), .or) where !inner.isEmpty: operands += inner
        default: operands.append(self)
        }
    }

    private static func group(_ connective: Connective, _ operands: [Filter]) -> Filter {
        if operands.count == 1 { return operands[0] }
        return connective == .and || operands.isEmpty ? .and(operands) : .or(operands)
    }
}

extension Filter {
    /// The maximum number of levels of a filter. A single test has one level, a group one more than its deepest
    /// operand.
    ///
    /// Clients and the development server share this limit. Every engine rejects a deeper filter before sending it,
    /// with a ``QueryError`` of the reason `tooDeep`. A query merges nested groups of the same kind into one level.
    public static let maximumDepth = 100

    /// Whether the tree has more than a number of levels. Recurses to that depth at most.
    package func isDeeper(than levels: Int) -> Bool {
        guard levels > 0 else { return true }
        switch self {
        case .leaf: return false
        case .and(let operands), .or(let operands):
            for operand in operands where operand.isDeeper(than: levels - 1) { return true }
            return false
        case .any(_, let operand), .none(_, let operand): return operand.isDeeper(than: levels - 1)
        }
    }

    /// The operands of a group or of a condition across a relation, or `nil` for a test.
    var operands: [Filter]? {
        switch self {
        case .leaf: nil
        case .and(let operands), .or(let operands): operands
        case .any(_, let operand), .none(_, let operand): [operand]
        }
    }
}

/// Does not recurse, because a filter built by hand may have any number of levels.
extension Filter: Hashable {
    public static func == (left: Filter, right: Filter) -> Bool {
        var pending: [([Filter], [Filter])] = []
        guard areAlike(left, right, pending: &pending) else { return false }
        while let (left, right) = pending.popLast() {
            guard left.count == right.count else { return false }
            for index in left.indices {
                guard areAlike(left[index], right[index], pending: &pending) else { return false }
            }
        }
        return true
    }

    /// Whether two filters are equal apart from the operands of groups, which remain to be compared.
    private static func areAlike(
        _ left: Filter, _ right: Filter, pending: inout [([Filter], [Filter])]
    ) -> Bool {
        switch (left, right) {
        case (.leaf(let left), .leaf(let right)): return left == right
        case (.and(let left), .and(let right)), (.or(let left), .or(let right)):
            pending.append((left, right))
            return true
        case (.any(let leftStep, let left), .any(let rightStep, let right)),
            (.none(let leftStep, let left), .none(let rightStep, let right)):
            guard leftStep == rightStep else { return false }
            pending.append(([left], [right]))
            return true
        default: return false
        }
    }

    public func hash(into hasher: inout Hasher) {
        var pending: [Filter] = []
        hash(into: &hasher, &pending)
        while let filter = pending.popLast() { filter.hash(into: &hasher, &pending) }
    }

    /// Hashes everything except the operands of a group, which remain to be hashed.
    private func hash(into hasher: inout Hasher, _ pending: inout [Filter]) {
        switch self {
        case .leaf(let leaf): hasher.combine(leaf)
        case .and(let operands), .or(let operands):
            if case .or = self { hasher.combine(true) }
            hasher.combine(operands.count)
            pending += operands
        case .any(let step, let operand), .none(let step, let operand):
            if case .none = self { hasher.combine(true) }
            hasher.combine(step)
            pending.append(operand)
        }
    }
}

/// A step from an item to its related items, over a relation in either direction, or to the objects of one of its lists.
///
/// Only items that exist count: a missing relation, null, an empty list and the id of a deleted item lead nowhere. Of a
/// list, everything that is an object counts, and nothing else.
public struct RelationStep: Sendable, Hashable {
    /// The wire name of the relation, the path of one in an object, or the path of the list.
    public var relation: String
    /// The module of the related items. It has no name and no fields if the step leads to the objects of a list.
    public var module: ModuleDescriptor
    /// Whether the step leads from the item to those of ``module`` whose relation names it.
    public var isReverse: Bool
    /// Whether the step leads to the objects of a list of the item itself, which are in no module.
    public var leadsToElements: Bool { module.name.isEmpty }

    /// The items that a relation of the item names.
    public init(_ relation: String, to module: ModuleDescriptor) {
        self.relation = relation
        self.module = module
        isReverse = false
    }

    /// The items of a module whose relation names the item.
    public init(from module: ModuleDescriptor, by relation: String) {
        self.relation = relation
        self.module = module
        isReverse = true
    }

    /// The objects of a list of the item. One of them must meet all conditions.
    ///
    /// ```swift
    /// let role = Filter.Leaf(.equal, "role", value: .string("artist"), type: .string)
    /// let filter = Filter.any(RelationStep(elementsOf: "contributors"), .leaf(role))
    /// // any contributors (role = "artist")
    /// ```
    /// - Parameter list: The wire name of the list, or its path through objects: `size.history`.
    public init(elementsOf list: String) {
        relation = list
        module = Self.noModule
        isReverse = false
    }

    private static let noModule = ModuleDescriptor(name: "", fields: [])
}
