/// The number of terminal columns that a text takes.
///
/// East Asian wide characters and emoji take two columns, combining marks none (Unicode Standard Annex 11).
package enum DisplayWidth {
    package static func of(_ text: String) -> Int {
        text.reduce(0) { $0 + of($1) }
    }

    package static func of(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if character.unicodeScalars.contains("\u{FE0F}") || first.properties.isEmojiPresentation { return 2 }
        switch first.properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
        default: return isWide(first) ? 2 : 1
        }
    }

    /// The beginning of a text that fits, with `…` if it was cut.
    package static func truncated(_ text: String, to width: Int) -> String {
        guard of(text) > width else { return text }
        guard width > 0 else { return "" }
        var taken = ""
        var used = 0
        for character in text {
            let next = of(character)
            if used + next > width - 1 { break }
            taken.append(character)
            used += next
        }
        return taken + "…"
    }

    /// Breaks a text into lines at its spaces. A word that is wider than a line is broken as well.
    package static func wrapped(_ text: String, to width: Int) -> [String] {
        let width = max(2, width)
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in text.split(separator: " ") {
            let needed = of(String(word))
            if !line.isEmpty, used + 1 + needed <= width {
                line += " " + word
                used += 1 + needed
                continue
            }
            if !line.isEmpty { lines.append(line) }
            (line, used) = ("", 0)
            for character in word {
                let next = of(character)
                if used + next > width {
                    lines.append(line)
                    (line, used) = ("", 0)
                }
                line.append(character)
                used += next
            }
        }
        return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return true
        default: return false
        }
    }
}
