import Foundation
import QuireEngine

/// Reads the texts of cells as values of other types.
enum CellText {
    /// Texts for "no value" in columns of numbers, dates and booleans.
    private static let blanks: Set<String> = [
        "", "null", "nil", "none", "na", "n/a", "nan", "#n/a", "\\n", "-", "--", "?", "unknown",
    ]

    /// Whether a text stands for no value among numbers, dates and booleans.
    static func isBlank(_ text: String) -> Bool {
        if text.utf8.count > 7 { return isEmpty(text) }
        return blanks.contains(trimmed(text).lowercased())
    }

    /// Whether a text has nothing but spaces.
    static func isEmpty(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }

    static func trimmed(_ text: String) -> String {
        guard let first = text.utf8.first, let last = text.utf8.last, first <= 0x20 || last <= 0x20 else {
            return text
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// A whole number of 64 bits. Numbers with leading zeros or a plus sign are identifiers or phone numbers.
    static func integer(_ text: String) -> Int64? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard let first = digits.first, digits.count <= 19, digits.allSatisfy({ 0x30...0x39 ~= $0 }),
            first != 0x30 || digits.count == 1, text != "-0"
        else { return nil }
        return Int64(text)
    }

    /// Whether marks separate groups of three digits: `1.234` or `1,234,567.89`. The first may be a decimal number.
    static func isGrouped(_ text: String) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard let mark = digits.first(where: { !(0x30...0x39 ~= $0) }),
            mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",")
        else { return false }
        let other = mark == UInt8(ascii: ".") ? UInt8(ascii: ",") : UInt8(ascii: ".")
        let parts = digits.split(separator: other, maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, parts[1].isEmpty || !parts[1].allSatisfy({ 0x30...0x39 ~= $0 }) { return false }
        let groups = parts[0].split(separator: mark, omittingEmptySubsequences: false)
        guard groups.count > 1, (1...3).contains(groups[0].count), groups[0].first != 0x30 else {
            return false
        }
        return groups.allSatisfy { $0.allSatisfy { 0x30...0x39 ~= $0 } }
            && groups.dropFirst().allSatisfy { $0.count == 3 }
    }

    /// A number as a JSON token: `12.5`, `.5`, `1e6`, and `12,5` if the column uses decimal commas.
    static func number(_ text: String, _ mark: DecimalMark) -> String? {
        var bytes = Array(text.utf8)
        switch mark {
        case .point: break
        case .comma:
            if bytes.contains(UInt8(ascii: ".")) { return nil }
            if let comma = bytes.firstIndex(of: UInt8(ascii: ",")) { bytes[comma] = UInt8(ascii: ".") }
        case .unclear:
            if bytes.contains(UInt8(ascii: ".")) { return nil }
        }
        var position = 0
        func digits() -> Int {
            let start = position
            while position < bytes.count, 0x30...0x39 ~= bytes[position] { position += 1 }
            return position - start
        }
        if bytes.first == UInt8(ascii: "-") { position = 1 }
        let start = position
        let whole = digits()
        if whole > 1, bytes[start] == 0x30 { return nil }
        var fraction = 0
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            fraction = digits()
            if fraction == 0 { return nil }
        }
        if whole + fraction == 0 { return nil }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[position]) {
                position += 1
            }
            if digits() == 0 { return nil }
        }
        guard position == bytes.count else { return nil }
        if whole == 0 { bytes.insert(0x30, at: start) }
        let token = String(decoding: bytes, as: UTF8.self)
        guard let value = Double(token), value.isFinite else { return nil }
        return token
    }

    /// `true`, `yes`, `on`, `t`, `y`, `1` and their opposites, in any case.
    static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "y", "t", "on", "1": true
        case "false", "no", "n", "f", "off", "0": false
        default: nil
        }
    }

    /// `52.5, 13.4`: two numbers of degrees with decimals, the latitude and the longitude in the given order.
    static func point(_ text: String, _ order: PlaceName.Order) -> (latitude: String, longitude: String)? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { trimmed(String($0)) }
        guard parts.count == 2, parts.allSatisfy({ $0.contains(".") }),
            let first = number(parts[0], .point), let second = number(parts[1], .point)
        else { return nil }
        let (latitude, longitude) = order == .latitudeFirst ? (first, second) : (second, first)
        guard let north = Double(latitude), let east = Double(longitude), abs(north) <= 90, abs(east) <= 180
        else { return nil }
        return (latitude, longitude)
    }

    /// Whether a text is a whole number with the fraction `.0`, as programs write numbers beside missing values.
    static func isFloatingInteger(_ text: String) -> Bool {
        text.hasSuffix(".0") && integer(String(text.dropLast(2))) != nil
    }
}
