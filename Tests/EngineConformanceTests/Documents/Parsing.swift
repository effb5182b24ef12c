import Foundation
import Quire

// THROWAWAY until the decoding part's reader is there.
func parse(_ text: String) -> JSONValue {
    var parser = ThrowawayParser(bytes: Array(text.utf8))
    return parser.value()
}
private struct ThrowawayParser {
    var bytes: [UInt8]
    var at = 0
    mutating func ws() { while at < bytes.count, [32, 9, 10, 13].contains(bytes[at]) { at += 1 } }
    mutating func value() -> JSONValue {
        ws()
        switch bytes[at] {
        case UInt8(ascii: "{"):
            at += 1; ws()
            var members: [JSONValue.Member] = []
            if bytes[at] == UInt8(ascii: "}") { at += 1; return .object([]) }
            while true {
                ws(); let key = string(); ws(); at += 1
                members.append(.init(key, value())); ws()
                at += 1
                if bytes[at - 1] == UInt8(ascii: "}") { return .object(members) }
            }
        case UInt8(ascii: "["):
            at += 1; ws()
            var elements: [JSONValue] = []
            if bytes[at] == UInt8(ascii: "]") { at += 1; return .array([]) }
            while true {
                elements.append(value()); ws(); at += 1
                if bytes[at - 1] == UInt8(ascii: "]") { return .array(elements) }
            }
        case UInt8(ascii: "\""): return .string(string())
        case UInt8(ascii: "t"): at += 4; return .boolean(true)
        case UInt8(ascii: "f"): at += 5; return .boolean(false)
        case UInt8(ascii: "n"): at += 4; return .null
        default:
            let start = at
            while at < bytes.count, "+-.eE0123456789".utf8.contains(bytes[at]) { at += 1 }
            let token = String(decoding: bytes[start..<at], as: UTF8.self)
            return Int64(token).map { .integer($0) } ?? .number(Double(token)!)
        }
    }
    mutating func string() -> String {
        let start = at
        at += 1
        while bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
        at += 1
        return try! JSONDecoder().decode([String].self, from: Data([91] + bytes[start..<at] + [93]))[0]
    }
}
