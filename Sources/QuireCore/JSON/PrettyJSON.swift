import Foundation

/// Indents compact JSON and keeps its order.
package enum PrettyJSON {
    /// Returns the text with two spaces per level. Invalid JSON is returned with arbitrary indentation.
    package static func text(_ json: Data) -> String {
        var result: [UInt8] = []
        var depth = 0
        var isInString = false
        var isEscaped = false
        func breakLine() {
            result.append(10)
            result.append(contentsOf: repeatElement(32, count: 2 * min(max(0, depth), 100)))
        }
        var previous: UInt8 = 0
        for byte in json {
            if isInString {
                result.append(byte)
                isInString = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                previous = byte
                continue
            }
            let wasOpening = previous == UInt8(ascii: "{") || previous == UInt8(ascii: "[")
            switch byte {
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if !wasOpening { breakLine() }
            case _ where wasOpening: breakLine()
            default: break
            }
            result.append(byte)
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ","): breakLine()
            case UInt8(ascii: ":"): result.append(32)
            default: break
            }
            previous = byte
        }
        return String(decoding: result, as: UTF8.self)
    }
}
