import Foundation
import QuireEngine

/// Reads the texts of cells as values of other types.
enum CellText {
    /// Texts for "no value" in columns of numbers, dates and booleans.
    private static let blanks: Set<String> = [
        "", "null", "nil", "none", "na", "n/a", "nan", "#n/a", "\\n", "-", "--", "?", "unknown",
    ]

    /// Whether a text stands for no value in a column that holds no texts.
    static func isBlank(_ text: String) -> Bool {
        if text.utf8.count > 7 { return text.allSatisfy(\.isWhitespace) }
        return blanks.contains(trimmed(text).lowercased())
    }

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

    /// A number as a JSON token: `12.5`, `.5`, `1e6`, and `12,5` if the file uses decimal commas.
    static func number(_ text: String, decimalComma: Bool) -> String? {
        var bytes = Array(text.utf8)
        if decimalComma, !bytes.contains(UInt8(ascii: ".")),
            let comma = bytes.firstIndex(of: UInt8(ascii: ","))
        {
            bytes[comma] = UInt8(ascii: ".")
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

    /// `52.5, 13.4` as latitude and longitude.
    static func point(_ text: String) -> (latitude: String, longitude: String)? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { trimmed(String($0)) }
        guard parts.count == 2, parts.allSatisfy({ $0.contains(".") }),
            let latitude = number(parts[0], decimalComma: false),
            let longitude = number(parts[1], decimalComma: false),
            let north = Double(latitude), let east = Double(longitude), abs(north) <= 90, abs(east) <= 180
        else { return nil }
        return (latitude, longitude)
    }
}
