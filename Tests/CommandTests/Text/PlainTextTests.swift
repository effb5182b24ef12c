import Foundation
import LoopbackServer
import Quire
import QuireSchema
import QuireTerminal
import Testing

@Suite("Escaping of terminal output")
struct PlainTextTests {
    @Test(
        "Invisible characters are escaped, on one line and on several",
        arguments: HostileText.kinds)
    func escaped(_ kind: HostileText) {
        for text in [PlainText.oneLine("a\(kind.text)b"), PlainText.lines("a\(kind.text)b")] {
            // One joiner or variation selector may follow another script's letter.
            let shown = text.replacingOccurrences(of: "é\u{200D}", with: "").replacingOccurrences(
                of: "é\u{FE0F}", with: "")
            #expect(HostileText.isHarmless(shown), "\(text.debugDescription)")
            #expect(text.hasPrefix("a") && text.hasSuffix("b"))
            #expect(text.unicodeScalars.count > "axb".count, "a trace of it is visible")
        }
    }

    @Test("JSON keeps its value exactly", arguments: HostileText.kinds)
    func json(_ kind: HostileText) throws {
        let encoded = String(decoding: try JSONEncoder().encode(["a\(kind.text)b"]), as: UTF8.self)
        let text = PlainText.json(encoded)
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" || $0 == "\u{E0041}" })
        #expect(try JSONDecoder().decode([String].self, from: Data(text.utf8)) == ["a\(kind.text)b"])
    }

    @Test("C0, C1, bidirectional controls and tags are escaped; a line break or a tab becomes a space")
    func ranges() {
        let ranges: [ClosedRange<UInt32>] = [
            0...0x1F, 0x7F...0x9F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xE0000...0xE007F,
        ]
        for value in ranges.joined() {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isSpace = [0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029].contains(value)
            let expected = isSpace ? "a b" : "a\\u{\(String(value, radix: 16, uppercase: true))}b"
            #expect(PlainText.oneLine("a\(scalar)b") == expected)
        }
    }

    @Test("Half a surrogate pair, in bytes or in JSON, is shown as U+FFFD")
    func surrogates() throws {
        let text = String(decoding: [0x61, 0xED, 0xA0, 0x80, 0x62] as [UInt8], as: UTF8.self)
        #expect(PlainText.oneLine(text) == text && text.contains("\u{FFFD}"))
        #expect(PlainText.json(#"["\ud800"]"#) == #"["\ud800"]"#)
    }

    @Test("Line breaks are kept in multi-line text, and become spaces in one line")
    func lines() {
        #expect(PlainText.lines("a\nb") == "a\nb")
        #expect(PlainText.oneLine("a\r\nb\nc\td") == "a b c d")
        #expect(PlainText.lines("a\rb") == "a\\u{D}b")
    }

    @Test("Scripts and emoji are unchanged, including their joiners and variation selectors")
    func scripts() {
        for text in [
            "می‌خواهم", "👩‍👩‍👧", "❤️", "❤️‍🔥", "👩🏽‍🚒", "🏳️‍🌈", "1️⃣", "日本　語", "naïve", "e\u{301}", "क्‍ष",
        ] {
            #expect(PlainText.oneLine(text) == text)
            #expect(PlainText.json(text) == text)
        }
        // England's flag is spelled with tags, which can hide text as well.
        #expect(PlainText.oneLine("🏴\u{E0067}\u{E007F}") == "🏴\\u{E0067}\\u{E007F}")
    }

    @Test("The schema's diagnostics use the same rule, for every character")
    func sameRule() {
        for previous in ["a", "1", "é", "\u{200D}", "é\u{FE0F}", "\r", "\n"] {
            for start in stride(from: UInt32(0), to: 0x110000, by: 0x1000) {
                var text = String.UnicodeScalarView()
                for value in start..<start + 0x1000 {
                    guard let scalar = Unicode.Scalar(value) else { continue }
                    text.append(contentsOf: previous.unicodeScalars)
                    text.append(scalar)
                }
                let isSame = PlainText.oneLine(String(text)) == printableLine(String(text))
                #expect(isSame, "U+\(String(start, radix: 16)) and on, after \(previous.debugDescription)")
            }
        }
    }
}

@Suite("Columns of a narrow terminal")
struct NarrowTableTests {
    @Test("The widest columns shrink first, however wide they are")
    func fitted() {
        var table = Table([.left("A", least: 2), .left("B", least: 2), .whole("C")])
        table.add([
            String(repeating: "a", count: 20_000), String(repeating: "b", count: 20_000), "cccc",
        ])
        let lines = table.lines(width: 21, style: Style(isOn: false))
        #expect(lines[1] == "aaaaa…  bbbbbb…  cccc")
    }

    @Test("A column that fits is not truncated for one that does not")
    func unequal() {
        var table = Table([.left("A", least: 2), .left("B", least: 2)])
        table.add(["abc", "abcdefghijkl"])
        #expect(table.lines(width: 10, style: Style(isOn: false))[1] == "abc  abcd…")
    }
}
