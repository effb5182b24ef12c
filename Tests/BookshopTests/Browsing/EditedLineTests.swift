import QuireTerminal
import Testing
import TransportDoubles

@Suite("Editing a line with keys")
struct EditedLineTests {
    private func line(_ text: String = "", _ keys: Key...) -> EditedLine {
        var line = EditedLine(text)
        for key in keys {
            let isTaken = line.handle(key)
            #expect(isTaken)
        }
        return line
    }

    @Test("Backspace and Delete remove whole visible characters")
    func graphemes() {
        #expect(line("e\u{301}", .backspace).text == "")
        #expect(line("a👨‍👩‍👧", .backspace).text == "a")
        #expect(line("🇫🇷🇩🇪", .backspace).text == "🇫🇷")
        #expect(line("日本", .control("a"), .delete).text == "本")
        #expect(line("", .backspace, .delete).text == "")
    }

    @Test("Keys move the cursor and delete to the end, to the beginning, or a word")
    func moving() {
        #expect(line("ab", .control("a"), .text("x")).text == "xab")
        #expect(line("ab", .control("a"), .control("e"), .text("x")).text == "abx")
        #expect(line("ab", .control("b"), .text("x")).text == "axb")
        #expect(line("ab", .control("a"), .control("f"), .text("x")).text == "axb")
        #expect(line("war and", .control("b"), .control("k")).text == "war an")
        #expect(line("war and", .control("b"), .control("u")).text == "d")
        #expect(line("war and  ", .control("w")).text == "war ")
        #expect(line("war", .control("w"), .control("w")).text == "")
    }

    @Test(
        "A combining mark joins the character before the cursor, and the cursor is never inside a character"
    )
    func combining() {
        let accented = line("e", .text("\u{301}"))
        #expect(
            accented.text.unicodeScalars.elementsEqual("e\u{301}".unicodeScalars) && accented.after.isEmpty)
        let between = line("\u{301}", .control("a"), .text("e"))
        #expect(between.text.count == 1 && between.after.isEmpty)
        let flags = line("🇫🇷", .control("a"), .text("🇩"))
        #expect(flags.before + flags.after == flags.text)
    }

    @Test("Other keys change nothing")
    func others() {
        var line = EditedLine("a")
        for key in [
            Key.up, .down, .left, .right, .enter, .tab, .escape, .control("c"), .control("z"), .pageUp,
        ] {
            let isTaken = line.handle(key)
            #expect(!isTaken)
        }
        #expect(line == EditedLine("a"))
    }

    @Test("Long text is truncated at a limit")
    func long() {
        let pasted = line("ab", .control("b"), .paste(String(repeating: "日", count: 5_000)))
        #expect(pasted.text.count == EditedLine.longest && pasted.after == "b")
    }

    @Test("The cursor is always visible, and the visible part fits the width")
    func visible() {
        #expect(EditedLine("war").visible(width: 10) == ("war", 3))
        #expect(EditedLine("wars").visible(width: 4) == ("ars", 3))
        #expect(EditedLine("日本語").visible(width: 4) == ("語", 2))
        #expect(line("日本語", .control("a")).visible(width: 4) == ("日本", 0))
        #expect(EditedLine("war").visible(width: 0) == ("", 0))
        #expect(EditedLine("war").visible(width: 1) == ("", 0))
    }

    @Test("After random keys, the cursor is between characters and visible")
    func random() {
        var generator = SeededGenerator(seed: 7)
        let keys: [Key] = [
            .text("a"), .text(" "), .text("\u{301}"), .text("\u{200D}"), .text("👩"), .text("🇫"), .text("한"),
            .paste("née 日"), .backspace, .delete, .control("a"), .control("e"), .control("b"), .control("f"),
            .control("w"),
        ]
        var line = EditedLine()
        for _ in 0..<5_000 {
            _ = line.handle(keys.randomElement(using: &generator) ?? .backspace)
            #expect(line.before.count + line.after.count == line.text.count)
            let width = Int.random(in: 1...12, using: &generator)
            let view = line.visible(width: width)
            #expect(DisplayWidth.of(view.text) <= width && (0..<width).contains(view.cursor))
            if Int.random(in: 0..<50, using: &generator) == 0 { _ = line.handle(.control("u")) }
        }
    }
}
