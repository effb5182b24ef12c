import QuireCore

/// A condition on documents, as a tree over an engine's own tests, before it is printed.
///
/// ```swift
/// func text(_ filter: LogicalFilter<String>) -> String {
///     switch filter {
///     case .everything: "true"
///     case .nothing: "false"
///     case .test(let test): test
///     case .not(let part): "not (\(text(part)))"
///     case .all(let parts): parts.map { "(\(text($0)))" }.joined(separator: " and ")
///     case .any(let parts): parts.map { "(\(text($0)))" }.joined(separator: " or ")
///     }
/// }
/// ```
public indirect enum LogicalFilter<Test: Sendable>: Sendable {
    case everything
    case nothing
    case test(Test)
    case not(LogicalFilter)
    case all([LogicalFilter])
    case any([LogicalFilter])

    /// The same condition with fewer levels: nested groups of the same kind, groups with one member, double complements,
    /// and conditions that are always true or false are removed.
    package var simplified: LogicalFilter { simplified { $0 } }

    private func simplified(_ group: ([LogicalFilter]) -> [LogicalFilter]) -> LogicalFilter {
        switch self {
        case .everything, .nothing, .test: return self
        case .not(let part):
            switch part.simplified(group) {
            case .everything: return .nothing
            case .nothing: return .everything
            case .not(let inner): return inner
            case let part: return .not(part)
            }
        case .all(let parts): return Self.joined(parts, isAll: true, group)
        case .any(let parts): return Self.joined(parts, isAll: false, group)
        }
    }

    private static func joined(
        _ parts: [LogicalFilter], isAll: Bool, _ group: ([LogicalFilter]) -> [LogicalFilter]
    ) -> LogicalFilter {
        var flat: [LogicalFilter] = []
        for part in parts {
            switch part.simplified(group) {
            case .everything: if !isAll { return .everything }
            case .nothing: if isAll { return .nothing }
            case .all(let inner) where isAll, .any(let inner) where !isAll: flat += inner
            case let part: flat.append(part)
            }
        }
        flat = group(flat)
        guard flat.count != 1 else { return flat[0] }
        return isAll ? (flat.isEmpty ? .everything : .all(flat)) : (flat.isEmpty ? .nothing : .any(flat))
    }

    /// The same condition without complements, simplified.
    ///
    /// - Parameter complement: Returns the condition that holds exactly when a test does not.
    package func withoutComplements(_ complement: (Test) -> LogicalFilter) -> LogicalFilter {
        func pushed(_ filter: LogicalFilter, isNegated: Bool) -> LogicalFilter {
            switch filter {
            case .everything: return isNegated ? .nothing : filter
            case .nothing: return isNegated ? .everything : filter
            case .test(let test): return isNegated ? complement(test) : filter
            case .not(let part): return pushed(part, isNegated: !isNegated)
            case .all(let parts), .any(let parts):
                let parts = parts.map { pushed($0, isNegated: isNegated) }
                let isAll = if case .all = filter { !isNegated } else { isNegated }
                return isAll ? .all(parts) : .any(parts)
            }
        }
        return pushed(self, isNegated: false).simplified
    }

    /// The number of tests. A constant counts as one.
    package var count: Int {
        switch self {
        case .everything, .nothing, .test: 1
        case .not(let part): part.count
        case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.count }
        }
    }
}

extension LogicalFilter: Equatable where Test: Equatable {}

extension LogicalFilter: Hashable where Test: Hashable {
    /// The condition simplified, with each part of a group once.
    ///
    /// Tests that are equal must be the same byte by byte: of equal parts, only the first is kept.
    package var distinct: LogicalFilter {
        simplified { group in
            guard group.count > 1 else { return group }
            var seen = Set<LogicalFilter>(minimumCapacity: group.count)
            return group.filter { seen.insert($0).inserted }
        }
    }
}

extension LogicalFilter {
    /// Builds the tree of a filter over a module's own fields.
    ///
    /// - Parameters:
    ///   - related: Returns whether a condition holds on a related item, or on one object of a list.
    ///   - leaf: Returns the condition of a leaf, which may be a complement.
    package init(
        _ filter: Filter, over fields: IndexedFields,
        related: (RelationStep, Filter) throws -> LogicalFilter,
        leaf: (IndexedTest, Filter.Leaf) throws -> LogicalFilter
    ) throws {
        switch filter {
        case .and(let operands):
            self = .all(
                try operands.map { try LogicalFilter($0, over: fields, related: related, leaf: leaf) })
        case .or(let operands):
            self = .any(
                try operands.map { try LogicalFilter($0, over: fields, related: related, leaf: leaf) })
        case .any(let step, let operand): self = try related(step, operand)
        case .none(let step, let operand): self = .not(try related(step, operand))
        case .leaf(let own): self = try leaf(try fields.test(own), own)
        }
    }

    /// Builds the tree for an engine that keeps no objects of a list apart: a condition on one of them is compiled if
    /// conditions on members say the same.
    ///
    /// - Parameters:
    ///   - engine: The engine's name, for errors.
    ///   - leaf: Returns the condition of a leaf, which may be a complement.
    package init(
        _ filter: Filter, over fields: IndexedFields, engine: String,
        leaf: (IndexedTest, Filter.Leaf) throws -> LogicalFilter
    ) throws {
        try self.init(
            try fields.onMembers(filter, engine: engine), over: fields,
            related: { step, _ in throw fields.notOwn(step) }, leaf: leaf)
    }

    /// The condition, or its complement.
    package func negated(if isNegated: Bool) -> LogicalFilter { isNegated ? .not(self) : self }
}

/// Notes whether a search followed the server's own meaning anywhere, while it is compiled.
package final class MeaningUse {
    package var isEngine = false

    package init() {}
}
