import QuireText

/// A value as filters and sort keys compare it: the JSON, interpreted by the field's kind.
package enum EvaluatedValue: Sendable {
    case text(String)
    /// An integer, or a date in milliseconds since 1970.
    case integer(Int64)
    case number(Double)
    case boolean(Bool)
    /// A point in degrees.
    case place(latitude: Double, longitude: Double)
    /// A value that cannot be compared: an object, any JSON, a localized text.
    case opaque
}

/// The result of comparing two values.
package enum Standing: Sendable {
    case less, equal, greater
}

/// The results of a comparison that an ordering accepts.
package struct Standings: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let less = Standings(rawValue: 1)
    package static let equal = Standings(rawValue: 2)
    package static let greater = Standings(rawValue: 4)

    /// Whether the ordering accepts a result.
    package func accepts(_ standing: Standing) -> Bool {
        switch standing {
        case .less: contains(Standings.less)
        case .equal: contains(Standings.equal)
        case .greater: contains(Standings.greater)
        }
    }
}

extension EvaluatedValue {
    /// Compares the value with another one. Returns `nil` if the two have no order: NaN, points, values of two kinds.
    ///
    /// Texts are compared by their UTF-8 bytes, because `==` treats composed and decomposed "é" as equal.
    package func standing(to other: EvaluatedValue) -> Standing? {
        switch (self, other) {
        case (.text(let left), .text(let right)): Self.standing(left, right)
        case (.integer(let left), .integer(let right)): Self.standing(left, right)
        case (.integer(let left), .number(let right)): Self.standing(left, right)
        case (.number(let left), .integer(let right)): Self.standing(right, left)?.reversed
        case (.number(let left), .number(let right)):
            left.isNaN || right.isNaN ? nil : Self.standing(left, right)
        case (.boolean(let left), .boolean(let right)): left == right ? .equal : right ? .less : .greater
        default: nil
        }
    }

    static func standing(_ left: String, _ right: String) -> Standing {
        if left.isByteEqual(to: right) { return .equal }
        return left.utf8.lexicographicallyPrecedes(right.utf8) ? .less : .greater
    }

    private static func standing<Value: Comparable>(_ left: Value, _ right: Value) -> Standing {
        left < right ? .less : left == right ? .equal : .greater
    }

    /// Compares without rounding the integer. A `Double` is exact only up to 2^53.
    private static func standing(_ left: Int64, _ right: Double) -> Standing? {
        if right.isNaN { return nil }
        if right >= 0x1p63 { return .less }
        if right < -0x1p63 { return .greater }
        let whole = right.rounded(.down)
        if left != Int64(whole) { return standing(left, Int64(whole)) }
        return right == whole ? .equal : .less
    }
}

extension Standing {
    var reversed: Standing {
        switch self {
        case .less: .greater
        case .equal: .equal
        case .greater: .less
        }
    }
}
