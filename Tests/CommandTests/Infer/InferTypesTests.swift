import Foundation
import QuireSchema
import Testing

@Suite("quire infer proposes the types that a person would choose", .timeLimit(.minutes(30)))
struct InferTypesTests {
    private static func cells(_ name: String, _ cells: [String]) throws -> String? {
        let rows = cells.map { "\"\($0.replacingOccurrences(of: "\"", with: "\"\""))\",x" }
        return try DataFolder.types("\(name),other\n\(rows.joined(separator: "\n"))\n")[name]
    }

    private static func json(_ name: String, _ values: [String]) throws -> String? {
        let lines = values.map { #"{"\#(name)":\#($0),"other":"x"}"# }
        return try DataFolder.types(lines.joined(separator: "\n"), as: "items.ndjson")[name]
    }

    @Test(
        "Cells with digits are numbers, except identifiers and leading zeros",
        arguments: [
            ("count", ["1", "20", "-3"], "integer"),
            ("count", ["1", "", "N/A"], "integer"),
            ("price", ["1", "2.50"], "number"),
            ("price", ["1.5", "1e-05"], "number"),
            ("price", ["1e3", ".5"], "text"),
            ("year", ["1815", "1999"], "integer"),
            ("zip", ["10115", "99999"], "text"),
            ("isbn", ["439023483", "9780439023481"], "text"),
            ("phoneNumber", ["00491", "030"], "text"),
            ("key", ["007", "008"], "text"),
            ("serial", ["92233720368547758070", "1"], "text"),
            ("code", ["1", "A2"], "text"),
            ("phone", ["+4930", "+4931"], "text"),
        ])
    func digits(name: String, cells: [String], type: String) throws {
        #expect(try Self.cells(name, cells) == type)
    }

    @Test(
        "Cells are booleans if they say yes and no, or 0 and 1 under a name of a flag",
        arguments: [
            ("done", ["true", "FALSE"], "boolean"),
            ("done", ["yes", "no", ""], "boolean"),
            ("member", ["Y", "N"], "boolean"),
            ("value", ["0", "1"], "integer"),
            ("is_new", ["0", "1"], "boolean"),
            ("hasCover", ["1", "1"], "boolean"),
            ("isFirst", ["0", "2"], "integer"),
        ])
    func booleans(name: String, cells: [String], type: String) throws {
        #expect(try Self.cells(name, cells) == type)
    }

    @Test(
        "Dates are read in the forms that name their parts in a clear order",
        arguments: [
            ("day", ["2024-02-29", "1999-12-31"], "date dateOnly"),
            ("day", ["29.02.2024", "1.3.2024"], "date dateOnly"),
            ("day", ["2024/02/29"], "date dateOnly"),
            ("day", ["2023-02-29"], "text"),
            ("day", ["02/03/2024"], "text"),
            ("at", ["2024-02-29T12:00:00Z", "2024-02-29 12:30"], "dateTime rfc3339"),
            ("at", ["2024-02-29T12:00:00.123+0100"], "dateTime rfc3339"),
            ("at", ["2024-02-29", "2024-02-29T12:00:00Z"], "dateTime rfc3339"),
            ("created_at", ["1700000000", "1700000001"], "dateTime epochSeconds"),
            ("createdAt", ["1700000000000"], "dateTime epochMilliseconds"),
            ("population", ["1700000000"], "integer"),
        ])
    func dates(name: String, cells: [String], type: String) throws {
        #expect(try Self.cells(name, cells) == type)
    }

    @Test(
        "Texts with a form are URLs, images, colors, points, HTML, or long texts",
        arguments: [
            ("site", ["https://a.example/x?y=1", ""], "url"),
            ("photo", ["https://a.example/1", "https://a.example/2"], "image"),
            ("file", ["https://a.example/1.pdf"], "document"),
            ("clip", ["https://a.example/1.mp4?x"], "video"),
            ("site", ["see https://a.example"], "text"),
            ("tint", ["#fff", "#A1B2C3"], "color"),
            ("place", ["52.5, 13.4", "-33.9,151.2"], "geopoint"),
            ("place", ["95.5, 13.4"], "text"),
            ("intro", ["<p>Hello</p>"], "html"),
            ("remark", ["a\nb"], "longText"),
            ("remark", ["1 < 2 > 0"], "text"),
        ])
    func forms(name: String, cells: [String], type: String) throws {
        #expect(try Self.cells(name, cells) == type)
    }

    @Test(
        "Cells hold lists if a separator is consistent, or if they are JSON",
        arguments: [
            ("parts", ["a1;b2", "c3;d4", "e5"], "list text"),
            ("sizes", ["1|2", "3|4"], "list integer"),
            ("tags", ["red, green", "blue"], "list text"),
            ("author", ["Austen, Jane", "Twain, Mark"], "text"),
            ("values", ["[1,2]", "[]"], "list integer"),
            ("dims", [#"{"w":1}"#, #"{"w":2}"#], "object w"),
            ("remark", ["[draft] one", "two"], "text"),
        ])
    func lists(name: String, cells: [String], type: String) throws {
        #expect(try Self.cells(name, cells) == type)
    }

    @Test(
        "JSON values keep their JSON type",
        arguments: [
            ("a", ["1", "2.5"], "number"),
            ("a", ["1", "null"], "integer"),
            ("a", ["1", "\"\""], "integer"),
            ("a", ["12345678901234567890", "1"], "text"),
            ("a", ["9007199254740993"], "integer"),
            ("a", ["true", "false"], "boolean"),
            ("a", ["1", "\"x\""], "text"),
            ("a", ["\"12\""], "text"),
            ("a", ["null"], "text"),
            ("a", ["[1,2]", "[]"], "list integer"),
            ("a", ["[1,\"x\"]"], "list text"),
            ("a", ["[[1]]"], "json"),
            ("a", ["[1,null]"], "json"),
            ("a", ["\"x\"", "[\"y\"]"], "list text"),
            ("a", ["{\"lat\":1.5,\"lng\":2}"], "geopoint"),
            ("a", ["{\"lat\":91,\"lng\":2}"], "object lat,lng"),
            ("a", ["{\"x\":1}", "3"], "json"),
            ("a", ["{}"], "json"),
            ("a", ["{\"en\":\"Hi\",\"de\":\"Hallo\"}"], "localizedText"),
            ("a", ["[{\"x\":1},{\"x\":2,\"y\":\"a\"}]"], "list object x,y"),
            ("a", ["[\"2024-01-01\"]"], "list date dateOnly"),
            ("zip", ["10115"], "integer"),
        ])
    func json(name: String, values: [String], type: String) throws {
        #expect(try Self.json(name, values) == type)
    }

    @Test("Few values that repeat are a choice; names, codes and rare values are not")
    func choices() throws {
        let rows = (0..<60).map {
            "\(["open", "closed"][$0 % 2]),\(["Ann", "Bob"][$0 % 2]),\(["10115", "99999"][$0 % 2]),w\($0)"
        }
        let text = "phase,name,code,rare\n" + rows.joined(separator: "\n")
        let types = try DataFolder.types(text)
        #expect(types == ["phase": "choice closed,open", "name": "text", "code": "integer", "rare": "text"])
        #expect(try DataFolder.types(text, choiceLimit: 0)["phase"] == "text")
    }

    @Test("A field that every item has is required; null, a missing key and an empty cell are no value")
    func required() throws {
        let folder = try DataFolder([
            "a.json": #"[{"x":1,"y":null,"z":{"p":1,"q":2}},{"x":2,"y":2,"z":{"p":1}}]"#,
            "b.csv": "x,y,w\n1,a,-\n2,,3\n",
        ])
        defer { folder.remove() }
        let inferred = try folder.infer()
        #expect(inferred.fields(of: "a").map(\.required) == [true, false, true])
        guard case .object(let members)? = inferred.fields(of: "a").last?.type else {
            Issue.record("z is not an object")
            return
        }
        #expect(members.map(\.required) == [true, false])
        #expect(inferred.fields(of: "b").map(\.required) == [true, false, false])
    }

    @Test("Options set types; a value that does not fit is an error with its line")
    func options() throws {
        let set = ["a": "text", "items.b": "choice"]
        #expect(try DataFolder.types("a,b\n1,x\n2,y\n", types: set) == ["a": "text", "b": "choice x,y"])
        for (text, types) in [
            ("a,b\n1,2\n2,y\n", ["b": "integer"]), ("a,b\n1,2\n", ["c": "text"]),
            ("a,b\n1,2\n", ["b": "strign"]),
        ] {
            #expect(throws: UnusableDataError.self) { try DataFolder.types(text, types: types) }
        }
    }
}
