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
