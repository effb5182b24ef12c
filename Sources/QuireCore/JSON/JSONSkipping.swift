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
        offset &+= 1
        let start = offset
        var isASCII = true
        var isPlain = true
        while true {
            if try !scanString() { isASCII = false }
            if bytes[offset] == UInt8(ascii: "\"") { break }
            isPlain = false
            try escape { _ in }
        }
        if !isASCII {
            let slice = bytes.slice(start, offset)
            if validUTF8Prefix(slice) != slice.count { throw invalidUTF8(from: start) }
        }
        offset &+= 1
        return isPlain
    }

    /// Skips a value of any type.
    ///
    /// - Returns: The value's place.
    package mutating func skipPlacedValue() throws(ValueDecodingError) -> ValuePlace {
        let isText = peek() == UInt8(ascii: "\"")
        var place = ValuePlace(start: offset)
        if isText {
            if try skipString() { place.textEnd = offset &- 1 }
        } else {
            try skipValue()
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
