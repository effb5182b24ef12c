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
                throw ValueDecodingError(.outOfRange, at: start, expected: "a number")
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
