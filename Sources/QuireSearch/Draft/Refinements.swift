public import Quire

/// The values that were chosen from facets, and the ranges, in the order in which they were chosen.
public struct Refinements: Sendable, Hashable {
    public init() {}
}
