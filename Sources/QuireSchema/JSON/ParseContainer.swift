extension JSONParser {
    /// Parses an object or an array from its opening bracket.
    mutating func parseContainer(_ kind: JSONKind) {
        let index = nodes.count
        let start = position
        if depth >= JSONLimits.depth { return skipTooDeep() }
        depth += 1
        nodes.append(JSONNode(kind, start: start, end: start, index: index))
        position += 1
        let outer = (lostEntry: lostEntry, isInObject: isInObject)
        lostEntry = false
        isInObject = kind == .object
        var keyCount = 0
        while true {
            skipSpace()
            if closes(kind, openedAt: start) { break }
            if kind == .object, lacksClosingBrace(openedAt: start) { break }
            if kind == .object {
                guard parseKey() else { continue }
                keyCount += 1
            }
            parseValue()
            parseSeparator(kind)
        }
        nodes[index].end = UInt32(truncatingIfNeeded: position)
        nodes[index].next = UInt32(truncatingIfNeeded: nodes.count)
        depth -= 1
        // The keys of an unclosed object may belong to the next one.
        if keyCount > 1, !lostEntry, !stopped { reportDuplicateKeys(of: index, count: keyCount) }
        if lostEntry || stopped { nodes[index].flags |= JSONNode.damaged }
        (lostEntry, isInObject) = outer
    }

    /// Whether another object begins where a key is expected, so that this object's `}` is missing.
    private mutating func lacksClosingBrace(openedAt start: Int) -> Bool {
        guard depth > 1, base[position] == 0x7B else { return false }
        report(
            .jsonMismatchedBracket, "'{' cannot begin a key; a '}' is missing before it", at: position,
            note: "the object that is not closed begins here", noteOffset: start)
        stop(at: position)
        return true
    }

    /// Whether the container ends here, correctly or not.
    private mutating func closes(_ kind: JSONKind, openedAt start: Int) -> Bool {
        if stopped { return true }
        let byte = base[position]
        let closing: UInt8 = kind == .object ? 0x7D : 0x5D
        if byte == closing {
            position += 1
            return true
        }
        let name = kind == .object ? "object" : "array"
        let mark = kind == .object ? "}" : "]"
        if position >= end {
            report(
                .jsonUnexpectedEnd, "the document ends inside an \(name); expected '\(mark)'", at: position,
                note: "the \(name) begins here", noteOffset: start)
            // The surrounding containers end here too. One error is enough.
            stop(at: position)
            return true
        }
        if byte == 0x7D || byte == 0x5D {
            report(
                .jsonMismatchedBracket,
                "'\(byte == 0x7D ? "}" : "]")' cannot close an \(name); expected '\(mark)'",
                at: position, note: "the \(name) begins here", noteOffset: start)
            stop(at: position)
            return true
        }
        if byte == 0x2C {
            report(
                .jsonUnexpectedCharacter, "unexpected ','; expected \(kind == .object ? "a key" : "a value")",
                at: position)
            position += 1
            return closes(kind, openedAt: start, afterSpace: true)
        }
        return false
    }

    private mutating func closes(_ kind: JSONKind, openedAt start: Int, afterSpace: Bool) -> Bool {
        // Several commas in a row are one error.
        skipSpace()
        while base[position] == 0x2C {
            position += 1
            skipSpace()
        }
        return closes(kind, openedAt: start)
    }

    /// Parses a key and its colon. Returns `false` if there is no key, after skipping at least one byte.
    private mutating func parseKey() -> Bool {
        let byte = base[position]
        let lacksComma = uncommaedEntry == position
        if byte == 0x22 {
            parseString()
        } else if wrongQuoteLength(position) > 0 {
            parseWrongQuotes(isKey: true)
        } else if isWordByte(byte) && !isDigit(byte) {
            parseBareKey()
        } else {
            report(
                .jsonUnexpectedCharacter, "unexpected \(describeByte()); expected a key in quotation marks",
                at: position)
            // An invisible character between entries can be skipped. Anything else belongs to something unknown.
            if byte < 0x80 { stop(at: position) }
            skipUnexpected()
            lostEntry = true
            return false
        }
        if reportGluedWord() { return false }
        skipSpace()
        if base[position] == 0x3A {
            position += 1
            skipSpace()
            return true
        }
        // Not a key, but part of the preceding text, whose missing comma has been reported.
        if lacksComma { stop(at: position) }
        if stopped { return false }
        report(.jsonMissingColon, "expected ':' after the key, found \(describeByte())", at: position)
        let isGlued = base[position - 1] == 0x22 && (base[position] == 0x22 || base[position] == 0x3D)
        if isGlued {
            // `"name""` or `"operators: ["=`: opening and closing marks are swapped from here on.
            stop(at: position)
            return false
        } else if base[position] == 0x3D {
            position += 1
            skipSpace()
        } else if base[position] != 0x7D, !beginsValue(base[position]) {
            // Not an entry of an object, so it is in the wrong container.
            stop(at: position)
            return false
        } else if base[position] == 0x7D || position >= end {
            appendInvalid(at: position)
            parseSeparator(.object)
            lostEntry = true
            return false
        }
        return true
    }

    /// Parses a key without quotation marks as the intended key.
    private mutating func parseBareKey() {
        let start = position
        position = endOfWord(start)
        let word = printable(start, position)
        if reportMissingOpeningQuote(start) { return }
        guard isFollowedByColon(position) || base[skipBlanks(position)] == 0x3D else {
            report(
                .jsonUnexpectedCharacter, "unexpected \(word); expected a key in quotation marks", at: start)
            nodes.append(JSONNode(.invalid, start: start, end: position, index: nodes.count))
            return stop(at: start)
        }
        report(
            .jsonUnquotedKey, "the key \(word) needs quotation marks: \"\(word.dropFirst().dropLast())\"",
            at: start)
        nodes.append(JSONNode(.string, start: start, end: position, index: nodes.count, flags: JSONNode.bare))
    }

    /// Parses the comma between two entries.
    private mutating func parseSeparator(_ kind: JSONKind) {
        if stopped { return }
        let previousEnd = position
        if reportGluedWord() { return }
        skipSpace()
        let byte = base[position]
        if byte == 0x2C {
            let comma = position
            position += 1
            skipSpace()
            if base[position] == 0x7D || base[position] == 0x5D {
                report(
                    .jsonTrailingComma,
                    "no comma may follow the last entry of an \(kind == .object ? "object" : "array")",
                    at: comma)
            }
            return
        }
        if byte == 0x7D || byte == 0x5D || position >= end || stopped { return }
        // Reported as a missing '}' when the key is parsed.
        if kind == .object, byte == 0x7B, depth > 1 { return }
        if kind == .array, byte == 0x3A {
            report(
                .jsonUnexpectedCharacter,
                "unexpected ':' in an array; a '{' is missing before the key, or the array should be an object",
                at: position)
            nodes[nodes.count - 1].kind = .invalid
            stop(at: position)
            return
        }
        if isWordByte(byte), !beginsEntryWithWord(position) {
            let word = printable(position, endOfWord(position))
            report(
                .jsonUnexpectedCharacter,
                "unexpected \(word) after a value; a text of several words needs quotation marks around all of them",
                at: position)
            // The value is part of the text, and its errors only follow from that.
            stop(at: Int(nodes[nodes.count - 1].start))
        } else if beginsValue(byte) {
            report(.jsonMissingComma, "expected ',' between two entries", at: previousEnd)
            uncommaedEntry = position
        } else {
            report(.jsonUnexpectedCharacter, "unexpected \(describeByte()); expected ','", at: position)
            // A semicolon is a mistyped comma.
            if byte != 0x3B { stop(at: position) }
            lostEntry = true
            skipUnexpected()
            skipSpace()
            if base[position] == 0x2C { position += 1 }
        }
    }

    /// Whether a word is a key without quotation marks or, in an array, a value.
    private func beginsEntryWithWord(_ offset: Int) -> Bool {
        let wordEnd = endOfWord(offset)
        if isFollowedByColon(wordEnd) || base[wordEnd] == 0x22 || base[skipBlanks(wordEnd)] == 0x3D {
            return true
        }
        return !isInObject && (isDigit(base[offset]) || endsEntry(wordEnd))
    }

    /// Whether a value or a key could start with this byte.
    private func beginsValue(_ byte: UInt8) -> Bool {
        byte == 0x22 || byte == 0x7B || byte == 0x5B || byte == 0x2D || isWordByte(byte) || byte == 0x27
    }

    /// Skips a container that is nested too deeply, without recursion.
    private mutating func skipTooDeep() {
        if !reportedDepth {
            reportedDepth = true
            report(
                .jsonTooDeep, "arrays and objects nest deeper than \(JSONLimits.depth) levels here",
                at: position)
        }
        appendInvalid(at: position)
        var open = 0
        while position < end {
            let byte = base[position]
            if byte == 0x5B || byte == 0x7B {
                open += 1
            } else if byte == 0x5D || byte == 0x7D {
                open -= 1
            } else if byte == 0x22 {
                skipString()
            }
            position += 1
            if open <= 0 { return }
        }
    }

    /// Skips to the closing quotation mark of a string, or to the end of its line.
    private mutating func skipString() {
        position += 1
        while position < end {
            let byte = base[position]
            if byte == 0x22 || byte == 0x0A { return }
            let skipsNext = byte == 0x5C && position + 1 < end && base[position + 1] != 0x0A
            position += skipsNext ? 2 : 1
        }
    }
}
