import Foundation

/// Content that tries to control a terminal or to deceive the reader.
package struct HostileText: Sendable, CustomStringConvertible {
    package var description: String
    package var text: String

    package static let kinds: [HostileText] = [
        ("ESC CSI", "\u{1B}[31mx\u{1B}[2J"), ("ESC OSC", "\u{1B}]0;x\u{7}"), ("C1 CSI", "\u{9B}31mx"),
        ("C1 OSC", "\u{9D}0;x\u{9C}"), ("next line", "\u{85}x"), ("bidi override", "\u{202E}x\u{202C}"),
        ("bidi isolate", "\u{2067}x\u{2069}"), ("mark", "\u{200F}x"), ("Arabic letter mark", "\u{61C}x"),
        ("carriage return", "\rx"), ("backspace", "\u{8}x"), ("NUL", "\u{0}x"), ("delete", "\u{7F}x"),
        ("zero width space", "\u{200B}x"), ("word joiner", "\u{2060}x"), ("joiner in Latin", "\u{200D}x"),
        ("non-joiner in Latin", "\u{200C}x"), ("two joiners", "é\u{200D}\u{200D}x"),
        ("soft hyphen", "\u{AD}x"),
        ("byte order mark", "\u{FEFF}x"), ("line separator", "\u{2028}x"),
        ("paragraph separator", "\u{2029}x"),
        ("tag", "\u{E0041}x"), ("language tag", "\u{E0001}x"), ("end of tags", "\u{E007F}x"),
        ("variation selector in Latin", "\u{FE0F}x"), ("row of variation selectors", "é\u{FE0F}\u{E0101}x"),
        ("filler", "\u{3164}x"), ("private use", "\u{E000}x"), ("unassigned", "\u{E0FFF}x"),
        ("interlinear annotation", "\u{FFF9}x"),
    ].map { HostileText(description: $0.0, text: $0.1) }

    /// All texts that are always escaped, and a line that imitates the output of the program.
    package static let everything =
        kinds.map(\.text).filter { !$0.unicodeScalars.contains("é") }.joined() + "\nforged"

    /// The same for an argument or a file name, without the characters that these cannot contain.
    package static let fileName = everything.replacingOccurrences(of: "\0", with: "")
        .replacingOccurrences(of: "/", with: "")

    /// The same as a JSON string, in which only the characters are escaped that JSON requires.
    package static let json =
        "\""
        + everything.unicodeScalars.map { scalar in
            scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
                ? "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
                : String(scalar)
        }.joined() + "\""

    /// The same as bytes, with some that are invalid UTF-8: C1 controls of one byte each, an incomplete character.
    package static let bytes =
        Array(everything.utf8) + [0x9B, 0x33, 0x31, 0x6D, 0x9D, 0x30, 0x9C, 0xFF, 0xE2, 0x80]

    /// Whether a text contains no control characters and no invisible ones.
    package static func isHarmless(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            if scalar == "\n" { return true }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                return false
            default: return !scalar.properties.isDefaultIgnorableCodePoint
            }
        }
    }

    /// The problems of a program's output: text that steers a terminal, a forged line, or missing hostile text.
    package static func problems(_ output: String, _ errors: String, isShown: Bool) -> [String] {
        var problems: [String] = []
        for text in [output, errors] {
            if !isHarmless(text) { problems.append("steers a terminal: \(text.debugDescription)") }
            if text.split(separator: "\n").contains(where: { $0.hasPrefix("forged") }) {
                problems.append("has a forged line: \(text.debugDescription)")
            }
        }
        let shown = (output + errors).lowercased()
        if isShown, !shown.contains("\\u{1b}"), !shown.contains("\\u001b") {
            problems.append("the hostile text is not printed: \(output) \(errors)")
        }
        return problems
    }
}
