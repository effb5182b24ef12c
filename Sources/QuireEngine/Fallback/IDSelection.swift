import QuireCore
import QuireText

/// The items of a module that a condition selects, as an expression over lookups of ids.
///
/// Conditions in reverse direction are tests of an item's own id, which a filter over its values cannot express.
indirect enum IDSelection: Sendable {
    case lookup(RelationLookup)
    case all([IDSelection])
    case any([IDSelection])
    case complement(IDSelection)

    /// The lookups of the expression, each once.
    var lookups: [RelationLookup] {
        switch self {
        case .lookup(let lookup): [lookup]
        case .all(let operands), .any(let operands): operands.flatMap(\.lookups)
        case .complement(let operand): operand.lookups
        }
    }

    /// The selected ids.
    func ids(_ lookupIDs: (RelationLookup) -> Set<ExactText>) -> SelectedIDs {
        switch self {
        case .lookup(let lookup): .some(lookupIDs(lookup))
        case .complement(let operand): operand.ids(lookupIDs).complement
        case .all(let operands): .inAll(operands.map { $0.ids(lookupIDs) })
        // An item in any set is one that is not in the complements of all.
        case .any(let operands): SelectedIDs.inAll(operands.map { $0.ids(lookupIDs).complement }).complement
        }
    }
}

/// A set of ids, or all ids except some. Ids are compared by their bytes.
enum SelectedIDs: Sendable, Equatable {
    case some(Set<ExactText>)
    case allExcept(Set<ExactText>)

    /// The ids that are in all sets.
    static func inAll(_ sets: [SelectedIDs]) -> SelectedIDs {
        var ids = SelectedIDs.allExcept([])
        for set in sets { ids = ids.intersection(set) }
        return ids
    }

    var complement: SelectedIDs {
        switch self {
        case .some(let ids): .allExcept(ids)
        case .allExcept(let ids): .some(ids)
        }
    }

    func intersection(_ other: SelectedIDs) -> SelectedIDs {
        switch (self, other) {
        case (.some(let left), .some(let right)): .some(left.intersection(right))
        case (.some(let left), .allExcept(let right)): .some(left.subtracting(right))
        case (.allExcept(let left), .some(let right)): .some(right.subtracting(left))
        case (.allExcept(let left), .allExcept(let right)): .allExcept(left.union(right))
        }
    }
}

extension Set<ExactText> {
    /// The ids, sorted by their bytes, so that equal sets result in equal requests.
    var sortedIDs: [String] {
        map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
