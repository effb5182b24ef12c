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
