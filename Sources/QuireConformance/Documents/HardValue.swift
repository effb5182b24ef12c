import Foundation
import QuireCore

/// A value as JSON; `nil` is a missing key.
struct HardValue: Sendable, Hashable, ExpressibleByNilLiteral, ExpressibleByStringLiteral,
    ExpressibleByStringInterpolation
{
    var json: String?
    /// The value without its parts of the wrong type, for engines that reject them.
    var tidy: String?

    /// Whether it is an ordinary value: printable ASCII without quotation marks, or a number that every engine holds.
    var isPlain: Bool { json == tidy && (json.map { Self.isPlain(parse($0)) } ?? true) }

    private static func isPlain(_ value: JSONValue) -> Bool {
        switch value {
        case .null, .boolean: true
        case .integer(let integer): (-limit...limit).contains(integer)
        case .number(let number):
            number == 0
                ? number.sign == .plus
                : (1e-6...Double(limit)).contains(abs(number)) && "\(number)".count < 12
        case .string(let text):
            !text.isEmpty && text.utf8.count < 100
                && text.utf8.allSatisfy { (0x20...0x7E).contains($0) && !Self.marks.contains($0) }
                && text.utf8.first != 0x20 && text.utf8.last != 0x20
        case .array(let elements): elements.allSatisfy(isPlain)
        case .object(let members): members.allSatisfy { isPlain($0.value) }
        }
    }

    /// More than the milliseconds of the year 2200.
    private static let limit: Int64 = 10_000_000_000_000
    private static let marks = Set("\"'`\\%|&".utf8)

    init(nilLiteral: ()) {}

    init(stringLiteral json: String) {
        self.json = json
        tidy = json
    }

    /// A value that is partly or completely of the wrong type.
    static func wrong(_ json: String, tidy: String? = nil) -> HardValue {
        var value = HardValue(stringLiteral: json)
        value.tidy = tidy
        return value
    }
}

/// Reads a line of JSON of a table; invalid JSON becomes null, which matches no expectation.
func parse(_ line: String) -> JSONValue {
    (try? JSONValue(parsing: Data(line.utf8))) ?? .null
}

/// A text as ASCII JSON, so that a report shows its characters.
func jsonText(_ text: String) -> String {
    var result = "\""
    for unit in text.utf16 {
        switch unit {
        case 0x22: result += "\\\""
        case 0x5C: result += "\\\\"
        case 0x20...0x7E: result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
        default:
            result +=
                "\\u" + String(repeating: "0", count: 4 - String(unit, radix: 16).count)
                + String(unit, radix: 16)
        }
    }
    return result + "\""
}
