extension DocumentReader {
    /// How many characters a name may have.
    static let longestName = 256

    /// The `name` of a description, which every one needs.
    func readName(_ members: Members, _ what: String) -> LocatedText? {
        if members[.name] == nil {
            reportMissing(.name, in: members, what)
            return nil
        }
        guard let name = locatedText(members, .name) else { return nil }
        return checkName(name, what) ? name : nil
    }

    /// Checks what becomes a name on the wire and, turned idiomatic, in Swift.
    func checkName(_ name: LocatedText, _ what: String) -> Bool {
        if name.text.isEmpty {
            diagnostics.error(.emptyName, "the name of \(what) cannot be empty", at: name.location)
            return false
        }
        if name.text.unicodeScalars.count > DocumentReader.longestName {
            diagnostics.error(
                .nameTooLong, "the name of \(what) is longer than \(DocumentReader.longestName) characters",
                at: name.location)
            return false
        }
        checkSuspicious(name)
        return true
    }

    /// Warns of characters that a reader of the schema cannot see.
    func checkSuspicious(_ name: LocatedText) {
        if let reason = suspiciousPart(of: name.text) {
            diagnostics.warning(.suspiciousName, "the name \(quoted(name.text)) \(reason)", at: name.location)
        }
    }

    /// `swiftName` or `item`, if it is one that Swift can have.
    func readSwiftName(_ members: Members, _ key: Key) -> LocatedText? {
        guard let name = locatedText(members, key) else { return nil }
        if name.text.unicodeScalars.count > DocumentReader.longestName {
            diagnostics.error(
                .nameTooLong,
                "\(quoted(key.name)) is longer than \(DocumentReader.longestName) characters",
                at: name.location)
            return nil
        }
        if isSwiftIdentifier(name.text) { return name }
        diagnostics.error(
            .invalidSwiftName,
            "\(quoted(name.text)) is no Swift name: letters, digits and '_', not beginning with a digit",
            at: name.location)
        return nil
    }
}

/// Whether a text is an identifier of Swift; reserved words are, since they can be written in backticks.
package func isSwiftIdentifier(_ text: String) -> Bool {
    var isFirst = true
    for scalar in text.unicodeScalars {
        if scalar.value < 0x80 {
            let isLetter = scalar.value == 0x5F || scalar.value | 0x20 >= 0x61 && scalar.value | 0x20 <= 0x7A
            let isDigit = scalar.value >= 0x30 && scalar.value <= 0x39
            if !isLetter && (isFirst || !isDigit) { return false }
        } else if isInvisible(scalar) {
            return false
        } else if isFirst ? !scalar.properties.isXIDStart : !scalar.properties.isXIDContinue {
            return false
        }
        isFirst = false
    }
    return !isFirst && text != "_"
}

/// What is odd about a name, if anything is.
func suspiciousPart(of name: String) -> String? {
    var previous: Unicode.Scalar = "a"
    for scalar in name.unicodeScalars {
        defer { previous = scalar }
        if scalar.value >= 0x20, scalar.value < 0x7F { continue }
        // A joiner or a variation selector behind an emoji is a part of it.
        if scalar.value == 0x200D || scalar.value == 0xFE0F, previous.value > 0x7F,
            previous.properties.isEmoji
        {
            continue
        }
        if scalar.properties.isBidiControl {
            return "contains a character that turns the direction of writing"
        }
        if scalar.properties.generalCategory == .control { return "contains a control character" }
        if !isPrintable(scalar) { return "contains an invisible character" }
    }
    if name.hasPrefix(" ") || name.hasSuffix(" ") { return "begins or ends with a space" }
    return nil
}
