import Foundation
import Testing

@testable import QuireTerminal

@Suite("Text that a terminal shows and does not obey")
struct PlainTextTests {
    @Test(
        "What does not show is written as an escape, on one line and on several",
        arguments: HostileText.kinds)
    func escaped(_ kind: HostileText) {
        for text in [PlainText.oneLine("a\(kind.text)b"), PlainText.lines("a\(kind.text)b")] {
            #expect(HostileText.isHarmless(text), "\(text.debugDescription)")
            #expect(text.hasPrefix("a") && text.hasSuffix("b"))
            #expect(text != "ab", "a trace of it is seen")
        }
    }

    @Test("JSON keeps its value exactly", arguments: HostileText.kinds)
    func json(_ kind: HostileText) throws {
        let encoded = String(decoding: try JSONEncoder().encode(["a\(kind.text)b"]), as: UTF8.self)
        let text = PlainText.json(encoded)
        #expect(HostileText.isHarmless(text), "\(text.debugDescription)")
        #expect(try JSONDecoder().decode([String].self, from: Data(text.utf8)) == ["a\(kind.text)b"])
    }

    @Test("Line breaks stay lines where there may be several, and become spaces where there is one")
    func lines() {
        #expect(PlainText.lines("a\nb") == "a\nb")
        #expect(PlainText.oneLine("a\r\nb\nc\td") == "a b c d")
        #expect(PlainText.lines("a\rb") == "a\\u{D}b")
    }

    @Test("Scripts and emoji stay whole: joiners and variation selectors are a part of them")
    func scripts() {
        for text in ["می‌خواهم", "👩‍👩‍👧", "❤️", "1️⃣", "日本　語", "naïve", "e\u{301}", "क्‍ष"] {
            #expect(PlainText.oneLine(text) == text)
            #expect(PlainText.json(text) == text)
        }
    }
}

@Suite("Columns of a narrow terminal")
struct NarrowTableTests {
    @Test("The widest columns give up space first, however wide they are")
    func fitted() {
        var table = Table([.left("A", least: 2), .left("B", least: 2), .whole("C")])
        table.add([
            String(repeating: "a", count: 20_000), String(repeating: "b", count: 20_000), "cccc",
        ])
        let lines = table.lines(width: 21, style: Style(isOn: false))
        #expect(lines[1] == "aaaaa…  bbbbbb…  cccc")
    }

    @Test("A column that fits is not cut for one that does not")
    func unequal() {
        var table = Table([.left("A", least: 2), .left("B", least: 2)])
        table.add(["abc", "abcdefghijkl"])
        #expect(table.lines(width: 10, style: Style(isOn: false))[1] == "abc  abcd…")
    }
}

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
