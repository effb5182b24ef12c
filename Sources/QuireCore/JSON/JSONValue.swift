import Foundation
import QuireText

/// Any JSON value. Objects keep the order of their keys.
public enum JSONValue: Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    public struct Member: Sendable, Hashable {
        public var name: String
        public var value: JSONValue

        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The first value with a key in an object, or `nil` if there is none.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.isByteEqual(to: name) }?.value
    }
}

extension JSONCursor {
    /// Reads a value of any type. A number is an integer if it is written as one and fits in 64 bits.
    package mutating func value() throws(ValueDecodingError) -> JSONValue {
        switch peek() {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return .object(try members())
        case UInt8(ascii: "["): return .array(try elements())
        case UInt8(ascii: "t"):
            try word(.true)
            return .boolean(true)
        case UInt8(ascii: "f"):
            try word(.false)
            return .boolean(false)
        case UInt8(ascii: "n"):
            try word(.null)
            return .null
        case UInt8(ascii: "-"), 0x30...0x39:
            let start = offset
            let token = try numberToken("a number")
            // "-0" is a floating-point number, because integers have no negative zero.
            if token != "-0", let integer = Int64(token) { return .integer(integer) }
            guard let number = Double(token), number.isFinite else {
                throw ValueDecodingError(.outOfRange, at: start, expected: "a number within ±1.8e308")
            }
            // A whole number that no `Double` holds, such as 9007199254740993.0.
            if abs(number) >= 9_007_199_254_740_992, let integer = ExactDecimal(token)?.integer,
                Int64(exactly: number) != integer
            {
                return .integer(integer)
            }
            return .number(number)
        default: throw malformed("a value")
        }
    }

    private mutating func elements() throws(ValueDecodingError) -> [JSONValue] {
        offset &+= 1
        try enter()
        var elements: [JSONValue] = []
        if !consume(UInt8(ascii: "]")) {
            repeat { elements.append(try value()) } while consume(UInt8(ascii: ","))
            try expect(UInt8(ascii: "]"), "a comma or the end of the array")
        }
        leave()
        return elements
    }

    private mutating func members() throws(ValueDecodingError) -> [JSONValue.Member] {
        offset &+= 1
        try enter()
        var members: [JSONValue.Member] = []
        if !consume(UInt8(ascii: "}")) {
            repeat {
                let name = try key()
                members.append(JSONValue.Member(name, try value()))
            } while consume(UInt8(ascii: ","))
            try expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        leave()
        return members
    }

    /// Reads a key and its colon.
    package mutating func key() throws(ValueDecodingError) -> String {
        guard peek() == UInt8(ascii: "\"") else { throw malformed("a key") }
        let start = offset
        let name = try string()
        try checkMarks(ofKey: start..<offset)
        try expect(UInt8(ascii: ":"), "a colon")
        return name
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON.
    public var description: String {
        var writer = JSONWriter()
        writer.value(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension JSONValue {
    /// Returns the object with a member set. An existing member keeps its position.
    package func setting(_ name: String, _ value: JSONValue) -> JSONValue {
        guard case .object(var members) = self else { return .object([Member(name, value)]) }
        if let index = members.firstIndex(where: { $0.name.isByteEqual(to: name) }) {
            members[index].value = value
        } else {
            members.append(Member(name, value))
        }
        return .object(members)
    }

    /// Returns the object without the members with a name.
    package func removing(_ name: String) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !$0.name.isByteEqual(to: name) })
    }
}

extension JSONValue {
    /// The value of an object's key. If the key occurs twice, the first value, as in the decoder.
    package func member(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        for member in members where member.name.isByteEqual(to: name) { return member.value }
        return nil
    }

    /// The value as an integer. JSON does not distinguish 5 from 5.0, so a number without a fraction is an integer.
    package var wholeNumber: Int64? {
        switch self {
        case .integer(let number): number
        case .number(let number): Int64(exactly: number)
        default: nil
        }
    }

    package var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}

extension JSONValue {
    /// Reads back what was written. The value is null if the JSON is incomplete.
    package init(written json: JSONWriter) {
        let value = try? JSONCursor.withBytes(of: Data(json.bytes)) { (cursor) throws(ValueDecodingError) in
            try cursor.value()
        }
        self = value ?? .null
    }

    /// Reads the value of a JSON document. Integers of 64 bits stay exact, and names keep their order.
    ///
    /// - Throws: `ValueDecodingError` with the byte offset of the error.
    public init(parsing data: Data) throws(ValueDecodingError) {
        self = try JSONCursor.withBytes(of: data) { (cursor) throws(ValueDecodingError) in
            let value = try cursor.value()
            try cursor.expectEnd()
            return value
        }
    }

    /// The value as compact JSON.
    public var data: Data {
        var json = JSONWriter()
        json.value(self)
        return Data(json.bytes)
    }
}

extension JSONValue: Codable {
    public init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= JSONCursor.maximumDepth else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: [],
                    debugDescription: "Arrays and objects nest deeper than \(JSONCursor.maximumDepth) levels."
                ))
        }
        if let container = try? decoder.container(keyedBy: WireKey.self) {
            // A decoder does not guarantee the order of keys.
            self = .object(
                try container.allKeys.map {
                    Member($0.stringValue, try container.decode(JSONValue.self, forKey: $0))
                })
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
            self = .array(elements)
        } else {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let boolean = try? container.decode(Bool.self) {
                self = .boolean(boolean)
            } else if let integer = try? container.decode(Int64.self) {
                self = .integer(integer)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .string(try container.decode(String.self))
            }
        }
    }

    /// - Throws: `EncodingError` if arrays and objects nest deeper than readers accept.
    public func encode(to encoder: any Encoder) throws {
        guard !isDeeper(than: JSONCursor.maximumDepth) else {
            throw EncodingError.invalidValue(
                self,
                .init(
                    codingPath: encoder.codingPath,
                    debugDescription: "Arrays and objects nest deeper than \(JSONCursor.maximumDepth) levels."
                ))
        }
        try Part(value: self).encode(to: encoder)
    }

    /// A value whose depth was already checked.
    private struct Part: Encodable {
        var value: JSONValue

        func encode(to encoder: any Encoder) throws { try value.encodePart(to: encoder) }
    }

    private func encodePart(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var container = encoder.container(keyedBy: WireKey.self)
            for member in members {
                try container.encode(Part(value: member.value), forKey: WireKey(member.name))
            }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(Part(value: element)) }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .boolean(let boolean):
            var container = encoder.singleValueContainer()
            try container.encode(boolean)
        case .integer(let integer):
            var container = encoder.singleValueContainer()
            try container.encode(integer)
        case .number(let number):
            var container = encoder.singleValueContainer()
            try container.encode(number)
        case .string(let string):
            var container = encoder.singleValueContainer()
            try container.encode(string)
        }
    }
}

/// A coding key with the exact spelling of the wire format.
struct WireKey: CodingKey, Hashable {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
