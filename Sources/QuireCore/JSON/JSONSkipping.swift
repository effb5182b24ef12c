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

/// Skips values whose texts or numbers cannot be read.
extension JSONCursor {
    /// Skips a value by its structure alone: brackets, commas, colons and quotes must be correct, while texts, numbers
    /// and keywords can be anything.
    ///
    /// A lenient page can thus reject one item and continue after it. If the structure itself is broken, nothing
    /// after it can be trusted. This does not recurse, so the depth of the value does not matter.
    package mutating func skipStructure() throws(ValueDecodingError) {
        /// For each open bracket, whether it belongs to an object.
        var open: [Bool] = []
        while true {
            switch peek() {
            case UInt8(ascii: "\""): try skipTextOfAnyBytes()
            case UInt8(ascii: "{"):
                offset &+= 1
                if !consume(UInt8(ascii: "}")) {
                    try skipKeyOfAnyBytes()
                    open.append(true)
                    continue
                }
            case UInt8(ascii: "["):
                offset &+= 1
                if !consume(UInt8(ascii: "]")) {
                    open.append(false)
                    continue
                }
            default: try skipWordOfAnyLetters()
            }
            while let isObject = open.last {
                if consume(UInt8(ascii: ",")) {
                    if isObject { try skipKeyOfAnyBytes() }
                    break
                }
                try expect(UInt8(ascii: isObject ? "}" : "]"), "a comma or the closing bracket")
                open.removeLast()
            }
            if open.isEmpty { return }
        }
    }

    private mutating func skipKeyOfAnyBytes() throws(ValueDecodingError) {
        guard peek() == UInt8(ascii: "\"") else { throw malformed("a key") }
        try skipTextOfAnyBytes()
        try expect(UInt8(ascii: ":"), "a colon")
    }

    private mutating func skipTextOfAnyBytes() throws(ValueDecodingError) {
        offset &+= 1
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                offset &+= 1
                return
            case UInt8(ascii: "\\"): offset &+= 2
            default: offset &+= 1
            }
        }
        offset = bytes.count
        throw malformed("the end of the string")
    }

    /// Skips a number in any form, or a word such as `NaN`.
    private mutating func skipWordOfAnyLetters() throws(ValueDecodingError) {
        let start = offset
        while isPartOfWord(bytes[offset]) { offset &+= 1 }
        guard offset > start else { throw malformed("a value") }
    }

    private func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
