/// Walks objects and arrays whose parts are read one by one.
extension JSONCursor {
    /// Calls the body with each member of the next object: the key, and the cursor at its value. Read or skip the
    /// value.
    package mutating func eachMember(
        _ body: (String, inout JSONCursor) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
        guard consume(UInt8(ascii: "{")) else { throw mismatch("an object") }
        try enter()
        if !consume(UInt8(ascii: "}")) {
            repeat { try body(try key(), &self) } while consume(UInt8(ascii: ","))
            try expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        leave()
    }

    /// Calls the body with each requested member of the next object: the key's position, and the cursor at its value.
    /// Read or skip the value. Keys that come in the requested order are found without a lookup.
    @inline(__always)
    package mutating func eachMember(
        of keys: FieldKeys, _ body: (Int, inout JSONCursor) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
        guard consume(UInt8(ascii: "{")) else { throw mismatch("an object") }
        try enter()
        if !consume(UInt8(ascii: "}")) {
            let list = keys.list
            var expected = 0
            repeat {
                guard peek() == UInt8(ascii: "\"") else { throw malformed("a key") }
                let index: Int
                if expected < list.count, list.matches(expected, in: bytes, at: offset) {
                    offset &+= list[expected].length
                    try expect(UInt8(ascii: ":"), "a colon")
                    index = expected
                } else {
                    index = try fieldIndex(in: keys)
                }
                if index < 0 {
                    try skipValue()
                } else {
                    expected = index &+ 1
                    try body(index, &self)
                }
            } while consume(UInt8(ascii: ","))
            try expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        leave()
    }

    /// Calls the body for each element of the next array. Read or skip the element.
    package mutating func eachElement(
        _ body: (inout JSONCursor) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
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
    package mutating func integerIfAny() throws(DecodingFailure) -> Int64? {
        switch peek() {
        case UInt8(ascii: "-"), 0x30...0x39:
            if case .integer(let integer) = try value() { return integer }
        default: try skipValue()
        }
        return nil
    }

    /// Reads a text, and skips any other value.
    package mutating func textIfAny() throws(DecodingFailure) -> String? {
        if isAtText() { return try string() }
        try skipValue()
        return nil
    }
}
