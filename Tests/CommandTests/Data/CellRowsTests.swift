import Foundation
import Seeds
import Testing

@testable import QuireCommand

@Suite("Reading CSV", .timeLimit(.minutes(30)))
struct CellRowsTests {
    private static func rows(_ text: String) throws -> [[String]]? {
        let folder = try DataFolder(["a.csv": text])
        defer { folder.remove() }
        var rows = CellRows(
            try FileBytes(path: folder.path("a.csv")), separator: UInt8(ascii: ","), path: "a.csv")
        var all: [[String]] = []
        do {
            while let row = try rows.next() { all.append(row.cells) }
        } catch is DataFiles.Failure {
            return nil
        }
        return all
    }

    @Test("Repeated columns get numbers that no other column has, and a few of them are reported")
    func repeatedColumns() throws {
        let header = ["a_2"] + Array(repeating: "a", count: 3_000)
        let folder = try DataFolder(["a.csv": header.joined(separator: ",") + "\n1\n"])
        defer { folder.remove() }
        let reader = try DataReader(path: folder.path("a.csv"))
        #expect(Set(reader.columns).count == 3_001)
        #expect(reader.columns.prefix(4) == ["a_2", "a", "a_3", "a_4"])
        #expect(reader.columns.last == "a_3001")
        #expect(reader.notes.count == 21)
        #expect(reader.notes.last?.text == "2979 more columns have repeated names, which got a number")
    }

    @Test("A failure of a file has the system's reason, without domains and codes")
    func reason() {
        let cause = NSError(domain: NSPOSIXErrorDomain, code: Int(ENOSPC))
        let error = NSError(domain: NSCocoaErrorDomain, code: 640, userInfo: [NSUnderlyingErrorKey: cause])
        #expect(FileReason.of(error) == "No space left on device")
    }

    /// A plain second implementation, over the characters of a whole text.
    private static func plain(_ text: String) -> [[String]]? {
        var rows: [[String]] = []
        var row: [String] = []
        var isBlank = true
        var rest = Array(text.unicodeScalars)[...]
        func endRow() {
            if row.count > 1 || !isBlank { rows.append(row) }
            (row, isBlank) = ([], true)
        }
        while !rest.isEmpty || !row.isEmpty {
            var cell = ""
            while rest.first == " " { cell.unicodeScalars.append(rest.removeFirst()) }
            if rest.first == "\"" {
                (cell, isBlank) = ("", false)
                rest.removeFirst()
                while true {
                    guard let next = rest.popFirst() else { return nil }
                    if next != "\"" { cell.unicodeScalars.append(next); continue }
                    guard rest.first == "\"" else { break }
                    cell += "\""
                    rest.removeFirst()
                }
                while rest.first == " " { rest.removeFirst() }
                guard rest.first.map({ ",\n\r".unicodeScalars.contains($0) }) ?? true else { return nil }
            } else {
                while let next = rest.first, next != ",", next != "\n", next != "\r" {
                    if next != " " { isBlank = false }
                    cell.unicodeScalars.append(next)
                    rest.removeFirst()
                }
            }
            row.append(cell)
            guard let end = rest.popFirst() else {
                endRow()
                return rows
            }
            if end == "\r", rest.first == "\n" { rest.removeFirst() }
            if end != "," { endRow() }
        }
        return rows
    }

    @Test("Random texts are read as by a plain second implementation")
    func random() throws {
        var random = SeededGenerator(seed: Seed.current)
        let pieces = ["a", "é", ",", "\"", "\"\"", "\n", "\r\n", "\r", " ", "\",\"", "x"]
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 0...14, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            #expect(try Self.rows(text) == Self.plain(text), "\(text.debugDescription)")
        }
    }

    @Test("A quoted empty cell is a row, and a line of spaces is none")
    func emptyCells() throws {
        #expect(try Self.rows("a\n\"\"\n \n\nb") == [["a"], [""], ["b"]])
    }

    @Test(
        "Text behind a closing quote is an error that names the line of the cell",
        arguments: [
            (
                "id,name\n0,\"A\"\n1,\"Jo, Do\n2,\"Bob\",30\n",
                "a.csv:3:1: error: the quoted cell that begins here ends in line 4 before 'Bob"
            ),
            (
                "id,name\n1,\"a\\\"b\"\n",
                "a.csv:2:1: error: the quoted cell that begins here ends before 'b\"', because a backslash"
            ),
            ("id,name\r1,\"a\"b\r", "a.csv:2:1: error: the quoted cell"),
        ])
    func textBehindQuotes(_ text: String, _ message: String) throws {
        let failure = try DataFolder.failure(Data(text.utf8), as: "a.csv")
        #expect(failure.hasPrefix(message), "\(failure)")
    }

    @Test("Quotes after a space are quotes, and quotes inside of a cell are text")
    func spacesAndQuotes() throws {
        #expect(try Self.rows("1, \"a, b\" ,5\" disk") == [["1", "a, b", "5\" disk"]])
    }

    @Test("Cells that are written with quotes are read back")
    func roundTrip() throws {
        var random = SeededGenerator(seed: Seed.current)
        let pieces = ["a", "\"", ",", "\n", "\r\n", " ", "日", ";"]
        for _ in 0..<500 {
            let rows = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                (0..<3).map { _ in
                    (0..<Int.random(in: 0...4, using: &random)).map { _ in
                        pieces[Int.random(in: 0..<pieces.count, using: &random)]
                    }.joined()
                }
            }
            let text = rows.map { row in
                row.map { "\"" + $0.replacingOccurrences(of: "\"", with: "\"\"") + "\"" }.joined(
                    separator: ",")
            }.joined(separator: "\n")
            #expect(try Self.rows(text) == rows)
        }
    }
}
