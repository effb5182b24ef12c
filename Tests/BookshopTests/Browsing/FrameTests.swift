import QuireTerminal
import Testing
import TransportDoubles

@Suite("Frames are drawn by their differences")
struct FrameTests {
    private let size = ScreenSize(columns: 20, rows: 3)

    private func frame(_ lines: String..., cursor: Frame.Place? = nil) -> Frame {
        var frame = Frame(size)
        for (row, line) in lines.enumerated() { frame.put(StyledText(line), column: 0, row: row) }
        frame.cursor = cursor
        return frame
    }

    @Test("An unchanged frame sends nothing; a changed letter sends only that letter")
    func differences() {
        var drawing = FrameDrawing()
        let first = drawing.text(for: frame("war and peace"))
        let again = drawing.text(for: frame("war and peace"))
        #expect(first.contains("war and peace") && again.isEmpty)
        let one = drawing.text(for: frame("war and piace"))
        #expect(one.contains("\u{1B}[1;10H") && !one.contains("war") && !one.contains("ace"))
        let shorter = drawing.text(for: frame("war"))
        #expect(shorter.contains("\u{1B}[K"))
        drawing.forget()
        let whole = drawing.text(for: frame("war"))
        #expect(whole.contains("\u{1B}[2J") && whole.contains("war"))
    }

    @Test("If only the cursor moves, nothing else is sent; a missing cursor is hidden")
    func cursor() {
        var drawing = FrameDrawing()
        let drawn = [
            frame("a", cursor: .init(column: 1, row: 0)), frame("a", cursor: .init(column: 0, row: 2)),
            frame("a"),
        ].map { drawing.text(for: $0) }
        #expect(drawn[0].hasSuffix("\u{1B}[1;2H\u{1B}[?25h"))
        #expect(drawn[1] == "\u{1B}[3;1H")
        #expect(drawn[2] == "\u{1B}[?25l")
    }

    @Test("Content cannot control the terminal")
    func hostile() {
        var drawing = FrameDrawing()
        var frame = Frame(ScreenSize(columns: 60, rows: 2))
        frame.put(StyledText("a\u{1B}[2Jb\u{9B}31mc\u{7}\r\n\u{202E}d\u{AD}"), column: 0, row: 0)
        #expect(frame.text(row: 0) == "a\\u{1B}[2Jb\\u{9B}31mc\\u{7} \\u{202E}d\\u{AD}")
        let sent = drawing.text(for: frame)
        #expect(!sent.contains("\u{7}") && !sent.contains("\u{9B}") && !sent.contains("\u{202E}"))
        #expect(sent.components(separatedBy: "\u{1B}[2J").count == 2, "our own, once")
    }

    @Test("Texts are clipped at columns, and wide characters are shown completely or not at all")
    func clipping() {
        var frame = Frame(ScreenSize(columns: 5, rows: 1))
        frame.put(StyledText("日本語"), column: 0, row: 0)
        #expect(frame.text(row: 0) == "日本")
        frame.put(StyledText("x"), column: 1, row: 0)
        #expect(frame.text(row: 0) == " x本")
        frame.put(StyledText("ab"), column: 2, row: 0, width: 1)
        #expect(frame.text(row: 0) == " xa")
        frame.put(StyledText("e\u{301}👩‍👧"), column: 0, row: 0)
        #expect(frame.text(row: 0) == "e\u{301}👩‍👧")
        frame.put(StyledText("far"), column: 9, row: 0)
        frame.put(StyledText("far"), column: 0, row: 4)
        #expect(StyledText("日本語").truncated(to: 4).text == "日…")
        #expect(StyledText("日本語").truncated(to: 6).text == "日本語")
        #expect(StyledText("日本語").truncated(to: 0).text == "")
    }

    @Test("Without color, bold and underlined text remain")
    func noColour() {
        var frame = Frame(size)
        frame.put(StyledText("a", .accent.with { $0.isBold = true }), column: 0, row: 0)
        var with = FrameDrawing()
        var without = FrameDrawing(hasColour: false)
        let texts = [with.text(for: frame), without.text(for: frame)]
        #expect(texts[0].contains("\u{1B}[0;1;36ma"))
        #expect(texts[1].contains("\u{1B}[0;1ma"))
    }

    @Test("After any sequence of frames, the terminal shows the last one with its styles and cursor")
    func random() {
        var generator = SeededGenerator(seed: 99)
        let texts = [
            "war and peace", "", "日本語", "x", "né", "e\u{301}a", "─┬─", "한강 x", "   ", "🙂 ok",
            "aaaaaaaaaaaaaaaaaaaaaaaaa",
        ]
        let looks: [Look] = [.plain, .bold, .dim, .inverse, .accent, .failure]
        var size = ScreenSize(columns: 20, rows: 6)
        var terminal = ScreenEmulator(columns: 20, rows: 6)
        terminal.feed(Array("\u{1B}[?7l".utf8))
        var drawing = FrameDrawing()
        for _ in 0..<3_000 {
            if Int.random(in: 0..<40, using: &generator) == 0 {
                size = ScreenSize(
                    columns: .random(in: 1...30, using: &generator),
                    rows: .random(in: 1...9, using: &generator))
                terminal.resize(columns: size.columns, rows: size.rows)
            }
            var frame = Frame(size)
            for row in 0..<size.rows {
                for _ in 0..<Int.random(in: 0...3, using: &generator) {
                    let text = StyledText(
                        texts.randomElement(using: &generator) ?? "",
                        looks.randomElement(using: &generator) ?? .plain)
                    frame.put(text, column: .random(in: 0..<30, using: &generator), row: row)
                }
            }
            if Bool.random(using: &generator) {
                frame.cursor = .init(
                    column: .random(in: 0..<size.columns, using: &generator),
                    row: .random(in: 0..<size.rows, using: &generator))
            }
            terminal.feed(Array(drawing.text(for: frame).utf8))
            #expect(terminal.lines == frame.lines)
            #expect(terminal.isCursorShown == (frame.cursor != nil))
            if let cursor = frame.cursor {
                #expect(terminal.row == cursor.row && terminal.column == cursor.column)
            }
            for row in 0..<size.rows {
                let bold = terminal.squares[row].filter(\.isBold).map(\.text).joined()
                #expect(bold == frame.text(row: row, where: \.isBold))
                let inverse = terminal.squares[row].filter(\.isInverse).map(\.text).joined()
                #expect(inverse == frame.text(row: row, where: \.isInverse))
            }
        }
        #expect(terminal.unknown.isEmpty && terminal.sideEffects == 0)
    }
}
