/// Strings: a scan of eight bytes at a time for the end of a string or an escape, and a slow path for escapes.
extension JSONCursor {
    /// Reads a string value.
    @inline(never)
    package mutating func string() throws(ValueDecodingError) -> String {
        guard peek() == UInt8(ascii: "\"") else { throw mismatch("a string") }
        if offset == knownText {
            offset = knownTextEnd &+ 1
            return String(decoding: bytes.slice(knownText &+ 1, knownTextEnd), as: UTF8.self)
        }
        offset &+= 1
        let start = offset
        let isASCII = try scanString()
        if bytes[offset] == UInt8(ascii: "\\") {
            return try stringWithEscapes(from: start, wasASCII: isASCII)
        }
        guard let text = bytes.text(start, offset, isASCII: isASCII) else { throw invalidUTF8(from: start) }
        offset &+= 1
        return text
    }

    /// Reads a string value as bytes of the document, for stores that keep them without creating a `String`. Returns
    /// `nil` and reads nothing if the string has escapes.
    package mutating func plainText() throws(ValueDecodingError) -> (
        bytes: UnsafeRawBufferPointer, isASCII: Bool
    )? {
        guard peek() == UInt8(ascii: "\"") else { throw mismatch("a string") }
        let quote = offset
        offset &+= 1
        let start = offset
        let isASCII = try scanString()
        if bytes[offset] == UInt8(ascii: "\\") {
            offset = quote
            return nil
        }
        let slice = bytes.slice(start, offset)
        if !isASCII, validUTF8Prefix(slice) != slice.count { throw invalidUTF8(from: start) }
        offset &+= 1
        return (UnsafeRawBufferPointer(slice), isASCII)
    }

    /// Moves to the closing quote or the first backslash. Returns whether everything before is ASCII.
    @inline(__always)
    mutating func scanString() throws(ValueDecodingError) -> Bool {
        var seen: UInt64 = 0
        var position = offset
        while bytes.hasWord(position) {
            let word = bytes.word(position)
            let hits = specialBytes(in: word)
            if hits == 0 {
                seen |= word
                position &+= 8
                continue
            }
            let before = hits.trailingZeroBitCount & ~7
            // Only the bytes before the hit count. A shift by 64 never happens because `before` ≤ 56.
            seen |= word & ((1 &<< UInt64(before)) &- 1)
            offset = position &+ before &>> 3
            if bytes[offset] < 0x20 { throw controlCharacter() }
            return seen & 0x8080_8080_8080_8080 == 0
        }
        return try scanStringEnd(from: position, seen)
    }

    /// Handles the last bytes of the document one by one.
    @inline(never)
    private mutating func scanStringEnd(from start: Int, _ seenBefore: UInt64) throws(ValueDecodingError)
        -> Bool
    {
        var seen = seenBefore
        offset = start
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                return seen & 0x8080_8080_8080_8080 == 0
            }
            if byte < 0x20 { throw controlCharacter() }
            seen |= UInt64(byte)
            offset += 1
        }
        throw malformed("the end of the string")
    }

    private func controlCharacter() -> ValueDecodingError {
        ValueDecodingError(.syntax, at: offset, expected: "an escape instead of a control character")
    }

    /// The failure at the first byte of invalid UTF-8.
    func invalidUTF8(from start: Int) -> ValueDecodingError {
        let slice = bytes.slice(start, offset)
        return ValueDecodingError(.invalidUTF8, at: start + validUTF8Prefix(slice), expected: "UTF-8")
    }

    // MARK: - Escapes

    /// Continues at the first backslash of a string, where the cursor is.
    @inline(never)
    private mutating func stringWithEscapes(
        from start: Int, wasASCII: Bool
    ) throws(ValueDecodingError) -> String {
        var text = context.scratch ?? JoinedBytes(capacity: 1024)
        defer { context.scratch = text }
        text.truncate(to: 0)
        text.append(bytes.slice(start, offset))
        try unescapeRest(from: start, wasASCII: wasASCII, into: &text)
        return String(decoding: text.slice(0..<text.count), as: UTF8.self)
    }

    // MARK: - Shared texts

    /// Reads a string that is likely to be the same in other items of the page, and shares its memory with theirs.
    mutating func sharedString() throws(ValueDecodingError) -> String {
        guard peek() == UInt8(ascii: "\"") else { throw mismatch("a string") }
        let quote = offset
        if quote != knownText {
            offset = quote &+ 1
            let isASCII = try scanString()
            guard isASCII, bytes[offset] == UInt8(ascii: "\"") else {
                offset = quote
                return try comparedString()
            }
            // Now the text is known.
            knownText = quote
            knownTextEnd = offset
        }
        // Up to fifteen bytes need no memory. Long strings rarely repeat.
        let length = knownTextEnd &- quote &- 1
        if SharedTexts.lengths ~= length,
            let text = context.sharedTexts.text(in: bytes, at: quote &+ 1, length: length)
        {
            offset = knownTextEnd &+ 1
            return text
        }
        offset = quote
        return try comparedString()
    }

    /// Reads one escape, starting at its backslash, and emits its UTF-8 bytes.
    mutating func escape(_ emit: (UInt8) -> Void) throws(ValueDecodingError) {
        let place = offset
        let character = bytes[offset + 1]
        offset += 2
        switch character {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): emit(character)
        case UInt8(ascii: "n"): emit(0x0A)
        case UInt8(ascii: "t"): emit(0x09)
        case UInt8(ascii: "r"): emit(0x0D)
        case UInt8(ascii: "b"): emit(0x08)
        case UInt8(ascii: "f"): emit(0x0C)
        case UInt8(ascii: "u"):
            let scalar = try unicodeEscape(at: place)
            for byte in scalar.utf8 { emit(byte) }
        default:
            if place + 1 >= bytes.count {
                throw ValueDecodingError(.unexpectedEnd, at: bytes.count, expected: "the end of the string")
            }
            throw ValueDecodingError(.syntax, at: place, expected: "an escape of JSON")
        }
    }

    /// Reads the digits after `\u`, and the second half of a surrogate pair.
    private mutating func unicodeEscape(at place: Int) throws(ValueDecodingError) -> Unicode.Scalar {
        let first = try hexadecimal(at: place)
        if let scalar = Unicode.Scalar(first) { return scalar }
        if first < 0xDC00, bytes[offset] == UInt8(ascii: "\\"), bytes[offset + 1] == UInt8(ascii: "u") {
            offset += 2
            let second = try hexadecimal(at: place)
            if 0xDC00...0xDFFF ~= second,
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            {
                return scalar
            }
        }
        throw ValueDecodingError(.syntax, at: place, expected: "a pair of surrogates")
    }

    private mutating func hexadecimal(at place: Int) throws(ValueDecodingError) -> UInt32 {
        var number: UInt32 = 0
        for _ in 0..<4 {
            let byte = bytes[offset]
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x41...0x46: digit = byte - 0x41 + 10
            case 0x61...0x66: digit = byte - 0x61 + 10
            default:
                if offset >= bytes.count { throw malformed("four hexadecimal digits") }
                throw ValueDecodingError(.syntax, at: place, expected: "four hexadecimal digits")
            }
            number = number << 4 | UInt32(digit)
            offset += 1
        }
        return number
    }
}

/// A word with the high bit set in each byte that is a quote, a backslash or a control character.
///
/// The lowest hit is exact. Higher ones can be wrong, because a borrow propagates upwards from a hit.
@inline(__always)
func specialBytes(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = (word ^ 0x2222_2222_2222_2222) &- ones
    let backslashes = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- ones
    let controls = word &- 0x2020_2020_2020_2020
    return (quotes | backslashes | controls) & ~word & 0x8080_8080_8080_8080
}
