import Bookshop
import Quire
import QuireTerminal
import Testing

@Suite("Tables")
struct TableTests {
    private let plain = Style(isOn: false)

    private var books: Table {
        var table = Table([.right("Year"), .left("Title", least: 6), .left("Id", least: 2)])
        table.add(["1010", "源氏物語", "genji"])
        table.add(["-750", "Ἰλιάς", "iliad"])
        return table
    }

    @Test("Columns with wide letters are aligned, and lines have no trailing spaces")
    func wide() {
        #expect(
            books.lines(width: nil, style: plain) == [
                "Year  Title     Id",
                "1010  源氏物語  genji",
                "-750  Ἰλιάς     iliad",
            ])
    }

    @Test(
        "A narrow terminal gets shorter cells, the widest column first, and lines that fit",
        arguments: 16...20)
    func narrow(width: Int) {
        for line in books.lines(width: width, style: plain) {
            #expect(DisplayWidth.of(line) <= width, "\(line)")
        }
    }

    @Test("On a narrow terminal, optional columns are dropped, the last ones first")
    func optional() {
        var table = Table([
            .left("Title", least: 4), .left("Genre", least: 5, isOptional: true),
            .left("Form", least: 4, isOptional: true), .whole("Id"),
        ])
        table.add(["Kokoro", "literary", "novel", "kokoro"])
        #expect(table.lines(width: 31, style: plain).last == "Kokoro  literary  novel  kokoro")
        #expect(table.lines(width: 25, style: plain).last == "Kok…  lite…  nov…  kokoro")
        #expect(table.lines(width: 24, style: plain).last == "Kokoro  literary  kokoro")
        #expect(table.lines(width: 13, style: plain).last == "Koko…  kokoro")
        // Unbreakable columns stay complete.
        #expect(table.lines(width: 5, style: plain).last == "Kok…  kokoro")
    }

    @Test("A truncated cell ends in an ellipsis, never in half a wide letter")
    func truncated() {
        #expect(DisplayWidth.truncated("源氏物語", to: 8) == "源氏物語")
        #expect(DisplayWidth.truncated("源氏物語", to: 7) == "源氏物…")
        #expect(DisplayWidth.truncated("源氏物語", to: 6) == "源氏…")
        #expect(DisplayWidth.truncated("abc", to: 1) == "…")
        #expect(DisplayWidth.truncated("abc", to: 0).isEmpty)
    }

    @Test("Line breaks and escape codes in content do not reach the terminal")
    func clean() {
        var table = Table([.left("Title")])
        table.add(["a\u{1B}[31mb\nc\u{7}\r\nd"])
        #expect(table.lines(width: nil, style: plain).last == "a\\u{1B}[31mb c\\u{7} d")
    }

    private let loud = Style(isOn: true)

    private func highlighted(_ text: String, _ words: String...) -> TableCell {
        TableCell(HighlightedText(text, ranges: words.compactMap { text.range(of: $0) }))
    }

    private func withoutStyle(_ line: String) -> String { line.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") }

    @Test("Matches are bold and underlined without taking more space")
    func found() {
        var table = Table([.left("Title"), .whole("Id")])
        table.add([highlighted("War and Peace", "War", "Peace"), TableCell("w")])
        table.add([highlighted("源氏物語", "物語"), TableCell("g")])
        let lines = table.lines(width: nil, style: loud)
        #expect(lines[1] == "\u{1B}[1;4mWar\u{1B}[0m and \u{1B}[1;4mPeace\u{1B}[0m  w")
        #expect(lines[2] == "源氏\u{1B}[1;4m物語\u{1B}[0m       g")
        #expect(
            lines.dropFirst().map(withoutStyle) == Array(table.lines(width: nil, style: plain).dropFirst()))
    }

    @Test("Without styles, matches may be enclosed in marks")
    func marks() {
        let cell = highlighted("War and Peace", "War", "Peace").marked("«", "»")
        #expect(cell.text == "«War» and «Peace»")
        #expect(DisplayWidth.of(cell.text) == 17)
    }

    @Test("Matches in a truncated cell are shown below the row if there is room")
    func below() {
        var table = Table([.right("Year"), .left("Title", least: 6), .whole("Id")])
        table.add([TableCell("1951"), highlighted("The Catcher in the Rye", "Rye"), TableCell("catcher")])
        table.add([TableCell("1869"), highlighted("War and Peace", "War"), TableCell("war")])
        #expect(
            table.lines(width: 24, style: plain) == [
                "Year  Title      Id",
                "1951  The Catc…  catcher",
                "      The Catcher in th…",
                "1869  War and …  war",
            ])
        #expect(
            table.lines(width: 40, style: plain) == [
                "Year  Title                   Id",
                "1951  The Catcher in the Rye  catcher",
                "1869  War and Peace           war",
            ])
        let loud = table.lines(width: 30, style: loud)
        #expect(loud[2].contains("\u{1B}[1;4mRye\u{1B}[0m"))
    }

    @Test("Escape codes in matches do not reach the terminal")
    func cleanFound() {
        let cell = highlighted("a\u{1B}[31mb", "\u{1B}[31m")
        #expect(cell.line(width: 20, style: loud).text == "a\u{1B}[1;4m\\u{1B}[31m\u{1B}[0mb")
    }

    @Test("A column without any value is omitted")
    func emptyColumns() {
        var table = Table([.left("A"), .left("B")])
        #expect(table.withoutEmptyColumns().columns.count == 2)
        table.add(["x", ""])
        #expect(table.withoutEmptyColumns().lines(width: nil, style: plain) == ["A", "x"])
    }

    @Test(
        "The width of letters, marks and emoji",
        arguments: [
            ("abc", 3), ("", 0), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한강", 4), ("ｱ", 1), ("Ａ", 2),
            ("👍🏽", 2),
            ("👨‍👩‍👧", 2), ("❤️", 2), ("الليل", 5), ("\u{200B}", 0),
        ])
    func width(text: String, expected: Int) {
        #expect(DisplayWidth.of(text) == expected, "\(text)")
    }
}
