extension JSONParser {
    /// Whether there is only white space between an offset and the end of the entry or the line.
    func endsEntry(_ offset: Int) -> Bool {
        let offset = skipBlanks(offset)
        return isEntryEnd(base[offset]) || offset >= end || base[offset] == 0x2F
    }

    /// Whether an entry ends at an offset and the next one can begin after it.
    ///
    /// After a text whose quotation marks are missing or wrong, a comma is not enough, because the text may contain
    /// commas.
    func endsWholeEntry(_ offset: Int) -> Bool {
        guard endsEntry(offset) else { return false }
        let comma = skipBlanks(offset)
        return base[comma] != 0x2C || beginsEntry(skipBlanks(comma + 1))
    }

    /// Whether a key, or in an array a value, begins at an offset, or the line, the container or the document ends
    /// there.
    private func beginsEntry(_ offset: Int) -> Bool {
        let byte = base[offset]
        if offset >= end || isEntryEnd(byte) || byte == 0x2F || byte == 0x23 { return true }
        if markLength(offset) > 0 { return !isInObject || isFollowedByColon(endOfMarks(offset)) }
        if isWordByte(byte) {
            let wordEnd = endOfWord(offset)
            return isFollowedByColon(wordEnd) || !isInObject && endsEntry(wordEnd)
        }
        return !isInObject && (byte == 0x7B || byte == 0x5B || byte == 0x2D)
    }

    func isFollowedByColon(_ offset: Int) -> Bool { base[skipBlanks(offset)] == 0x3A }

    func endOfWord(_ offset: Int) -> Int {
        var offset = offset
        while isWordByte(base[offset]) { offset += 1 }
        return offset
    }

    /// The number of bytes of a quotation mark of any kind at an offset, or 0.
    func markLength(_ offset: Int) -> Int { base[offset] == 0x22 ? 1 : wrongQuoteLength(offset) }

    /// The offset after the next quotation mark on the line.
    private func endOfMarks(_ opening: Int) -> Int {
        var offset = opening + markLength(opening)
        while offset < end, base[offset] != 0x0A, markLength(offset) == 0 { offset += 1 }
        return offset + markLength(offset)
    }

    func skipBlanks(_ offset: Int) -> Int {
        var offset = offset
        while base[offset] == 0x20 || base[offset] == 0x09 { offset += 1 }
        return offset
    }

    /// Whether the byte is a comma, a closing bracket or the end of a line.
    func isEntryEnd(_ byte: UInt8) -> Bool {
        byte == 0x2C || byte == 0x5D || byte == 0x7D || byte == 0x0A || byte == 0x0D
    }
}
