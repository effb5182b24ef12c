/// Walks objects and arrays whose parts are read one by one.
extension JSONCursor {
    /// Calls the body with each member of the next object: the key, and the cursor at its value. Read or skip the
    /// value.
    package mutating func eachMember(
        _ body: (String, inout JSONCursor) throws(ValueDecodingError) -> Void
    ) throws(ValueDecodingError) {
        guard consume(UInt8(ascii: "{")) else { throw mismatch("an object") }
        try enter()
        if !consume(UInt8(ascii: "}")) {
            repeat { try body(try key(), &self) } while consume(UInt8(ascii: ","))
            try expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        leave()
    }

    /// Calls the body for each element of the next array. Read or skip the element.
    package mutating func eachElement(
        _ body: (inout JSONCursor) throws(ValueDecodingError) -> Void
    ) throws(ValueDecodingError) {
        guard consume(UInt8(ascii: "[")) else { throw mismatch("an array") }
        try enter()
        if !consume(UInt8(ascii: "]")) {
            repeat { try body(&self) } while consume(UInt8(ascii: ","))
            try expect(UInt8(ascii: "]"), "a comma or the end of the array")
        }
        leave()
    }

    /// Whether a text, an object or an array is next.
    package mutating func isAtText() -> Bool { peek() == UInt8(ascii: "\"") }
    package mutating func isAtObject() -> Bool { peek() == UInt8(ascii: "{") }
    package mutating func isAtArray() -> Bool { peek() == UInt8(ascii: "[") }

    /// Reads a 64-bit integer, and skips any other value.
    package mutating func integerIfAny() throws(ValueDecodingError) -> Int64? {
        switch peek() {
        case UInt8(ascii: "-"), 0x30...0x39:
            if let integer = plainInteger() { return integer }
            if case .integer(let integer) = try value() { return integer }
        default: try skipValue()
        }
        return nil
    }

    /// Reads a text that is hashed or compared, and skips any other value.
    package mutating func textIfAny() throws(ValueDecodingError) -> String? {
        if isAtText() { return try comparedString() }
        try skipValue()
        return nil
    }
}
