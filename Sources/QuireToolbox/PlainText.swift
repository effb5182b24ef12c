/// Text that a terminal or a log shows and does not obey.
///
/// Everything that Quire, its command line and the demo print goes through here: content, names, and the errors of
/// servers can hold escape sequences, characters that change the direction of text, and invisible ones. Joiners and
/// variation selectors stay where they belong to the character before them, in emoji and in Persian for example. Flags
/// of regions (England's) are spelled with invisible tag characters; these are escaped like all others.
package enum PlainText {
    /// The text on one line: a line break or a tab becomes a space. Every other invisible character is escaped, for
    /// example as `\u{1B}`.
    package static func oneLine(_ text: some StringProtocol) -> String {
        escaped(text, keepsLines: false)
    }

    /// The text with its line breaks; a tab becomes a space. Every other invisible character is escaped, for example as
    /// `\u{1B}`.
    package static func lines(_ text: some StringProtocol) -> String {
        escaped(text, keepsLines: true)
    }

    /// JSON with the same value, in which every invisible character is escaped as JSON does it: `\u001b`.
    package static func json(_ text: String) -> String {
        guard !isASCIIText(text, keepsLines: true) else { return text }
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            if scalar == "\n" || isShown(scalar, after: previous) {
                result.append(scalar)
                continue
            }
            for unit in UTF16.encode(scalar).map(Array.init) ?? [] {
                let digits = String(unit, radix: 16)
                let zeros = String(repeating: "0", count: 4 - digits.utf8.count)
                result.append(contentsOf: "\\u\(zeros)\(digits)".unicodeScalars)
            }
        }
        return String(result)
    }

    private static func escaped(_ text: some StringProtocol, keepsLines: Bool) -> String {
        guard !isASCIIText(text, keepsLines: keepsLines) else { return String(text) }
        var plain = String.UnicodeScalarView()
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            switch scalar {
            case "\n":
                // CR LF is one line break.
                if keepsLines { plain.append("\n") } else if previous != "\r" { plain.append(" ") }
            case "\t": plain.append(" ")
            case "\r" where !keepsLines, "\u{85}" where !keepsLines, "\u{2028}" where !keepsLines,
                "\u{2029}" where !keepsLines:
                plain.append(" ")
            default:
                if isShown(scalar, after: previous) {
                    plain.append(scalar)
                } else {
                    let digits = String(scalar.value, radix: 16, uppercase: true)
                    plain.append(contentsOf: "\\u{\(digits)}".unicodeScalars)
                }
            }
        }
        return String(plain)
    }

    /// Whether a text has only visible ASCII characters, as most have.
    private static func isASCIIText(_ text: some StringProtocol, keepsLines: Bool) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A && keepsLines }
    }

    /// Whether a character is visible, or changes how the character before it looks.
    private static func isShown(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F { return scalar.value >= 0x20 }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return false
        // Behind a Latin letter a joiner is only invisible.
        case .format: return isJoiner(scalar) && previous.value > 0x7F && !isJoiner(previous)
        default:
            guard scalar.properties.isDefaultIgnorableCodePoint else { return true }
            // A row of variation selectors would be hidden text.
            return scalar.properties.isVariationSelector
                && (isKeycap(previous)
                    || previous.value > 0x7F && !previous.properties.isDefaultIgnorableCodePoint)
        }
    }

    private static func isKeycap(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "#" || scalar == "*" || ("0"..."9").contains(scalar)
    }

    /// Whether the character is the zero-width joiner or non-joiner.
    package static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{200C}" || scalar == "\u{200D}"
    }
}
