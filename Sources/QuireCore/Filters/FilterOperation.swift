/// The operation of a filter leaf.
///
/// The first nine are HALO's. The others are Quire's own: an engine that cannot express one throws before it sends
/// anything. Every operation has an exact complement, so a tree needs no negation node.
public enum FilterOperation: String, Sendable, Hashable, CaseIterable {
    case equal = "="
    case notEqual = "!="
    case greater = ">"
    case greaterOrEqual = ">="
    case less = "<"
    case lessOrEqual = "<="
    case `in` = "in"
    case notIn = "!in"
    /// Case-insensitive substring, after Unicode lowercasing. No wildcards.
    case like

    /// Case-sensitive substring of a text, byte for byte.
    case contains
    case hasPrefix
    case hasSuffix
    /// The value is a list of the lower and the upper bound, inclusive. One element of a list must satisfy both.
    case between
    /// The value is a list of latitude, longitude (degrees) and radius (metres).
    case near
    /// The value is a list of south, west, north and east (degrees). If east < west, the box crosses the 180th
    /// meridian.
    case within

    case notGreater = "!>"
    case notGreaterOrEqual = "!>="
    case notLess = "!<"
    case notLessOrEqual = "!<="
    case notLike = "!like"
    case notContains = "!contains"
    case notHasPrefix = "!hasPrefix"
    case notHasSuffix = "!hasSuffix"
    case notBetween = "!between"
    case notNear = "!near"
    case notWithin = "!within"
}
