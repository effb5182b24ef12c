import Foundation
import Testing

@Suite("The first and the last lines of cells", .timeLimit(.minutes(30)))
struct FirstLineTests {
    private func reading(_ text: String, as name: String = "a.csv") throws -> (
        items: [[String: String]], notes: [String]
    ) {
        let folder = try DataFolder([name: text])
        defer { folder.remove() }
        let read = try folder.read(name)
        return (read.items.map(\.cells), read.placedNotes)
    }

    @Test(
        "A line sep= declares the separator and is no header",
        arguments: [
            "sep=;\nid;name\n1;Ann\n", "SEP=,\r\nid,name\r\n1,Ann\r\n", "\"sep=;\"\nid;name\n1;Ann",
            "sep=\t\nid\tname\n1\tAnn\n",
            "sep=\\t\nid\tname\n1\tAnn\n", "sep=^\nid^name\n1^Ann\n", "\u{FEFF}sep=;\rid;name\r1;Ann\r",
        ])
    func separatorLine(_ text: String) throws {
        #expect(try reading(text).items == [["id": "1", "name": "Ann"]])
    }

    @Test(
        "The separator is the one that most rows have equally often, whatever is in quotes",
        arguments: [
            "id;name\n1;\"a,b,c\"\n2;\"d,e,f\"\n", "\"the; id\",name\n1,a\n2,b\n", "id|name\n1|a, b\n2|c\n",
            "id\tname\r1\ta,b\r2\tc\r", "5\" disk,name\n1,a\n2,\"b\nc\"\n",
        ])
    func separator(_ text: String) throws {
        let items = try reading(text).items
        #expect(items.count == 2 && items.allSatisfy { $0.count == 2 }, "\(items)")
    }

    @Test(
        "Lines before the header are an error at line 1",
        arguments: [
            "Extract of 2025-01-06\nid;name;region\n1;Ann;North\n2;Bo;South\n", "# comment\nid,name\n1,a\n",
            "# a, comment\nid,name\n1,a\n", "Report\nof us\nid,name,x\n1,a,b\n2,c,d\n3,e,f\n",
            "Sales;;\nid;name;x\n1;a;b\n",
        ])
    func prose(_ text: String) throws {
        let failure = try DataFolder.failure(Data(text.utf8), as: "a.csv")
        #expect(failure.hasPrefix("a.csv:1:1: error: the first line "), "\(failure)")
    }

    @Test(
        "A header of its own form is a header",
        arguments: [
            "#,name\n1,a\n", "#chrom,start\n1,a\n", "id,name\n1,a,\n2,b,\n", ",name\n0,a\n", "0,1,2\n5,6,7\n",
            "country,1990,1991\nDE,1,2\n", "name\n\n a \n", "id,name\n",
        ])
    func headers(_ text: String) throws {
        #expect(try reading(text).notes == [])
    }

    @Test(
        "A first line that looks like values is a warning",
        arguments: [
            "1,Ann\n2,Bo\n", "5.1,3.5,setosa\n4.9,3.0,setosa\n", "Ann,2024-02-29\nBo,2024-03-01\n",
            "ann@example.org,Ann\nbo@example.org,Bo\n",
        ])
    func noHeader(_ text: String) throws {
        let notes = try reading(text).notes
        #expect(
            notes.count == 1
                && notes[0].hasPrefix("a.csv:1:1: warning: the first line names the columns, but looks"))
    }

    @Test("A line with one of several cells is an error with its line")
    func footer() throws {
        let failure = try DataFolder.failure(Data("id,name,x\n1,a,3\n\nSource: us\n".utf8), as: "a.csv")
        #expect(
            failure.hasPrefix("a.csv:4:1: error: expected 3 cells as in the header, found 1. Remove"),
            "\(failure)")
    }

    @Test("Short rows and empty rows are warnings with their lines")
    func shortRows() throws {
        let (items, notes) = try reading("id,name,x\n1,a\n,,\n2,b,c\n")
        #expect(items == [["id": "1", "name": "a"], ["id": "2", "name": "b", "x": "c"]])
        #expect(
            notes == [
                "a.csv:2:1: warning: the row has 2 of 3 cells; the missing ones have no value",
                "a.csv:3:1: warning: the row has only empty cells, and is skipped",
            ])
    }

    @Test("A NUL byte is an error with its line, with LF and with CR alone", arguments: ["\n", "\r"])
    func nulBytes(_ end: String) throws {
        let text = "id,name\(end)1,\(String(repeating: "a", count: 200))\(end)2,b\0\(end)"
        let failure = try DataFolder.failure(Data(text.utf8), as: "a.csv")
        #expect(failure.hasPrefix("a.csv:3:1: error: the line has a NUL byte"), "\(failure)")
    }
}
