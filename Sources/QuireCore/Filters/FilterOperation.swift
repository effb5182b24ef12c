/// What a leaf of a filter tree asks of a property.
///
/// The first nine are HALO's. The others are Quire's own: an engine that cannot express one refuses it before it
/// sends anything. Every operation has an exact complement, so a tree needs no not-node.
public enum FilterOperation: String, Sendable, Hashable, CaseIterable {
    case equal = "="
    case notEqual = "!="
    case greater = ">"
    case greaterOrEqual = ">="
    case less = "<"
    case lessOrEqual = "<="
    case `in` = "in"
    case notIn = "!in"
    /// Case-insensitive substring, after Unicode lower-casing; no wildcards.
    case like

    /// Case-sensitive substring of a text, byte for byte.
    case contains
    case hasPrefix
    case hasSuffix
    /// Value: a list of the lower and the upper bound, both included; one element of a list must meet both.
    case between
    /// Value: a list of latitude, longitude (degrees) and radius (metres).
    case near
    /// Value: a list of south, west, north and east (degrees); east < west crosses the 180th meridian.
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
