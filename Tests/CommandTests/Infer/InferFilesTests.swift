import Foundation
import Testing

@Suite("quire infer reads files of any form", .timeLimit(.minutes(30)))
struct InferFilesTests {
    @Test("Relations are found by their name and their values, in either direction and within one module")
    func relations() throws {
        let folder = try DataFolder([
            "authors.csv": "id,name\n1,Ann\n2,Bob\n",
            "books.json":
                #"[{"id":"b1","author_id":1,"editors":[1,2],"sequel_id":"b2"},{"id":"b2","author_id":2}]"#,
            "reviews.csv": "book,stars,authors\nb1,1,1|2\nb2,2,2\n",
        ])
        defer { folder.remove() }
        let inferred = try folder.infer()
        #expect(
            inferred.types(of: "books") == [
                "author_id": "relation authors", "editors": "list integer", "sequel_id": "relation books",
            ])
        #expect(
            inferred.types(of: "reviews") == [
                "book": "relation books", "stars": "integer", "authors": "relations authors",
            ])
    }

    @Test("The field that identifies items is not a field of the schema; one that repeats is")
    func ids() throws {
        #expect(try DataFolder.types("id,a\n1,x\n2,y\n").keys.sorted() == ["a"])
        #expect(try DataFolder.types("item_id,a\n1,x\n2,y\n").keys.sorted() == ["a"])
        #expect(try DataFolder.types("Item Id,a\n1,x\n2,y\n").keys.sorted() == ["a"])
        #expect(
            try DataFolder.types("line_item_id,a\n1,x\n2,y\n", as: "line_items.csv").keys.sorted() == ["a"])
        #expect(try DataFolder.types("id,a\n1,x\n1,y\n").keys.sorted() == ["a", "id"])
        #expect(try DataFolder.types("id,uuid\n1,x\n1,y\n").keys.sorted() == ["id"])
    }

    @Test("Semicolons, tabs, a byte order mark, CR LF and decimal commas are recognized")
    func dialects() throws {
        #expect(
            try DataFolder.types("\u{FEFF}a;b\r\n1,5;x, y\r\n2,25;z\r\n") == ["a": "number", "b": "text"])
        #expect(try DataFolder.types("a\tb\n1\tx\n", as: "items.tsv") == ["a": "integer", "b": "text"])
        #expect(try DataFolder.types("a|b|c\n1|x,y|2\n") == ["a": "integer", "b": "text", "c": "integer"])
        #expect(try DataFolder.types("a,a,,b\n1,x,2,3\n").keys.sorted() == ["a", "a_2", "b", "column3"])
    }

    @Test("Names that are no Swift names, or are those of metadata, make a valid schema")
    func names() throws {
        let names = [
            "class", "self", "Type", "1st", "a b", "a-b", "a_b", "aB", "createdAt", "name", "values",
            "metadata",
            "updatedBy", "hash", "isEmpty", "é", "\u{E9}x", "😀", "init", "description", "tags", "revision",
        ]
        let object = names.map { "\"\($0)\":{\"\($0)\":1}" }.joined(separator: ",")
        let types = try DataFolder.types("[{\(object)}]", as: "Content.json")
        #expect(types.count == names.count)
    }

    @Test("A thousand columns are a thousand fields")
    func wide() throws {
        let names = (0..<1_000).map { "c\($0)" }.joined(separator: ",")
        let cells = (0..<1_000).map(String.init).joined(separator: ",")
        let types = try DataFolder.types("\(names)\n\(cells)\n")
        #expect(types.count == 1_000 && Set(types.values) == ["integer"])
    }

    @Test(
        "Files that cannot be read are errors with file and line",
        arguments: [
            ("items.csv", "", "has no items"),
            ("items.csv", "a,b\n", "has no items"),
            ("items.csv", "a,b\n1,2\n3,4,5\n", "items.csv:3:1: error: expected 2 cells"),
            ("items.csv", "a,b\n1,\"x\ny\n", "items.csv:2:1: error: a quoted cell begins here"),
            ("items.ndjson", "{\"a\":1}\n{\"a\":}\n", "items.ndjson:2:1: error: expected a value"),
            ("items.json", "[{\"a\":1},\n{\"a\":2}", "items.json:2:1: error: the array has no end"),
            ("items.json", "[{\"a\":1}\n{\"a\":2}]", "items.json:2:1: error: expected a comma"),
            ("items.json", "[1]", "items.json:1:1: error: expected an item"),
            ("items.json", "[]", "has no items"),
        ])
    func failures(name: String, text: String, message: String) throws {
        let failure = try DataFolder.failure(Data(text.utf8), as: name)
        #expect(failure.contains(message), "\(failure)")
    }

    @Test("Latin-1 and UTF-16 are errors that say how to convert the file")
    func encodings() throws {
        let latin = Data("a,b\n1,M".utf8) + [0xFC] + Data("ller\n".utf8)
        #expect(
            try DataFolder.failure(latin, as: "items.csv").contains(
                "items.csv:2:1: error: the file is not encoded as UTF-8"))
        let line = Data("{\"a\":\"".utf8) + [0xFC] + Data("\"}\n".utf8)
        #expect(try DataFolder.failure(line, as: "items.ndjson").contains("iconv"))
        #expect(try DataFolder.failure(Data([0xFF, 0xFE, 0x61, 0]), as: "items.csv").contains("UTF-16"))
    }

    @Test("The same files give the same schema and the same report")
    func deterministic() throws {
        let folder = try DataFolder([
            "a.json": #"[{"x":{"b":1,"a":2},"y":["q","p"]},{"z":1.5,"y":["p"]}]"#,
            "b.csv": "kind,a_id\nz,1\ny,2\nz,3\n",
        ])
        defer { folder.remove() }
        let first = try folder.infer().outcome
        for _ in 0..<5 {
            let again = try folder.infer().outcome
            #expect(again.text == first.text && again.notes == first.notes)
        }
    }

    @Test("Objects with changing keys, deep objects and keys that appear twice stay JSON or are reported")
    func unusualObjects() throws {
        let keys = (0..<300).map { #"{"counts":{"k\#($0)":1}}"# }.joined(separator: ",")
        #expect(try DataFolder.types("[\(keys)]", as: "a.json") == ["counts": "json"])
        let deep = String(repeating: #"{"a":"#, count: 60) + "1" + String(repeating: "}", count: 60)
        #expect(try DataFolder.types("[\(deep)]", as: "a.json") == ["a": "object a"])
        let folder = try DataFolder(["a.json": #"[{"x":1,"x":"y"}]"#])
        defer { folder.remove() }
        let inferred = try folder.infer()
        #expect(inferred.types(of: "a") == ["x": "integer"])
        #expect(inferred.outcome.notes.first?.contains("the key 'x' appears twice") == true)
    }
}
