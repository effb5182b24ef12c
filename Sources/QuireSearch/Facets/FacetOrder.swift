/// How the values of a facet are ordered; what is equal by one is ordered by the next, and at last by the value.
public enum FacetOrder: Sendable, Hashable, CaseIterable {
    /// Chosen and excluded values before the others.
    case refinedFirst
    case countAscending, countDescending
    /// By the value: texts without regard to case, numbers and dates by size.
    case alphabetical, reverseAlphabetical
}
