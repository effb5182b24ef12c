import QuireCore
import QuireEngine

/// A value of a facet on its way into a list: what its place depends on.
struct FacetCandidate {
    let value: FilterValue
    let count: Int
    /// Where it stands among the values before they are ordered.
    let index: Int
    /// Where it stands among the pinned values.
    let place: Int?
    let isRefined: Bool
    let isExcluded: Bool
    private let lowerCased: String?

    init(_ entry: FacetCount, index: Int, place: Int?, isRefined: Bool, isExcluded: Bool) {
        value = entry.value
        count = entry.count
        self.index = index
        self.place = place
        self.isRefined = isRefined
        self.isExcluded = isExcluded
        lowerCased = if case .string(let text) = entry.value { text.lowercased() } else { nil }
    }

    var isTouched: Bool { isRefined || isExcluded }

    /// Whether one stands before another.
    static func ordering(_ order: [FacetOrder]) -> (FacetCandidate, FacetCandidate) -> Bool {
        { left, right in
            if left.place != right.place { return (left.place ?? .max) < (right.place ?? .max) }
            for key in order {
                switch key {
                case .refinedFirst where left.isTouched != right.isTouched: return left.isTouched
                case .countAscending where left.count != right.count: return left.count < right.count
                case .countDescending where left.count != right.count: return left.count > right.count
                case .alphabetical: return left.precedes(right)
                case .reverseAlphabetical: return right.precedes(left)
                default: continue
                }
            }
            return left.precedes(right)
        }
    }

    /// By the lower-cased text, then by the value's own order, which of texts is that of their bytes.
    private func precedes(_ other: FacetCandidate) -> Bool {
        if let text = lowerCased, let other = other.lowerCased, text != other {
            return text.utf8.lexicographicallyPrecedes(other.utf8)
        }
        return value.precedes(other.value)
    }
}
