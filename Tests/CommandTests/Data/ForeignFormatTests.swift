import Foundation
import Testing

@Suite("Files of other formats and encodings", .timeLimit(.minutes(30)))
struct ForeignFormatTests {
    @Test(
        "The first bytes of a binary file tell what it is, whatever its name says",
        arguments: [
            ([0x1F, 0x8B, 8, 0], "gzip"), (Array("BZh91AY".utf8), "bzip2"),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "xz"),
            ([0x28, 0xB5, 0x2F, 0xFD, 4], "Zstandard"), ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "7-Zip"),
            (Array("PK\u{3}\u{4}..xl/worksheets/sheet1.xml".utf8), "Excel workbook"),
            (Array("PK\u{3}\u{4}..books.csv".utf8), "ZIP archive"),
            (
                Array("PK\u{3}\u{4}..mimetypeapplication/vnd.oasis.opendocument.spreadsheet".utf8),
                "OpenDocument"
            ),
            (Array("PK\u{3}\u{4}..Index/Document.iwa".utf8), "Numbers"),
            ([0xD0, 0xCF, 0x11, 0xE0, 0xA1], "Excel 97"),
            (Array("PAR1\u{15}\u{4}".utf8), "Parquet"), (Array("SQLite format 3\0".utf8), "SQLite database"),
            (Array("%PDF-1.7\n1 0 obj\n".utf8), "PDF"), ([0x89, 0x50, 0x4E, 0x47, 0xD], "image"),
            ([0xFF, 0xD8, 0xFF, 0xE0], "image"), (Array("Obj\u{1}\u{4}avro".utf8), "Avro"),
        ])
    func binary(_ start: [UInt8], _ name: String) throws {
        for file in ["items.csv", "items.json"] {
            let failure = try DataFolder.failure(Data(start + [0x0A, 0x41, 0x0A]), as: file)
            #expect(failure.hasPrefix("\(file):1:1: error: the file is "), "\(failure)")
            #expect(failure.contains(name) && !failure.contains("iconv"), "\(failure)")
        }
    }

    @Test(
        "XML, HTML, YAML, SQL and tables for people are not read as cells",
        arguments: [
            ("<?xml version=\"1.0\"?><rows><row/></rows>", "XML"),
            ("\n<rows>\n<row a=\"1,2\"/>\n</rows>", "XML"),
            ("<html>\n<table>\n<tr><td>a</td></tr>\n</table></html>", "HTML"),
            ("<!DOCTYPE html>\n<p>Not found", "HTML"), ("- id: 1\n  name: a\n- id: 2\n  name: b\n", "YAML"),
            ("---\nid: 1\nname: a\n", "YAML"), ("books:\n  - id: 1\n    name: a\n", "YAML"),
            ("INSERT INTO books VALUES (1,'a');\nINSERT INTO books VALUES (2,'b');\n", "SQL"),
            ("-- MySQL dump 10.13\n\nCREATE TABLE books (id int, name text);\n", "SQL"),
            ("| id | name |\n|----|------|\n| 1 | a |\n", "table for people"),
            (" id | name\n----+------\n  1 | a\n", "table for people"),
        ])
    func texts(_ text: String, _ name: String) throws {
        for file in ["items.csv", "items.json", "items.txt"] {
            let folder = try DataFolder([file: text])
            defer { folder.remove() }
            let failure = #expect(throws: UnusableDataError.self) { try DataFolder.open(folder.path(file)) }
            #expect(failure?.description.contains("the file is ") == true, "\(file)")
            #expect(failure?.description.contains(name) == true, "\(failure?.description ?? "")")
        }
    }

    @Test(
        "Cells and JSON that resemble other formats are read",
        arguments: [
            "name: x\nJohn\nJane\n", "a,b\n--,-\n1,2\n", "title\n<b>bold</b>\n- a list\n",
            "id,sql\n1,\"INSERT INTO x\"\n",
            "key\nid: 1\n", "date,note\n2024-01-01,---\n",
        ])
    func similar(_ text: String) throws {
        let folder = try DataFolder(["items.csv": text])
        defer { folder.remove() }
        _ = try folder.read("items.csv")
    }

    @Test(
        "UTF-16 and UTF-32 are named, with and without a mark",
        arguments: [
            (String.Encoding.utf16LittleEndian, "UTF-16LE"), (.utf16BigEndian, "UTF-16BE"),
            (.utf16, "UTF-16"),
            (.utf32LittleEndian, "UTF-32LE"), (.utf32BigEndian, "UTF-32BE"), (.utf32, "UTF-32"),
        ])
    func wide(_ encoding: String.Encoding, _ name: String) throws {
        for text in ["id,name\n1,Ärger\n", "[{\"id\":1}]", "名前,都市\n太郎,東京\n花子,大阪\n"] {
            let data = try #require(text.data(using: encoding))
            let failure = try DataFolder.failure(data, as: "items.csv")
            #expect(failure.contains("is encoded as \(name)"), "\(failure)")
            #expect(failure.hasSuffix("Convert it: iconv -f \(name) -t UTF-8 items.csv"), "\(failure)")
        }
    }

    @Test("The advice for text of one byte per letter keeps quotation marks and the euro sign")
    func windows() throws {
        let cells = Data("id;name\n1;Zo".utf8) + [0xEB, 0x20, 0x93, 0x78, 0x94, 0x20, 0x80, 0x0A]
        #expect(try DataFolder.failure(cells, as: "a.csv").hasSuffix("iconv -f WINDOWS-1252 -t UTF-8 a.csv"))
        let json = Data("[{\"a\":\"".utf8) + [0x93] + Data("\"}]".utf8)
        #expect(try DataFolder.failure(json, as: "a.json").contains("iconv -f WINDOWS-1252 -t UTF-8"))
        let japanese = Data("id;name\n1;".utf8) + [0x93, 0x8C, 0x8B, 0x9E, 0x81, 0x0A]
        #expect(try DataFolder.failure(japanese, as: "a.csv").contains("Find its encoding"))
    }

    @Test("Folders, pipes and devices are no files")
    func specialFiles() throws {
        let folder = try DataFolder()
        defer { folder.remove() }
        let pipe = folder.path("pipe.csv")
        #expect(mkfifo(pipe, 0o600) == 0)
        for (path, reason) in [
            (pipe, "a pipe or a device"), ("/dev/zero", "256 MB"), (folder.url.path, "a folder"),
        ] {
            let failure = #expect(throws: UnusableDataError.self) { try DataFolder.open(path) }
            #expect(failure?.description.contains(reason) == true)
        }
    }

    @Test("A file's ending for a compressed or foreign format is no part of its module")
    func moduleNames() {
        #expect(DataFolder.moduleName(of: "a/books.csv.gz") == "books")
        #expect(DataFolder.moduleName(of: "books.geojson") == "books")
        #expect(DataFolder.moduleName(of: "books.xlsx") == "books")
        #expect(DataFolder.moduleName(of: "books.v2.csv") == "books.v2")
    }
}
