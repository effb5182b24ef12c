/// Copies strings without their escapes.
extension JSONCursor {
    /// Appends the rest of a text as UTF-8, and moves past its closing quote.
    ///
    /// - Parameters:
    ///   - start: The start of the text.
    ///   - wasASCII: Whether everything from there to the cursor is ASCII.
    mutating func unescapeRest(
        from start: Int, wasASCII: Bool, into text: inout JoinedBytes
    ) throws(ValueDecodingError) {
        text.reserve(JoinedBytes.roomForSteps)
        var target = text.end
        var lastStep = text.lastStep
        var position = offset
        var seen: UInt64 = wasASCII ? 0 : 0x80
        while true {
            // A step writes a whole word, or the at most four bytes of an escape.
            if target > lastStep {
                text.end = target
                text.reserve(JoinedBytes.roomForSteps)
                target = text.end
                lastStep = text.lastStep
            }
            let byte: UInt8
            if bytes.hasWord(position) {
                let word = bytes.word(position)
                let hits = specialBytes(in: word)
                UnsafeMutableRawPointer(target).storeBytes(of: word.littleEndian, as: UInt64.self)
                if hits == 0 {
                    seen |= word
                    position &+= 8
                    target += 8
                    continue
                }
                let before = hits.trailingZeroBitCount & ~7
                // Only the bytes before the hit count. A shift by 64 never happens because `before` ≤ 56.
                seen |= word & ((1 &<< UInt64(before)) &- 1)
                position &+= before &>> 3
                target += before &>> 3
                byte = UInt8(truncatingIfNeeded: word &>> UInt64(before))
            } else {
                byte = bytes[position]
                if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                    seen |= UInt64(byte)
                    target.pointee = byte
                    target += 1
                    position &+= 1
                    continue
                }
            }
            if byte == UInt8(ascii: "\\") {
                let escaped = bytes[position &+ 1]
                if escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\") {
                    target.pointee = escaped
                    target += 1
                    position &+= 2
                    continue
                }
                offset = position
                target = try unusualEscape(to: target)
                position = offset
            } else if byte == UInt8(ascii: "\"") {
                break
            } else {
                offset = position
                if position >= bytes.count { throw malformed("the end of the string") }
                throw ValueDecodingError(
                    .syntax, at: position, expected: "an escape instead of a control character")
            }
        }
        offset = position
        // Escapes represent whole characters, so the text is UTF-8 exactly if the document is.
        if seen & 0x8080_8080_8080_8080 != 0 {
            let slice = bytes.slice(start, position)
            if validUTF8Prefix(slice) != slice.count { throw invalidUTF8(from: start) }
        }
        offset &+= 1
        text.end = target
    }

    /// Writes the characters of the escape at the cursor, which is never longer. Returns the position after it.
    @inline(never)
    private mutating func unusualEscape(
        to target: UnsafeMutablePointer<UInt8>
    ) throws(ValueDecodingError) -> UnsafeMutablePointer<UInt8> {
        var end = target
        try escape { (byte) in
            end.pointee = byte
            end += 1
        }
        return end
    }
}
