import Foundation

extension SchemaReader {
    /// The maximum number of characters in a name.
    static let longestName = 256

    /// The required `name` of a description.
    func readName(_ members: Members, _ what: String) -> LocatedText? {
        if members[.name] == nil {
            reportMissing(.name, in: members, what)
            return nil
        }
        guard let name = locatedText(members, .name) else { return nil }
        return checkName(name, what, writtenAs: members[.name]) ? name : nil
    }

    /// Checks a name that is used on the wire and, in idiomatic form, in Swift.
    func checkName(_ name: LocatedText, _ what: String, writtenAs value: JSONValue?) -> Bool {
        if name.text.isEmpty {
            diagnostics.error(.emptyName, "the name of \(what) cannot be empty", at: name.location)
            return false
        }
        if name.text.unicodeScalars.count > SchemaReader.longestName {
            diagnostics.error(
                .nameTooLong, "the name of \(what) is longer than \(SchemaReader.longestName) characters",
                at: name.location)
            return false
        }
        checkSuspicious(name, writtenAs: value)
        checkComposed(name)
        return true
    }

    /// Rejects a name that is not in Unicode's composed form.
    func checkComposed(_ name: LocatedText) {
        guard let advice = composingAdvice(name.text) else { return }
        diagnostics.error(.uncomposedName, "the name \(quoted(name.text)) \(advice)", at: name.location)
    }

    /// Rejects characters that are invisible in the schema, and warns if they are escaped.
    func checkSuspicious(_ name: LocatedText, writtenAs value: JSONValue?) {
        if let source = value?.sourceText, let hidden = hiddenScalar(in: source) {
            // The parser has reported control characters.
            if hidden.value < 0x20 { return }
            let digits = digits(hidden)
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

    /// Reads `swiftName` or `item`, if it is a valid Swift name.
    func readSwiftName(_ members: Members, _ key: SchemaKey) -> LocatedText? {
        guard let name = locatedText(members, key) else { return nil }
        if name.text.unicodeScalars.count > SchemaReader.longestName {
            diagnostics.error(
                .nameTooLong,
                "\(quoted(key.name)) is longer than \(SchemaReader.longestName) characters",
                at: name.location)
            return nil
        }
        if isSwiftIdentifier(name.text) { return name }
        diagnostics.error(
            .invalidSwiftName,
            "\(quoted(name.text)) is not a Swift name: letters, digits and '_', not beginning with a digit",
            at: name.location)
        return nil
    }
}

/// Whether a text is a Swift identifier, including reserved words, which can be written in backticks.
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

/// Whether a joiner or a variation selector belongs to the character before it: to an emoji, or to a script that uses
/// joiners.
func isPart(_ scalar: Unicode.Scalar, of previous: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF: return previous.value > 0x7F
    default: return false
    }
}

/// The first character that is invisible, or changes the writing direction.
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

/// A description of what is suspicious about a name, or `nil`.
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
            // The ideographic space.
            if scalar.value == 0x3000 { continue }
            return "contains a space that is not the usual one"
        }
        if !isPrintable(scalar) { return "contains an invisible character" }
    }
    if name.hasPrefix(" ") || name.hasSuffix(" ") { return "begins or ends with a space" }
    return nil
}

/// Why a text cannot be a name, if it is not in Unicode's composed form (NFC), and what to write instead.
///
/// Names have one form, so that two names are equal under `==` only if their bytes are.
package func composingAdvice(_ name: String) -> String? {
    // No character before the first combining mark changes.
    if name.utf8.allSatisfy({ $0 < 0xCC }) { return nil }
    // Foundation does not add the last consonant to a composed syllable of Korean, so it starts with the parts.
    let composed = name.decomposedStringWithCanonicalMapping.precomposedStringWithCanonicalMapping
    if name.utf8.elementsEqual(composed.utf8) { return nil }
    let difference = zip(name, composed).first { !$0.utf8.elementsEqual($1.utf8) }
    let (part, expected) = difference.map { (String($0), String($1)) } ?? (name, composed)
    let points = part.unicodeScalars.prefix(8).map { "U+\(digits($0))" }.joined(separator: " ")
    let escapes = expected.unicodeScalars.prefix(8).map { ($0.value > 0xFFFF ? "U+" : "\\u") + digits($0) }
    return "is not in Unicode's composed form (NFC): it has \(points); write \(escapes.joined()) instead"
}

/// The hexadecimal digits of a code point, at least four.
func digits(_ scalar: Unicode.Scalar) -> String {
    let code = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - code.utf8.count)) + code
}
