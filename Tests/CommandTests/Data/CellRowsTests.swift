import Foundation
import Seeds
import Testing

@testable import QuireCommand

@Suite("Reading CSV", .timeLimit(.minutes(60)))
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
        #expect(reader.notes.last == "2979 more columns have repeated names, which got a number")
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
        var cell = ""
        var rest = Array(text.unicodeScalars)[...]
        func flush() {
            if row != [""] { rows.append(row) }
            row = []
        }
        while !rest.isEmpty {
            if cell.isEmpty, rest.first == "\"" {
                rest.removeFirst()
                while true {
                    guard let next = rest.popFirst() else { return nil }
                    if next != "\"" { cell.unicodeScalars.append(next); continue }
                    guard rest.first == "\"" else { break }
                    cell += "\""
                    rest.removeFirst()
                }
            }
            while let next = rest.first, next != ",", next != "\n", next != "\r" {
                cell.unicodeScalars.append(next)
                rest.removeFirst()
            }
            row.append(cell)
            cell = ""
            guard let end = rest.popFirst() else {
                flush()
                return rows
            }
            if end == "\r", rest.first == "\n" { rest.removeFirst() }
            if end != "," { flush() } else if rest.isEmpty { row.append("") }
        }
        if !row.isEmpty { flush() }
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
