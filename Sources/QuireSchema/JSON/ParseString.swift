extension JSONParser {
    /// Parses a string from its quotation mark, and checks its escapes and its UTF-8.
    mutating func parseString() {
        let base = self.base
        let start = position
        var offset = start + 1
        var flags: UInt8 = 0
        while true {
            let byte = base[offset]
            if byte >= 0x23 && byte != 0x5C && byte < 0x80 {
                offset += 1
                continue
            }
            if byte == 0x22 { break }
            if byte == 0x5C {
                flags |= JSONNode.escaped
                offset = checkEscape(offset)
            } else if byte >= 0x80 {
                offset = checkUTF8(offset)
            } else if byte >= 0x20 {
                offset += 1
            } else if byte == 0x0A || byte == 0x0D || offset >= end {
                report(
                    .jsonUnterminatedString,
                    "the string has no closing quotation mark on its line; a line break is \\n",
                    at: start)
                // It is unknown which of the next quotation marks open a string and which close one.
                stop(at: start)
                flags |= JSONNode.unterminated
                nodes.append(JSONNode(.string, start: start, end: offset, index: nodes.count, flags: flags))
                position = offset
                return
            } else {
                report(
                    .jsonControlCharacter,
                    "the control character \(codePoint(UInt32(byte))) must be written as an escape in a string",
                    at: offset)
                offset += 1
            }
        }
        position = offset + 1
        nodes.append(JSONNode(.string, start: start, end: position, index: nodes.count, flags: flags))
    }

    /// Reports text directly after a string's closing mark. A mark is missing or extra, so opening and closing marks
    /// are swapped from here on.
    mutating func reportGluedWord() -> Bool {
        guard !stopped, position > 1, base[position - 1] == 0x22, isGlued(base[position]),
            let last = nodes.last, last.kind == .string, Int(last.end) == position,
            !last.has(JSONNode.bare)
        else { return false }
        var wordEnd = position
        while isGlued(base[wordEnd]) { wordEnd += 1 }
        report(
            .jsonUnterminatedString,
            "the string \(printable(Int(last.start) + 1, Int(last.end) - 1)) is followed directly by "
                + "\(printable(position, wordEnd)): a quotation mark is missing or one too many; inside a string it "
                + "is written \\\"",
            at: Int(last.start))
        // It is not a name that further errors could refer to.
        nodes[nodes.count - 1].kind = .invalid
        stop(at: Int(last.start))
        return true
    }

    /// Whether a byte directly after a string belongs to a text: not a space, bracket, sign or other mark.
    private func isGlued(_ byte: UInt8) -> Bool {
        if isWordByte(byte) { return true }
        if byte <= 0x22 || byte == 0x2C || byte == 0x3A || byte == 0x3B || byte == 0x3D {
            return byte == 0x21
        }
        return byte != 0x23 && byte != 0x2F && byte != 0x5B && byte != 0x5D && byte != 0x7B && byte != 0x7D
            && byte < 0x80
    }

    /// Reports the missing opening mark and parses `books"` as the intended string.
    mutating func reportMissingOpeningQuote(_ start: Int) -> Bool {
        guard base[position] == 0x22 else { return false }
        report(
            .jsonUnterminatedString, "a quotation mark is missing before \(printable(start, position))",
            at: start)
        nodes.append(JSONNode(.string, start: start, end: position, index: nodes.count, flags: JSONNode.bare))
        position += 1
        if !endsEntry(position), !isFollowedByColon(position) { stop(at: start) }
        return true
    }

    /// Does the same for `The way to the shelf"`, up to a mark on its line that can only be a closing one.
    mutating func reportMissingOpeningQuoteOfText(_ start: Int) -> Bool {
        // Otherwise, each word of a long line would scan the rest of the line again.
        if position < unclosedTextEnd { return false }
        var offset = position
        while offset < end, base[offset] != 0x22, base[offset] != 0x0A, base[offset] != 0x3A,
            base[offset] < 0x5B || base[offset] | 0x20 != 0x7B && base[offset] | 0x20 != 0x7D
        {
            offset += 1
        }
        guard base[offset] == 0x22, endsWholeEntry(offset + 1) else {
            unclosedTextEnd = offset
            return false
        }
        position = offset
        return reportMissingOpeningQuote(start)
    }

    /// Parses a string in wrong quotation marks as the intended string.
    ///
    /// The mark that closes a key is followed by a colon. The mark that closes a value is followed by the end of the
    /// entry, which an apostrophe is not.
    mutating func parseWrongQuotes(isKey: Bool) {
        let start = position
        report(
            .jsonWrongQuotes,
            "strings need plain double quotation marks (\"), not in \(describeMark(start))",
            at: start)
        let content = start + wrongQuoteLength(start)
        var offset = content
        var length = 0
        var passesPlainMark = false
        while offset < end && base[offset] != 0x0A {
            length = base[offset] == 0x22 || closes(start, offset) ? markLength(offset) : 0
            if length > 0 {
                if isKey ? isFollowedByColon(offset + length) : endsWholeEntry(offset + length) { break }
                if base[offset] == 0x22 { passesPlainMark = true }
            }
            let next = length > 0 || base[offset] < 0x80 ? offset + max(1, length) : checkUTF8(offset)
            length = 0
            offset = next
        }
        nodes.append(JSONNode(.string, start: content, end: offset, index: nodes.count, flags: JSONNode.bare))
        position = offset + length
        // A plain mark inside may belong to the next string, so the text may have ended before it.
        if length == 0 || passesPlainMark { stop(at: start) }
    }

    /// Whether a mark can close another one: both are single, double or backticks.
    private func closes(_ opening: Int, _ offset: Int) -> Bool {
        markKind(opening) == markKind(offset)
    }

    /// 1 for a single mark, 2 for a double one, 3 for a backtick, 0 for none.
    private func markKind(_ offset: Int) -> Int {
        let length = wrongQuoteLength(offset)
        if length == 1 { return base[offset] == 0x27 ? 1 : 3 }
        if length == 3 { return base[offset + 2] <= 0x9B ? 1 : 2 }
        return length
    }

    /// The mark without quotes, which would only confuse.
    private func describeMark(_ offset: Int) -> String {
        String(printable(offset, offset + utf8Length(offset)).dropFirst().dropLast())
    }

    /// The number of bytes of a mark used instead of `"`: a typographic quote, `'` or a backtick. Otherwise 0.
    func wrongQuoteLength(_ offset: Int) -> Int {
        let byte = base[offset]
        if byte == 0x27 || byte == 0x60 { return 1 }
        if byte == 0xC2 { return base[offset + 1] == 0xAB || base[offset + 1] == 0xBB ? 2 : 0 }
        guard byte == 0xE2, base[offset + 1] == 0x80 else { return 0 }
        let last = base[offset + 2]
        return last >= 0x98 && last <= 0x9F ? 3 : 0
    }

    /// Checks the escape at a backslash. Returns the offset after it.
    private mutating func checkEscape(_ offset: Int) -> Int {
        let letter = base[offset + 1]
        if JSONText.simpleEscape(letter) != nil { return offset + 2 }
        guard letter == 0x75 else {
            report(
                .jsonInvalidEscape,
                "invalid escape; a backslash is written \\\\, other characters are not escaped",
                at: offset)
            return offset + 1
        }
        guard let value = JSONText.hexadecimal(bytes, at: offset + 2, end: end) else {
            report(.jsonInvalidEscape, "\\u needs four hexadecimal digits", at: offset)
            return offset + 2
        }
        if value < 0xD800 || value > 0xDFFF { return offset + 6 }
        if value < 0xDC00, base[offset + 6] == 0x5C, base[offset + 7] == 0x75,
            let low = JSONText.hexadecimal(bytes, at: offset + 8, end: end), low >= 0xDC00, low <= 0xDFFF
        {
            return offset + 12
        }
        report(
            .jsonLoneSurrogate,
            "\\u\(hexadecimal4(value)) is half of a surrogate pair, not a character",
            at: offset)
        return offset + 6
    }

    /// Checks the UTF-8 sequence at an offset. Returns the offset after it.
    private mutating func checkUTF8(_ offset: Int) -> Int {
        let length = utf8Length(offset)
        if length > 0 { return offset + length }
        report(.jsonInvalidUTF8, "invalid UTF-8; save the file as UTF-8", at: offset)
        // One error for a run of bytes in another encoding.
        var next = offset + 1
        while base[next] >= 0x80 && utf8Length(next) == 0 { next += 1 }
        return next
    }

    /// The length of the well-formed sequence at an offset, or 0. Table 3-7 of the Unicode Standard.
    func utf8Length(_ offset: Int) -> Int {
        let first = base[offset]
        if first < 0x80 { return 1 }
        if first < 0xC2 || first > 0xF4 { return 0 }
        let second = base[offset + 1]
        if first < 0xE0 { return second & 0xC0 == 0x80 ? 2 : 0 }
        var low: UInt8 = 0x80
        var high: UInt8 = 0xBF
        switch first {
        case 0xE0: low = 0xA0
        case 0xED: high = 0x9F
        case 0xF0: low = 0x90
        case 0xF4: high = 0x8F
        default: break
        }
        if second < low || second > high || base[offset + 2] & 0xC0 != 0x80 { return 0 }
        if first < 0xF0 { return 3 }
        return base[offset + 3] & 0xC0 == 0x80 ? 4 : 0
    }
}
