import QuireCore
import QuireEngine

/// A facet value with the properties that determine its position in a list.
struct FacetCandidate {
    let value: FilterValue
    let count: Int
    /// The index before sorting.
    let index: Int
    /// The index among the pinned values.
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

    /// Whether one comes before another.
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

    /// Compares the lowercased texts, then the values. Texts are ordered by their bytes.
    private func precedes(_ other: FacetCandidate) -> Bool {
        if let text = lowerCased, let other = other.lowerCased, text != other {
            return text.utf8.lexicographicallyPrecedes(other.utf8)
        }
        return value.precedes(other.value)
    }
}
