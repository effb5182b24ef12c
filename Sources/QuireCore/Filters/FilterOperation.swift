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

extension FilterOperation {
    /// Whether this is the complement of another operation: `!=`, `!in`, `!like`.
    package var isNegated: Bool { rawValue.utf8.first == UInt8(ascii: "!") }

    /// The positive operation, and whether this one is its complement.
    package var positive: (FilterOperation, isNegated: Bool) {
        isNegated ? (complement, true) : (self, false)
    }

    /// A bit of its own for each operation.
    package var bit: UInt32 {
        switch self {
        case .equal: 1 << 0
        case .notEqual: 1 << 1
        case .greater: 1 << 2
        case .greaterOrEqual: 1 << 3
        case .less: 1 << 4
        case .lessOrEqual: 1 << 5
        case .in: 1 << 6
        case .notIn: 1 << 7
        case .like: 1 << 8
        case .contains: 1 << 9
        case .hasPrefix: 1 << 10
        case .hasSuffix: 1 << 11
        case .between: 1 << 12
        case .near: 1 << 13
        case .within: 1 << 14
        case .notGreater: 1 << 15
        case .notGreaterOrEqual: 1 << 16
        case .notLess: 1 << 17
        case .notLessOrEqual: 1 << 18
        case .notLike: 1 << 19
        case .notContains: 1 << 20
        case .notHasPrefix: 1 << 21
        case .notHasSuffix: 1 << 22
        case .notBetween: 1 << 23
        case .notNear: 1 << 24
        case .notWithin: 1 << 25
        }
    }
}

// The parts of a leaf that its operation and its type decide, so that each is one copy of bytes.

extension FilterOperation {
    /// The start of a leaf in HALO's wire format, up to the property.
    var opening: StaticString {
        switch self {
        case .equal: #""operation":"=","property":"#
        case .notEqual: #""operation":"!=","property":"#
        case .greater: #""operation":">","property":"#
        case .greaterOrEqual: #""operation":">=","property":"#
        case .less: #""operation":"<","property":"#
        case .lessOrEqual: #""operation":"<=","property":"#
        case .in: #""operation":"in","property":"#
        case .notIn: #""operation":"!in","property":"#
        case .like: #""operation":"like","property":"#
        case .contains: #""operation":"contains","property":"#
        case .hasPrefix: #""operation":"hasPrefix","property":"#
        case .hasSuffix: #""operation":"hasSuffix","property":"#
        case .between: #""operation":"between","property":"#
        case .near: #""operation":"near","property":"#
        case .within: #""operation":"within","property":"#
        case .notGreater: #""operation":"!>","property":"#
        case .notGreaterOrEqual: #""operation":"!>=","property":"#
        case .notLess: #""operation":"!<","property":"#
        case .notLessOrEqual: #""operation":"!<=","property":"#
        case .notLike: #""operation":"!like","property":"#
        case .notContains: #""operation":"!contains","property":"#
        case .notHasPrefix: #""operation":"!hasPrefix","property":"#
        case .notHasSuffix: #""operation":"!hasSuffix","property":"#
        case .notBetween: #""operation":"!between","property":"#
        case .notNear: #""operation":"!near","property":"#
        case .notWithin: #""operation":"!within","property":"#
        }
    }
}

extension WireType {
    /// The end of a leaf in HALO's wire format, after the value.
    var ending: StaticString {
        switch self {
        case .string: #","type":"string""#
        case .number: #","type":"number""#
        case .date: #","type":"date""#
        case .null: #","type":"null""#
        }
    }
}

/// A value inside a filter tree.
public enum FilterValue: Sendable, Hashable {
    case null
    case string(String)
    case integer(Int64)
    case number(Double)
    case boolean(Bool)
    /// Milliseconds since 1970-01-01T00:00:00Z.
    case date(milliseconds: Int64)
    case list([FilterValue])
    /// The value of another field of the same item, by its wire name: the right side of `\.endsAt > \.startsAt`.
    case field(String)
}

/// The type of a leaf's value in HALO's wire format (see the filter node in HALO's search API).
///
/// A Boolean is sent as `string`, which is the server's convention.
public enum WireType: String, Sendable, Hashable, Codable, CaseIterable {
    case string, number, date, null
}

extension JSONValue {
    /// The value of a filter as JSON: dates as milliseconds since 1970, another field by its name.
    public init(_ value: FilterValue) {
        self =
            switch value {
            case .null: .null
            case .string(let text), .field(let text): .string(text)
            case .integer(let number), .date(let number): .integer(number)
            case .number(let number): .number(number)
            case .boolean(let truth): .boolean(truth)
            case .list(let values): .array(values.map { JSONValue($0) })
            }
    }
}
