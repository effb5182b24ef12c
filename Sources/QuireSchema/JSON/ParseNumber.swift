extension JSONParser {
    /// Reads a number by the grammar of RFC 8259.
    mutating func parseNumber() {
        let start = position
        var offset = start
        if base[offset] == 0x2D { offset += 1 }
        let firstDigit = offset
        while isDigit(base[offset]) { offset += 1 }
        var isValid = offset > firstDigit && (base[firstDigit] != 0x30 || offset == firstDigit + 1)
        var mayOverflow = offset - firstDigit > 300
        if base[offset] == 0x2E {
            offset += 1
            let fraction = offset
            while isDigit(base[offset]) { offset += 1 }
            if offset == fraction { isValid = false }
        }
        if base[offset] == 0x65 || base[offset] == 0x45 {
            offset += 1
            if base[offset] == 0x2B || base[offset] == 0x2D { offset += 1 }
            let exponent = offset
            while isDigit(base[offset]) { offset += 1 }
            if offset == exponent { isValid = false }
            mayOverflow = true
        }
        if !isValid || isWordByte(base[offset]) || base[offset] == 0x2E || base[offset] == 0x2B {
            return parseBadNumber()
        }
        position = offset
        if mayOverflow, let value = Double(String(decoding: bytes[start..<offset], as: UTF8.self)),
            !value.isFinite
        {
            report(.jsonNumberRange, "the number is too large for 64-bit floating point", at: start)
            nodes.append(JSONNode(.invalid, start: start, end: offset, index: nodes.count))
            return
        }
        nodes.append(JSONNode(.number, start: start, end: offset, index: nodes.count))
    }

    /// Skips something that starts like a number.
    mutating func parseBadNumber() {
        let start = position
        while isWordByte(base[position]) || base[position] == 0x2E || base[position] == 0x2B
            || base[position] == 0x2D
        {
            position += 1
        }
        report(.jsonInvalidNumber, "\(printable(start, position)) is not a JSON number", at: start)
        nodes.append(JSONNode(.invalid, start: start, end: position, index: nodes.count))
        if !endsEntry(position) { stop(at: start) }
    }

    /// Reads `true`, `false` or `null`.
    mutating func parseWord() {
        let start = position
        position = endOfWord(start)
        let length = position - start
        if length == 4, matches("true", at: start) || matches("null", at: start) {
            let kind: JSONKind = base[start] == 0x74 ? .boolean : .null
            nodes.append(JSONNode(kind, start: start, end: position, index: nodes.count))
            return
        }
        if length == 5, matches("false", at: start) {
            nodes.append(JSONNode(.boolean, start: start, end: position, index: nodes.count))
            return
        }
        if reportMissingOpeningQuote(start) || reportMissingOpeningQuoteOfText(start) { return }
        while !isEntryEnd(base[position]), position < end, base[position] != 0x20, base[position] != 0x22 {
            position += 1
        }
        let isWhole = endsWholeEntry(position)
        report(.jsonUnknownWord, unknownWord(start, position, isWhole: isWhole), at: start)
        nodes.append(JSONNode(.invalid, start: start, end: position, index: nodes.count))
        // A text of several words without quotation marks.
        if !isWhole { stop(at: start) }
    }

    private func unknownWord(_ start: Int, _ end: Int, isWhole: Bool) -> String {
        let word = printable(start, end)
        let plain = String(word.dropFirst().dropLast())
        let hint: String
        guard isWhole else { return "unknown word \(word); a text needs quotation marks around all of it" }
        switch plain.lowercased() {
        case "true", "yes", "on": hint = "did you mean true?"
        case "false", "no", "off": hint = "did you mean false?"
        case "null", "nil", "none", "undefined": hint = "did you mean null?"
        case "nan", "infinity", "inf": hint = "JSON has no such number"
        default: hint = "a text needs quotation marks: \"\(plain)\""
        }
        return "unknown word \(word); \(hint)"
    }

    private func matches(_ word: StaticString, at offset: Int) -> Bool {
        var index = 0
        while index < word.utf8CodeUnitCount {
            if base[offset + index] != word.utf8Start[index] { return false }
            index += 1
        }
        return true
    }

    func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    /// Letters, digits, `_` and `$`, which words, bare keys and broken numbers consist of.
    func isWordByte(_ byte: UInt8) -> Bool {
        if byte >= 0x61 { return byte <= 0x7A }
        if byte >= 0x41 { return byte <= 0x5A || byte == 0x5F }
        return isDigit(byte) || byte == 0x24
    }
}
