/// Strings: a scan by eight bytes for what ends or breaks a string, and the slow path for escapes.
extension JSONCursor {
    /// Reads a string value.
    @inline(never)
    package mutating func string() throws(DecodingFailure) -> String {
        guard peek() == UInt8(ascii: "\"") else { throw mismatch("a string") }
        offset &+= 1
        let start = offset
        let isASCII = try scanString()
        if bytes[offset] == UInt8(ascii: "\\") { return try stringWithEscapes(from: start) }
        guard let text = bytes.text(start, offset, isASCII: isASCII) else { throw invalidUTF8(from: start) }
        offset &+= 1
        return text
    }

    /// Moves to the quote that ends the string or to the first backslash; says whether all before is ASCII.
    @inline(__always)
    mutating func scanString() throws(DecodingFailure) -> Bool {
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
            // Only the bytes before the hit count; a shift by 64 never happens because `before` ≤ 56.
            seen |= word & ((1 &<< UInt64(before)) &- 1)
            offset = position &+ before &>> 3
            if bytes[offset] < 0x20 { throw controlCharacter() }
            return seen & 0x8080_8080_8080_8080 == 0
        }
        return try scanStringEnd(from: position, seen)
    }

    /// The last bytes of the document, one by one.
    @inline(never)
    private mutating func scanStringEnd(from start: Int, _ seenBefore: UInt64) throws(DecodingFailure) -> Bool {
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

    private func controlCharacter() -> DecodingFailure {
        DecodingFailure(.syntax, at: offset, expected: "an escape instead of a control character")
    }

    /// The failure at the first byte that is not UTF-8.
    func invalidUTF8(from start: Int) -> DecodingFailure {
        let slice = bytes.slice(start, offset)
        return DecodingFailure(.invalidUTF8, at: start + validUTF8Prefix(slice), expected: "UTF-8")
    }

    // MARK: - Escapes

    /// Reads on from the first backslash of a string; the cursor stands on it.
    @inline(never)
    private mutating func stringWithEscapes(from start: Int) throws(DecodingFailure) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(offset - start + 64)
        var runStart = start
        while true {
            decoded.append(contentsOf: bytes.slice(runStart, offset))
            guard bytes[offset] == UInt8(ascii: "\\") else { break }
            try escape { decoded.append($0) }
            runStart = offset
            _ = try scanString()
        }
        // Escapes always stand for whole characters, so the bytes are UTF-8 if those of the document are.
        guard validUTF8Prefix(bytes.slice(start, offset)) == offset - start else { throw invalidUTF8(from: start) }
        offset &+= 1
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Reads one escape, from its backslash on, and hands out the UTF-8 bytes that it stands for.
    mutating func escape(_ emit: (UInt8) -> Void) throws(DecodingFailure) {
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
                throw DecodingFailure(.unexpectedEnd, at: bytes.count, expected: "the end of the string")
            }
            throw DecodingFailure(.syntax, at: place, expected: "an escape of JSON")
        }
    }

    /// Reads the digits after `\u`, and the second half of a surrogate pair.
    private mutating func unicodeEscape(at place: Int) throws(DecodingFailure) -> Unicode.Scalar {
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
        throw DecodingFailure(.syntax, at: place, expected: "a pair of surrogates")
    }

    private mutating func hexadecimal(at place: Int) throws(DecodingFailure) -> UInt32 {
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
                throw DecodingFailure(.syntax, at: place, expected: "four hexadecimal digits")
            }
            number = number << 4 | UInt32(digit)
            offset += 1
        }
        return number
    }
}

/// The high bit of each byte that is a quote, a backslash or a control character.
///
/// The lowest hit is exact; higher ones can be wrong, because a borrow runs upwards from a hit.
@inline(__always)
func specialBytes(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = (word ^ 0x2222_2222_2222_2222) &- ones
    let backslashes = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- ones
    let controls = word &- 0x2020_2020_2020_2020
    return (quotes | backslashes | controls) & ~word & 0x8080_8080_8080_8080
}

/// How many bytes at the start are valid UTF-8.
func validUTF8Prefix(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var position = 0
    while position < bytes.count {
        let first = bytes[position]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0x00...0x7F: length = 1
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        case 0xF1...0xF3: length = 4
        default: return position
        }
        guard position + length <= bytes.count else { return position }
        for index in 1..<max(length, 1) where !(index == 1 ? second : 0x80...0xBF).contains(bytes[position + index]) {
            return position
        }
        position += length
    }
    return position
}
