import Foundation
import QuireCore

/// A value of a data file, before it has a type of the schema.
indirect enum DataValue: Sendable {
    case null
    case boolean(Bool)
    /// A number in its exact source form, because a `Double` holds only 53 bits of an integer.
    case number(String)
    case text(String)
    /// The text of a CSV cell. It may spell a number, a date, or a list.
    case cell(String)
    case list([DataValue])
    case object([Member])

    struct Member: Sendable {
        var name: String
        var value: DataValue
    }

    /// Parses a JSON document.
    init(parsing bytes: UnsafeRawBufferPointer) throws(ValueDecodingError) {
        self = try JSONCursor.withCursor(over: bytes) { (json) throws(ValueDecodingError) in
            let value = try Self.read(&json, bytes)
            try json.expectEnd()
            return value
        }
    }

    /// Parses a JSON text. Returns `nil` if it is not valid.
    init?(json text: String) {
        var text = text
        let value = text.withUTF8 { try? DataValue(parsing: UnsafeRawBufferPointer($0)) }
        guard let value else { return nil }
        self = value
    }

    private static func read(
        _ json: inout JSONCursor, _ bytes: UnsafeRawBufferPointer
    ) throws(ValueDecodingError) -> DataValue {
        switch json.peek() {
        case UInt8(ascii: "\""): return .text(try json.string())
        case UInt8(ascii: "{"): return .object(try members(&json, bytes))
        case UInt8(ascii: "["): return .list(try elements(&json, bytes))
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean(try json.boolean())
        case UInt8(ascii: "n"):
            guard try json.consumeNull() else { throw json.malformed("a value") }
            return .null
        case UInt8(ascii: "-"), 0x30...0x39:
            let start = json.offset
            _ = try json.number()
            return .number(String(decoding: bytes[start..<json.offset], as: UTF8.self))
        default: throw json.malformed("a value")
        }
    }

    private static func elements(
        _ json: inout JSONCursor, _ bytes: UnsafeRawBufferPointer
    ) throws(ValueDecodingError) -> [DataValue] {
        try json.expect(UInt8(ascii: "["), "a list")
        try json.enter()
        var elements: [DataValue] = []
        if !json.consume(UInt8(ascii: "]")) {
            repeat { elements.append(try read(&json, bytes)) } while json.consume(UInt8(ascii: ","))
            try json.expect(UInt8(ascii: "]"), "a comma or the end of the array")
        }
        json.leave()
        return elements
    }

    private static func members(
        _ json: inout JSONCursor, _ bytes: UnsafeRawBufferPointer
    ) throws(ValueDecodingError) -> [Member] {
        try json.expect(UInt8(ascii: "{"), "an object")
        try json.enter()
        var members: [Member] = []
        if !json.consume(UInt8(ascii: "}")) {
            repeat {
                guard json.peek() == UInt8(ascii: "\"") else { throw json.malformed("a key") }
                let name = try json.string()
                try json.expect(UInt8(ascii: ":"), "a colon")
                members.append(Member(name: name, value: try read(&json, bytes)))
            } while json.consume(UInt8(ascii: ","))
            try json.expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        json.leave()
        return members
    }
}

extension DataValue {
    /// The value as JSON, unchanged. A cell is a text.
    var json: JSONValue { json(Self.jsonNumber) }

    /// The JSON of a value that does not fit its field. A number that a `Double` would round to an integer is a text, so
    /// that no later check takes it for the integer.
    var unfitJSON: JSONValue {
        json { token in
            let json = Self.jsonNumber(token)
            return json.wholeNumber == nil || ExactDecimal(token)?.integer == json.wholeNumber
                ? json : .string(token)
        }
    }

    private func json(_ number: (String) -> JSONValue) -> JSONValue {
        switch self {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .number(let token): number(token)
        case .text(let text), .cell(let text): .string(text)
        case .list(let elements): .array(elements.map { $0.json(number) })
        case .object(let members): .object(members.map { JSONValue.Member($0.name, $0.value.json(number)) })
        }
    }

    /// The JSON number of a token: an integer if it fits 64 bits.
    static func jsonNumber(_ token: String) -> JSONValue {
        // "-0" is a floating-point number, because integers have no negative zero.
        if token != "-0", let integer = Int64(token) { return .integer(integer) }
        return Double(token).map(JSONValue.number) ?? .string(token)
    }

    /// Whether there is no value at all.
    var isNull: Bool {
        if case .null = self { return true }
        return false
    }

    /// A short text for messages.
    var excerpt: String { "\(json)".shortened(to: 40) }
}

extension [DataValue.Member] {
    /// The first member with a name. Of two equal keys, the first counts, as everywhere.
    func value(_ name: String) -> DataValue? {
        for member in self where member.name.isByteEqual(to: name) { return member.value }
        return nil
    }
}
