/// Text that a terminal shows and does not obey.
///
/// Everything that the command line and the demo print goes through here: content, names, and the errors of servers can
/// hold escape sequences, controls that turn the direction of writing, and characters that nobody sees.
package enum PlainText {
    /// The text on one line: a line break or a tab becomes a space, every other character that does not show becomes
    /// `\u{1B}`.
    package static func oneLine(_ text: some StringProtocol) -> String {
        escaped(text, keepsLines: false)
    }

    /// The text with its line breaks; every other character that does not show becomes `\u{1B}`, a tab a space.
    package static func lines(_ text: some StringProtocol) -> String {
        escaped(text, keepsLines: true)
    }

    /// JSON with the same value, in which every character that does not show is written as JSON's `\u001b`.
    package static func json(_ text: String) -> String {
        guard !isASCIIText(text, keepsLines: true) else { return text }
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            if scalar == "\n" || shows(scalar, after: previous) {
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

    /// What somebody typed or pasted, on one line: what does not show goes.
    package static func typed(_ text: some StringProtocol) -> String {
        var plain = String.UnicodeScalarView()
        var previous: Unicode.Scalar = "\0"
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            if scalar == "\n", previous == "\r" { continue }
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: plain.append(" ")
            case .format where !isJoiner(scalar): continue
            case .surrogate, .privateUse: continue
            default: plain.append(scalar)
            }
        }
        return String(plain)
    }

    /// The same of bytes; what is no UTF-8 goes.
    package static func typed(bytes: some Sequence<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        var decoder = UTF8()
        var rest = bytes.makeIterator()
        while true {
            switch decoder.decode(&rest) {
            case .scalarValue(let scalar): text.append(scalar)
            case .error: continue
            case .emptyInput: return typed(String(text))
            }
        }
    }

    private static func escaped(_ text: some StringProtocol, keepsLines: Bool) -> String {
        guard !isASCIIText(text, keepsLines: keepsLines) else { return String(text) }
        var plain = String.UnicodeScalarView()
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            switch scalar {
            case "\n":
                // Of CR LF one line break is left.
                if keepsLines { plain.append("\n") } else if previous != "\r" { plain.append(" ") }
            case "\t": plain.append(" ")
            case "\r" where !keepsLines: plain.append(" ")
            case "\u{85}", "\u{2028}", "\u{2029}":
                if keepsLines { append(scalar, to: &plain) } else { plain.append(" ") }
            default:
                if shows(scalar, after: previous) {
                    plain.append(scalar)
                } else {
                    append(scalar, to: &plain)
                }
            }
        }
        return String(plain)
    }

    private static func append(_ scalar: Unicode.Scalar, to text: inout String.UnicodeScalarView) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        text.append(contentsOf: "\\u{\(digits)}".unicodeScalars)
    }

    /// Whether all of a text is what most texts are, so that there is nothing to look at closely.
    private static func isASCIIText(_ text: some StringProtocol, keepsLines: Bool) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A && keepsLines }
    }

    /// Whether a character shows as itself, and steers nothing.
    private static func shows(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F { return scalar.value >= 0x20 }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: return false
        // Joiners are a part of emoji and of some scripts; behind a Latin letter they are only invisible.
        case .format: return isJoiner(scalar) && previous.value > 0x7F && !isJoiner(previous)
        case .unassigned: return false
        default:
            guard scalar.properties.isDefaultIgnorableCodePoint else { return true }
            // A variation selector says how the character before it looks.
            return scalar.properties.isVariationSelector && (previous.value > 0x7F || isKeycap(previous))
        }
    }

    private static func isKeycap(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "#" || scalar == "*" || ("0"..."9").contains(scalar)
    }

    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{200C}" || scalar == "\u{200D}"
    }
}
