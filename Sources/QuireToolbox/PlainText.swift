/// Makes text safe to print on a terminal or in a log.
///
/// Everything that Quire, its command line and the demo print goes through here. Content, names and server errors
/// may contain escape sequences, direction marks and invisible characters. Joiners and variation selectors are kept
/// where they belong to the character before them, for example in emoji and in Persian. Flags of regions (such as
/// England's) use invisible tag characters, which are escaped like all others.
package enum PlainText {
    /// Returns the text on one line. Line breaks and tabs become spaces. Other invisible characters are escaped, for
    /// example as `\u{1B}`.
    package static func oneLine(_ text: some StringProtocol) -> String {
        escaped(text, keepsLines: false)
    }

    /// Returns the text with its line breaks. Tabs become spaces. Other invisible characters are escaped, for example
    /// as `\u{1B}`.
    package static func lines(_ text: some StringProtocol) -> String {
        escaped(text, keepsLines: true)
    }

    /// Returns JSON with the same value, in which every invisible character is escaped as in JSON: `\u001b`.
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

    /// Whether a text contains only visible ASCII characters, as most do.
    private static func isASCIIText(_ text: some StringProtocol, keepsLines: Bool) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A && keepsLines }
    }

    /// Whether a character is visible, or changes how the character before it looks.
    private static func isShown(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F { return scalar.value >= 0x20 }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return false
        // After a Latin letter, a joiner has no visible effect.
        case .format: return isJoiner(scalar) && previous.value > 0x7F && !isJoiner(previous)
        default:
            guard scalar.properties.isDefaultIgnorableCodePoint else { return true }
            // A series of variation selectors could hide text.
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

extension PlainText {
    /// Joins an error's parts on one line: what failed and why, then what to do.
    ///
    /// A server's message may or may not end with a full stop. The result has exactly one there.
    package static func error(_ failure: String, _ remedy: String) -> String {
        oneLine(failure.hasSuffix(".") ? "\(failure) \(remedy)" : "\(failure). \(remedy)")
    }
}

extension StringProtocol {
    /// The text for a message: its first 80 Unicode scalars, and an ellipsis if it is longer.
    ///
    /// The limit counts scalars, because one character can be megabytes long.
    package var shortened: String { shortened(to: 80) }

    package func shortened(to count: Int) -> String {
        let scalars = unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: count, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return String(self) }
        return String(self[..<end]) + "…"
    }
}
