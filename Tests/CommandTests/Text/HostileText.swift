import Foundation
import Quire
import Testing

/// What content can hold to steer a terminal, or to deceive who reads it.
struct HostileText: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String

    static let kinds: [HostileText] = [
        ("ESC CSI", "\u{1B}[31mx\u{1B}[2J"), ("ESC OSC", "\u{1B}]0;x\u{7}"), ("C1 CSI", "\u{9B}31mx"),
        ("C1 OSC", "\u{9D}0;x\u{9C}"), ("next line", "\u{85}x"), ("bidi override", "\u{202E}x\u{202C}"),
        ("bidi isolate", "\u{2067}x\u{2069}"), ("mark", "\u{200F}x"), ("carriage return", "\rx"),
        ("backspace", "\u{8}x"), ("NUL", "\u{0}x"), ("delete", "\u{7F}x"), ("zero width", "\u{200B}x"),
        ("joiner in Latin", "\u{200D}x"), ("byte order mark", "\u{FEFF}x"), ("line separator", "\u{2028}x"),
        ("paragraph separator", "\u{2029}x"), ("tag", "\u{E0041}x"), ("filler", "\u{3164}x"),
        ("private use", "\u{E000}x"),
    ].map { HostileText(testDescription: $0.0, text: $0.1) }

    /// All of them in one text, and a line that could be taken for the program's own.
    static let everything = kinds.map(\.text).joined() + "\nforged"

    /// The same for an argument or a file's name, which cannot hold everything.
    static let fileName = everything.replacing("\0", with: "").replacing("/", with: "")

    /// The same as JSON: only what JSON asks for is escaped.
    static let json = "\(JSONValue.string(everything))"

    /// The same as bytes, with some that are no UTF-8: the C1 controls as one byte each, the beginning of a character.
    static let bytes = Array(everything.utf8) + [0x9B, 0x33, 0x31, 0x6D, 0x9D, 0x30, 0x9C, 0xFF, 0xE2, 0x80]

    /// Whether nothing in a text steers a terminal or hides.
    static func isHarmless(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            if scalar == "\n" { return true }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                return false
            default: return !scalar.properties.isDefaultIgnorableCodePoint
            }
        }
    }
}
