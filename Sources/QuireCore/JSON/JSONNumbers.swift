/// Numbers: exact integers, and doubles by Clinger's fast path if the digits allow it.
extension JSONCursor {
    /// Reads an integer. `12.0` and `1e3` are integers too.
    @inline(never)
    package mutating func integer(_ expected: StaticString = "an integer") throws(ValueDecodingError) -> Int64
    {
        let first = peek()
        let start = offset
        let isNegative = first == UInt8(ascii: "-")
        if isNegative { offset &+= 1 }
        let digits = offset
        var magnitude: UInt64 = 0
        while true {
            let digit = bytes[offset] &- 0x30
            guard digit < 10 else { break }
            // 18 digits always fit in 64 bits. Longer numbers take the slow path.
            if offset &- digits >= 19 { return try unusualInteger(from: start, expected) }
            magnitude = magnitude &* 10 &+ UInt64(digit)
            offset &+= 1
        }
        let next = bytes[offset]
        if offset == digits || next == UInt8(ascii: ".") || next | 0x20 == UInt8(ascii: "e")
            || (bytes[digits] == 0x30 && offset &- digits > 1)
        {
            return try unusualInteger(from: start, expected)
        }
        if magnitude > UInt64(Int64.max) {
            if isNegative, magnitude == UInt64(Int64.max) + 1 { return .min }
            throw ValueDecodingError(.outOfRange, at: start, expected: expected)
        }
        return isNegative ? -Int64(magnitude) : Int64(magnitude)
    }

    /// Reads an integer of 64 bits that is written with digits alone and is not `-0`. Returns `nil` and reads nothing for
    /// any other number.
    mutating func plainInteger() -> Int64? {
        let isNegative = bytes[offset] == UInt8(ascii: "-")
        let digits = isNegative ? offset &+ 1 : offset
        var end = digits
        var magnitude: UInt64 = 0
        while true {
            let digit = bytes[end] &- 0x30
            guard digit < 10 else { break }
            // 19 digits always fit in 64 bits.
            guard end &- digits < 19 else { return nil }
            magnitude = magnitude &* 10 &+ UInt64(digit)
            end &+= 1
        }
        let next = bytes[end]
        guard end > digits, next != UInt8(ascii: "."), next | 0x20 != UInt8(ascii: "e"),
            bytes[digits] != 0x30 || (end &- digits == 1 && !isNegative), magnitude <= UInt64(Int64.max)
        else { return nil }
        offset = end
        return isNegative ? -Int64(magnitude) : Int64(magnitude)
    }

    /// Reads an integer with a fraction or exponent, or throws.
    private mutating func unusualInteger(
        from start: Int, _ expected: StaticString
    ) throws(ValueDecodingError) -> Int64 {
        offset = start
        let token = try numberToken(expected)
        // A `Double` would round 0.99999999999999999 to 1.
        let decimal = ExactDecimal(token)
        guard let integer = decimal?.integer else {
            let isWhole = decimal?.isWhole ?? true
            throw ValueDecodingError(isWhole ? .outOfRange : .wrongType, at: start, expected: expected)
        }
        return integer
    }

    /// Reads a number.
    @inline(never)
    package mutating func number(_ expected: StaticString = "a number") throws(ValueDecodingError) -> Double {
        let first = peek()
        let start = offset
        let isNegative = first == UInt8(ascii: "-")
        if isNegative { offset &+= 1 }
        let digits = offset
        var mantissa: UInt64 = 0
        var scale = 0
        scanDigits(&mantissa)
        var count = offset &- digits
        guard count > 0, bytes[digits] != 0x30 || count == 1 else {
            return try unusualNumber(from: start, expected)
        }
        if bytes[offset] == UInt8(ascii: ".") {
            offset &+= 1
            let fraction = offset
            scanDigits(&mantissa)
            scale = offset &- fraction
            count &+= scale
            if scale == 0 { return try unusualNumber(from: start, expected) }
        }
        if bytes[offset] | 0x20 == UInt8(ascii: "e") || count > 19 || scale > 22 || mantissa > 1 << 53 {
            return try unusualNumber(from: start, expected)
        }
        // Both are exact doubles, so one division rounds only once (Clinger 1990).
        let magnitude = scale == 0 ? Double(mantissa) : Double(mantissa) / powersOfTen[scale]
        return isNegative ? -magnitude : magnitude
    }

    /// Adds digits to a mantissa, which wraps around after 19 digits.
    @inline(__always)
    private mutating func scanDigits(_ mantissa: inout UInt64) {
        while true {
            let digit = bytes[offset] &- 0x30
            guard digit < 10 else { return }
            mantissa = mantissa &* 10 &+ UInt64(digit)
            offset &+= 1
        }
    }

    private mutating func unusualNumber(
        from start: Int, _ expected: StaticString
    ) throws(ValueDecodingError) -> Double {
        offset = start
        guard let number = Double(try numberToken(expected)), number.isFinite else {
            throw ValueDecodingError(.outOfRange, at: start, expected: "a number within ±1.8e308")
        }
        return number
    }

    /// Reads the text of a number and checks its grammar.
    mutating func numberToken(_ expected: StaticString) throws(ValueDecodingError) -> String {
        let next = peek()
        guard next == UInt8(ascii: "-") || 0x30...0x39 ~= next else { throw mismatch(expected) }
        let start = offset
        try skipNumber()
        return String(decoding: bytes.slice(start, offset), as: UTF8.self)
    }

    /// Skips a number and checks its grammar: no leading zeros, no bare point, no bare exponent.
    mutating func skipNumber() throws(ValueDecodingError) {
        if bytes[offset] == UInt8(ascii: "-") { offset &+= 1 }
        let digits = offset
        try skipDigits()
        if bytes[digits] == 0x30, offset &- digits > 1 {
            throw ValueDecodingError(.syntax, at: digits, expected: "a number without leading zeros")
        }
        if bytes[offset] == UInt8(ascii: ".") {
            offset &+= 1
            try skipDigits()
        }
        if bytes[offset] | 0x20 == UInt8(ascii: "e") {
            offset &+= 1
            if bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") { offset &+= 1 }
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws(ValueDecodingError) {
        guard bytes[offset] &- 0x30 < 10 else { throw malformed("a digit") }
        while bytes[offset] &- 0x30 < 10 { offset &+= 1 }
    }
}

/// 10⁰ to 10²², the powers of ten that are exact doubles.
private let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19,
    1e20, 1e21, 1e22,
]

/// A decimal number as its digits, without rounding.
package struct ExactDecimal: Sendable, Hashable {
    package let isNegative: Bool
    /// The digits without zeros at either end. Zero has none.
    package let digits: [UInt8]
    /// The power of ten of the last digit.
    package let exponent: Int

    /// Reads a number as JSON writes it: `12`, `-1.50`, `1e3`. Returns `nil` for any other text.
    package init?(_ token: String) {
        var rest = token.utf8[...]
        isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest = rest.dropFirst() }
        let whole = rest.prefix { 0x30...0x39 ~= $0 }
        rest = rest.dropFirst(whole.count)
        var fraction = rest.prefix(0)
        if rest.first == UInt8(ascii: ".") {
            fraction = rest.dropFirst().prefix { 0x30...0x39 ~= $0 }
            if fraction.isEmpty { return nil }
            rest = rest.dropFirst(1 + fraction.count)
        }
        if whole.isEmpty { return nil }
        var power = 0
        if let letter = rest.first {
            guard letter | 0x20 == UInt8(ascii: "e") else { return nil }
            rest = rest.dropFirst()
            let isSmall = rest.first == UInt8(ascii: "-")
            if isSmall || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
            guard !rest.isEmpty, rest.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
            // No text has enough digits to make up for a greater power.
            let magnitude = Int(String(Substring(rest))).map { min($0, 1 << 40) } ?? 1 << 40
            power = isSmall ? -magnitude : magnitude
        }
        var digits = Array(whole) + Array(fraction)
        var zeros = 0
        while digits.last == 0x30 {
            digits.removeLast()
            zeros += 1
        }
        self.digits = Array(digits.drop { $0 == 0x30 })
        exponent = self.digits.isEmpty ? 0 : power - fraction.count + zeros
    }

    package var isWhole: Bool { exponent >= 0 }

    /// The integer of 64 bits that equals the number. `nil` if there is none.
    package var integer: Int64? {
        guard isWhole, digits.count + exponent <= 19 else { return nil }
        let text = (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
        return Int64(digits.isEmpty ? "0" : text + String(repeating: "0", count: exponent))
    }

    /// Whether a `Double` prints the same number.
    package var isExactAsDouble: Bool {
        if digits.isEmpty { return true }
        let sign = isNegative ? "-" : ""
        guard let number = Double("\(sign)\(String(decoding: digits, as: UTF8.self))e\(exponent)"),
            number.isFinite
        else { return false }
        return digits.count <= 15 && number.isNormal || ExactDecimal("\(number)") == self
    }
}
