/// Skips values and checks the same grammar as reading does.
extension JSONCursor {
    /// Skips a value of any type.
    package mutating func skipValue() throws(ValueDecodingError) {
        switch peek() {
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "{"): try skipObject()
        case UInt8(ascii: "["): try skipArray()
        case UInt8(ascii: "-"), 0x30...0x39: try skipNumber()
        case UInt8(ascii: "t"): try word(.true)
        case UInt8(ascii: "f"): try word(.false)
        case UInt8(ascii: "n"): try word(.null)
        default: throw malformed("a value")
        }
    }

    /// Skips a string. The cursor is at its opening quote.
    ///
    /// - Returns: Whether the string has no escapes.
    @discardableResult
    mutating func skipString() throws(ValueDecodingError) -> Bool {
        try skipStringInline()
    }

    /// The same, without a call for texts without escapes.
    @inline(__always)
    private mutating func skipStringInline() throws(ValueDecodingError) -> Bool {
        offset &+= 1
        let start = offset
        let isASCII = try scanString()
        guard bytes[offset] == UInt8(ascii: "\"") else {
            try skipEscapes(from: start, wasASCII: isASCII)
            return false
        }
        if !isASCII { try checkUTF8(from: start) }
        offset &+= 1
        return true
    }

    /// Skips the rest of a string whose next byte is an escape.
    @inline(never)
    private mutating func skipEscapes(from start: Int, wasASCII: Bool) throws(ValueDecodingError) {
        var isASCII = wasASCII
        repeat {
            let escaped = bytes[offset &+ 1]
            if escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\") {
                offset &+= 2
            } else {
                try escape { _ in }
            }
            if try !scanString() { isASCII = false }
        } while bytes[offset] != UInt8(ascii: "\"")
        if !isASCII { try checkUTF8(from: start) }
        offset &+= 1
    }

    /// Throws unless the bytes up to the cursor are UTF-8.
    @inline(never)
    private func checkUTF8(from start: Int) throws(ValueDecodingError) {
        let slice = bytes.slice(start, offset)
        if validUTF8Prefix(slice) != slice.count { throw invalidUTF8(from: start) }
    }

    /// Skips a value of any type.
    ///
    /// - Returns: The value's place.
    package mutating func skipPlacedValue() throws(ValueDecodingError) -> ValuePlace {
        let first = peek()
        var place = ValuePlace(start: offset)
        switch first {
        case UInt8(ascii: "\""): if try skipStringInline() { place.textEnd = offset &- 1 }
        case UInt8(ascii: "-"), 0x30...0x39: try skipNumber()
        default: try skipValue()
        }
        return place
    }

    private mutating func skipArray() throws(ValueDecodingError) {
        offset &+= 1
        try enter()
        if !consume(UInt8(ascii: "]")) {
            repeat { try skipValue() } while consume(UInt8(ascii: ","))
            try expect(UInt8(ascii: "]"), "a comma or the end of the array")
        }
        leave()
    }

    private mutating func skipObject() throws(ValueDecodingError) {
        offset &+= 1
        try enter()
        if !consume(UInt8(ascii: "}")) {
            repeat {
                guard peek() == UInt8(ascii: "\"") else { throw malformed("a key") }
                let start = offset
                try skipString()
                try checkMarks(ofKey: start..<offset)
                try expect(UInt8(ascii: ":"), "a colon")
                try skipValue()
            } while consume(UInt8(ascii: ","))
            try expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        leave()
    }
}
