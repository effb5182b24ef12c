import Foundation
import QuireCore

/// Reads a line of JSON of a table; what is no JSON becomes null, which no expectation meets.
func parse(_ line: String) -> JSONValue {
    (try? JSONValue(parsing: Data(line.utf8))) ?? .null
}

/// A text as JSON, in ASCII, so that a report shows which characters it holds.
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
