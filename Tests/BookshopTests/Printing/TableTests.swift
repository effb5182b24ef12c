import Testing

@testable import Bookshop

@Suite("Tables")
struct TableTests {
    private let plain = Style(isOn: false)

    private var books: Table {
        var table = Table([.right("Year"), .left("Title", least: 6), .left("Id", least: 2)])
        table.add(["1010", "源氏物語", "genji"])
        table.add(["-750", "Ἰλιάς", "iliad"])
        return table
    }

    @Test("Columns line up where letters are wide, and have no space at the end of lines")
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

    @Test("A terminal too narrow for the least goes without columns that are optional, the last ones first")
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
        // What must stay whole stays whole.
        #expect(table.lines(width: 5, style: plain).last == "Kok…  kokoro")
    }

    @Test("A cell that is cut ends in an ellipsis, and never in half a wide letter")
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
        #expect(table.lines(width: nil, style: plain).last == "a [31mb c  d")
    }

    @Test("A column in which no row has anything is left out")
    func emptyColumns() {
        var table = Table([.left("A"), .left("B")])
        #expect(table.withoutEmptyColumns().columns.count == 2)
        table.add(["x", ""])
        #expect(table.withoutEmptyColumns().lines(width: nil, style: plain) == ["A", "x"])
    }

    @Test(
        "The width of letters, marks and pictures",
        arguments: [
            ("abc", 3), ("", 0), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한강", 4), ("ｱ", 1), ("Ａ", 2),
            ("👍🏽", 2),
            ("👨‍👩‍👧", 2), ("❤️", 2), ("الليل", 5), ("\u{200B}", 0),
        ])
    func width(text: String, expected: Int) {
        #expect(DisplayWidth.of(text) == expected, "\(text)")
    }
}
