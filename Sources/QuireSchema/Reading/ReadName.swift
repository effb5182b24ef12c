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
        return checkName(name, what, writtenAs: members[.name]) ? name : nil
    }

    /// Checks what becomes a name on the wire and, turned idiomatic, in Swift.
    func checkName(_ name: LocatedText, _ what: String, writtenAs value: JSONValue?) -> Bool {
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
        checkSuspicious(name, writtenAs: value)
        return true
    }

    /// Refuses characters that a reader of the schema cannot see, and warns of them where an escape shows them.
    func checkSuspicious(_ name: LocatedText, writtenAs value: JSONValue?) {
        if let source = value?.sourceText, let hidden = hiddenScalar(in: source) {
            // A control character has been reported by the parser.
            if hidden.value < 0x20 { return }
            let code = String(hidden.value, radix: 16, uppercase: true)
            let digits = String(repeating: "0", count: max(0, 4 - code.utf8.count)) + code
            let escape =
                hidden.value > 0xFFFF
                ? "" : "; if the content really has it in this name, write it as \\u\(digits)"
            diagnostics.error(
                .invisibleCharacter,
                "the name \(quoted(name.text)) has the invisible character U+\(digits) in it; delete it\(escape)",
                at: name.location)
            return
        }
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

/// Whether a joiner or a variation selector is a part of the character before it: of an emoji, or of a script that needs
/// joiners.
func isPart(_ scalar: Unicode.Scalar, of previous: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF: return previous.value > 0x7F
    default: return false
    }
}

/// The first character that takes no place on a screen, or turns the direction of writing.
func hiddenScalar(in text: String) -> Unicode.Scalar? {
    var previous: Unicode.Scalar = "a"
    for scalar in text.unicodeScalars {
        defer { previous = scalar }
        if scalar.value >= 0x20, scalar.value < 0x7F || isPart(scalar, of: previous) { continue }
        if scalar.properties.isBidiControl || scalar.properties.isDefaultIgnorableCodePoint { return scalar }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return scalar
        default: continue
        }
    }
    return nil
}

/// What is odd about a name, if anything is.
func suspiciousPart(of name: String) -> String? {
    var previous: Unicode.Scalar = "a"
    for scalar in name.unicodeScalars {
        defer { previous = scalar }
        if scalar.value >= 0x20, scalar.value < 0x7F { continue }
        if isPart(scalar, of: previous) { continue }
        if scalar.properties.isBidiControl {
            return "contains a character that turns the direction of writing"
        }
        if scalar.properties.generalCategory == .control { return "contains a control character" }
        if scalar.properties.generalCategory == .spaceSeparator {
            // The space of Chinese and Japanese.
            if scalar.value == 0x3000 { continue }
            return "contains a space that is not the usual one"
        }
        if !isPrintable(scalar) { return "contains an invisible character" }
    }
    if name.hasPrefix(" ") || name.hasSuffix(" ") { return "begins or ends with a space" }
    return nil
}
