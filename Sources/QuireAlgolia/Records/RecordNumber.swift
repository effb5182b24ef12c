import Foundation

/// How numbers are stored in a record, for an engine that compares numbers as doubles.
enum RecordNumber {
    /// An integer as the nearest double and the difference from it, which is 0 below 2^53.
    ///
    /// Sorting by the double and then by the difference sorts the integers.
    static func split(_ number: Int64) -> (near: Double, rest: Int64) {
        let near = Double(number)
        // The only double that can occur here but does not fit into `Int64`.
        let rest = near == 0x1p63 ? number - .max - 1 : number - Int64(near)
        return (near, rest)
    }

    /// Whether every integer of this magnitude or less is exactly a double.
    static func isExact(_ number: Int64) -> Bool { number.magnitude < 1 << 53 }

    /// A number in plain digits, because it is not documented whether filters accept exponents; `nil` if it would be
    /// long.
    static func text(of number: Double) -> String? {
        guard number.isFinite else { return nil }
        if number == 0 { return "0" }
        if let whole = Int64(exactly: number) { return String(whole) }
        let plain = number.description
        if !plain.utf8.contains(where: { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) {
            return plain
        }
        let text = number.magnitude.description.lowercased()
        let sign = number < 0 ? "-" : ""
        guard let mark = text.firstIndex(of: "e") else { return sign + text }
        guard let exponent = Int(text[text.index(after: mark)...].drop { $0 == "+" }), abs(exponent) <= 30
        else {
            return nil
        }
        let parts = text[..<mark].split(separator: ".")
        let whole = String(parts.first ?? "0")
        let fraction = parts.count > 1 && parts[1] != "0" ? String(parts[1]) : ""
        if exponent < 0 {
            return sign + "0." + String(repeating: "0", count: -exponent - 1) + whole + fraction
        }
        guard fraction.count <= exponent else { return nil }
        return sign + whole + fraction + String(repeating: "0", count: exponent - fraction.count)
    }
}
