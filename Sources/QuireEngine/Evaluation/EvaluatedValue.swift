import QuireText

/// A value as filters and sorts see it: what the field's kind makes of the JSON.
package enum EvaluatedValue: Sendable {
    case text(String)
    /// Integers, and dates in milliseconds since 1970.
    case integer(Int64)
    case number(Double)
    case boolean(Bool)
    /// Degrees.
    case place(latitude: Double, longitude: Double)
    /// There is a value, and nothing to compare it with: an object, any JSON, a localized text.
    case opaque
}

/// How one value stands to another.
package enum Standing: Sendable {
    case less, equal, greater
}

extension EvaluatedValue {
    /// How the value stands to another; `nil` where the two have no order: NaN, places, values of two kinds.
    ///
    /// Texts compare by their UTF-8 bytes: `==` of `String` takes "é" in its two spellings for one.
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
        if left.isSpelled(as: right) { return .equal }
        return left.utf8.lexicographicallyPrecedes(right.utf8) ? .less : .greater
    }

    private static func standing<Value: Comparable>(_ left: Value, _ right: Value) -> Standing {
        left < right ? .less : left == right ? .equal : .greater
    }

    /// Without rounding the integer, which a `Double` holds exactly only up to 2^53.
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
