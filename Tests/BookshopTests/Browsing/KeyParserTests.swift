import Foundation
import QuireTerminal
import Testing
import TransportDoubles

@Suite("Decoding of terminal input")
struct KeyParserTests {
    private func keys(_ text: String) -> [Key] { keys(Array(text.utf8)) }

    private func keys(_ bytes: [UInt8]) -> [Key] {
        var parser = KeyParser()
        return parser.keys(in: bytes)
    }

    @Test(
        "Key sequences are decoded in the variants of xterm, rxvt, the Linux console and screen",
        arguments: [
            ("\u{1B}[A", .up), ("\u{1B}OA", .up), ("\u{1B}[1;5A", .up), ("\u{1B}[B", .down),
            ("\u{1B}OB", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left), ("\u{1B}[H", .home),
            ("\u{1B}OH", .home), ("\u{1B}[1~", .home), ("\u{1B}[7~", .home), ("\u{1B}[F", .end),
            ("\u{1B}OF", .end), ("\u{1B}[4~", .end), ("\u{1B}[8~", .end), ("\u{1B}[5~", .pageUp),
            ("\u{1B}[6~", .pageDown), ("\u{1B}[3~", .delete), ("\u{1B}[3;2~", .delete),
            ("\u{1B}[Z", .backTab),
            ("\u{1B}OM", .enter), ("\r", .enter), ("\n", .enter), ("\t", .tab), ("\u{7F}", .backspace),
            ("\u{8}", .backspace), ("\u{1}", .control("a")), ("\u{3}", .control("c")),
            ("\u{4}", .control("d")),
            ("\u{5}", .control("e")), ("\u{B}", .control("k")), ("\u{15}", .control("u")),
            ("\u{17}", .control("w")), ("\u{1A}", .control("z")), ("\u{1B}\u{7F}", .control("w")),
        ] as [(String, Key)])
    func known(_ text: String, _ key: Key) { #expect(keys(text) == [key]) }

    @Test(
        "Unknown sequences are ignored, and the following input is decoded",
        arguments: [
            "\u{1B}[15~", "\u{1B}[?1;2c", "\u{1B}[>0;276;0c", "\u{1B}[I", "\u{1B}[[A", "\u{1B}OP", "\u{1B}x",
            "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\",
            "\u{1B}P1$r0m\u{1B}\\",
            "\u{1B}[200;1;2X", "\u{0}", "\u{1C}", "\u{85}", "\u{9B}", "\u{2028}", "\u{1B}[12 q",
            "\u{1B}[99999999999999999999999999999999999999999999999999999999999~",
        ])
    func unknown(_ text: String) { #expect(keys(text + "a") == [.text("a")]) }

    @Test("Characters of two, three and four bytes are decoded from incomplete reads")
    func cut() {
        let text = "aé日🙂e\u{301}\u{1B}[A\u{1B}[200~ü\u{1B}[201~z"
        let expected: [Key] = [
            .text("a"), .text("é"), .text("日"), .text("🙂"), .text("e"), .text("\u{301}"), .up, .paste("ü"),
            .text("z"),
        ]
        let bytes = Array(text.utf8)
        for cut in bytes.indices {
            var parser = KeyParser()
            let before = parser.keys(in: bytes[..<cut])
            let after = parser.keys(in: bytes[cut...])
            #expect(before + after == expected, "cut at \(cut)")
        }
        var parser = KeyParser()
        let single = bytes.flatMap { parser.keys(in: [$0]) }
        #expect(single == expected)
    }

    @Test(
        "Invalid UTF-8 is ignored, and the following input is decoded",
        arguments: [
            [0xFF], [0x80], [0xC0, 0xAF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x99], [0xED, 0xA0, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xE0, 0x80, 0xAF], [0xF8, 0x88, 0x80, 0x80, 0x80],
        ] as [[UInt8]])
    func malformed(_ bytes: [UInt8]) { #expect(keys(bytes + [0x61]) == [.text("a")]) }

    @Test("An escape byte becomes the Escape key after a delay without further bytes")
    func escape() {
        var parser = KeyParser()
        var found = parser.keys(in: [0x1B])
        #expect(found.isEmpty && parser.isWaiting)
        found = parser.keysAfterPause()
        #expect(found == [.escape] && !parser.isWaiting)
        found = parser.keysAfterPause() + parser.keys(in: Array("[A".utf8))
        #expect(found == [.text("["), .text("A")])
        found = parser.keys(in: [0x1B, 0x1B])
        #expect(found == [.escape])
        found = parser.keysAfterPause()
        #expect(found == [.escape])
    }

    @Test("An unfinished sequence is dropped; an unfinished character or paste is awaited")
    func unfinished() {
        for beginning in ["\u{1B}[", "\u{1B}[1;", "\u{1B}O", "\u{1B}]0;title", "\u{1B}[["] {
            var parser = KeyParser()
            let before = parser.keys(in: Array(beginning.utf8))
            #expect(before.isEmpty && parser.isWaiting)
            let after = parser.keysAfterPause() + parser.keys(in: [0x61])
            #expect(after == [.text("a")])
        }
        var parser = KeyParser()
        var found = parser.keys(in: [0xC3])
        #expect(found.isEmpty && !parser.isWaiting)
        found = parser.keysAfterPause() + parser.keys(in: [0xA9])
        #expect(found == [.text("é")])
        found = parser.keys(in: Array("\u{1B}[200~a".utf8)) + parser.keysAfterPause()
        #expect(found.isEmpty)
        found = parser.keys(in: Array("b\u{1B}[201~".utf8))
        #expect(found == [.paste("ab")])
    }

    @Test("Pasted text is a single event on one line without keys or control characters")
    func paste() {
        let pasted = "war\r\nand\tpeace\n\u{1B}[31m\u{3}\u{202E}x\u{9B}2J"
        #expect(keys("\u{1B}[200~\(pasted)\u{1B}[201~q") == [.paste("war and peace  [31m x 2J"), .text("q")])
        #expect(keys("\u{1B}[200~\u{1B}[201~q") == [.text("q")])
        let long = String(repeating: "x", count: KeyParser.longestPaste)
        #expect(keys("\u{1B}[200~\(long)yyyyyyyyyyyy\u{1B}[201~q") == [.paste(long), .text("q")])
    }

    @Test(
        "Random bytes decode the same in any chunks, and no output can control a terminal"
    )
    func fuzzed() {
        var generator = SeededGenerator(seed: 20_261_122)
        let pieces = [
            "\u{1B}", "[", "[200~", "\u{1B}[201~", "O", "1;5", "~", "A", "é", "日", "🙂", "\u{7}", "\u{9B}",
        ]
        for _ in 0..<4_000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...40, using: &generator) {
                if Bool.random(using: &generator) {
                    bytes += Array((pieces.randomElement(using: &generator) ?? "").utf8)
                } else {
                    bytes.append(.random(in: 0...255, using: &generator))
                }
            }
            var whole = KeyParser()
            let expected = whole.keys(in: bytes)
            var parser = KeyParser()
            var found: [Key] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...rest.count, using: &generator)
                found += parser.keys(in: rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(found == expected)
            found += parser.keysAfterPause()
            for key in found {
                switch key {
                case .text(let text), .paste(let text):
                    #expect(!text.isEmpty)
                    #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
                default: break
                }
            }
            // The parser never gets stuck: after the end of any sequence, a letter is a letter again.
            _ = parser.keys(in: Array("\u{1B}[201~".utf8))
            _ = parser.keysAfterPause()
            let letter = parser.keys(in: [0x61])
            #expect(letter == [.text("a")])
        }
    }
}
