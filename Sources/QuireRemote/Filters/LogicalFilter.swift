import QuireCore

/// A condition on documents, as a tree over an engine's own tests, before it is printed.
///
/// Tests that are equal must be the same byte by byte: of equal parts in a group, only the first is kept.
package indirect enum LogicalFilter<Test: Sendable & Hashable>: Sendable, Hashable {
    case everything
    case nothing
    case test(Test)
    case not(LogicalFilter)
    case all([LogicalFilter])
    case any([LogicalFilter])

    /// The same condition with fewer levels: nested groups of the same kind, groups with one member, double complements,
    /// repeated parts, and conditions that are always true or false are removed.
    package var simplified: LogicalFilter {
        switch self {
        case .everything, .nothing, .test: return self
        case .not(let part):
            switch part.simplified {
            case .everything: return .nothing
            case .nothing: return .everything
            case .not(let inner): return inner
            case let part: return .not(part)
            }
        case .all(let parts):
            var flat: [LogicalFilter] = []
            for part in parts {
                switch part.simplified {
                case .everything: continue
                case .nothing: return .nothing
                case .all(let inner): flat += inner
                case let part: flat.append(part)
                }
            }
            flat = flat.withoutRepetitions
            return flat.isEmpty ? .everything : flat.count == 1 ? flat[0] : .all(flat)
        case .any(let parts):
            var flat: [LogicalFilter] = []
            for part in parts {
                switch part.simplified {
                case .nothing: continue
                case .everything: return .everything
                case .any(let inner): flat += inner
                case let part: flat.append(part)
                }
            }
            flat = flat.withoutRepetitions
            return flat.isEmpty ? .nothing : flat.count == 1 ? flat[0] : .any(flat)
        }
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

extension Array where Element: Hashable {
    fileprivate var withoutRepetitions: [Element] {
        guard count > 1 else { return self }
        var seen = Set<Element>(minimumCapacity: count)
        return filter { seen.insert($0).inserted }
    }
}

extension LogicalFilter {
    /// Builds the tree of a filter over a module's own fields.
    ///
    /// - Parameter leaf: Returns the condition of a leaf, which may be a complement.
    package init(
        _ filter: Filter, over fields: IndexedFields,
        leaf: (IndexedTest, Filter.Leaf) throws -> LogicalFilter
    ) throws {
        switch filter {
        case .and(let operands):
            self = .all(try operands.map { try LogicalFilter($0, over: fields, leaf: leaf) })
        case .or(let operands):
            self = .any(try operands.map { try LogicalFilter($0, over: fields, leaf: leaf) })
        case .any(let step, _), .none(let step, _): throw fields.notOwn(step)
        case .leaf(let own): self = try leaf(try fields.test(own), own)
        }
    }

    /// The condition, or its complement.
    package func negated(if isNegated: Bool) -> LogicalFilter { isNegated ? .not(self) : self }
}
