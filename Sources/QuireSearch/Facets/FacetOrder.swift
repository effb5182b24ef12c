/// A sort criterion for the values of a facet. Ties are resolved by the next criterion, and finally by the value.
public enum FacetOrder: Sendable, Hashable, CaseIterable {
    /// Chosen and excluded values before the others.
    case refinedFirst
    case countAscending, countDescending
    /// By the value: texts ignoring case, numbers and dates by size.
    case alphabetical, reverseAlphabetical
}
