import Foundation
import QuireCore

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
