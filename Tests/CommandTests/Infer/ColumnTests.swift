import Foundation
import Testing

@Suite("A column gets a type only if its values give every cell back", .timeLimit(.minutes(30)))
struct ColumnTests {
    /// The type of a column, and its line of the report.
    private static func column(
        _ name: String, _ cells: [String], separator: String = ",", others: [String] = []
    ) throws -> (type: String?, line: String) {
        let rows = cells.enumerated().map { index, cell in
            let other = others.isEmpty ? "" : separator + others[index]
            return "k\(index)\(separator)\"\(cell)\"\(other)"
        }
        let header = "id\(separator)\(name)" + (others.isEmpty ? "" : separator + "other")
        let folder = try DataFolder(["items.csv": "\(header)\n\(rows.joined(separator: "\n"))\n"])
        defer { folder.remove() }
        let inferred = try folder.infer()
        let line = inferred.outcome.notes.first { $0.hasPrefix("items.\(name):") } ?? ""
        return (inferred.types(of: "items")[name], line)
    }

    @Test(
        "Digits that a number would not give back are texts, and the report says why",
        arguments: [
            (["5E0", "5E1"], "'5E0' may be a code"),
            (["1.9", "1.10", "1.1"], "'1.10' would lose its last zero"),
            (["1.0", "2"], "'1.0' would look as a whole number does"),
            (["9007199254740993", "1.5"], "'9007199254740993' has more digits than a number keeps"),
            (["0.1234567890123456789", "1.5"], "has more digits than a number keeps"),
            (["+5", "6"], "'+5' would lose its sign"),
            (["-0", "6"], "'-0' would lose its sign"),
            (["007", "8"], "'007' would lose its zeros"),
            ([".5", ".25"], "'.5' has no digit before its decimals"),
            (["1,234", "2,500"], "the mark in '1,234' may separate thousands or decimals"),
            (["1,234.50", "17.25"], "the mark in '1,234.50' may separate thousands or decimals"),
        ])
    func digits(cells: [String], reason: String) throws {
        let (type, line) = try Self.column("v", cells)
        #expect(type == "text" && line.contains(reason), "\(line)")
    }

    @Test(
        "Numbers in one form are numbers",
        arguments: [
            (["1", "2.5"], ""), (["0.50", "12.00"], "written with 2 decimals"),
            (["1", "2.50"], "2 decimals"),
            (["1.0", "2.25"], "whole numbers are written as 1.0"), (["1e-05", "0.5"], ""),
            (["-0.5", "NaN"], "1 cell without a value, as 'NaN'"),
        ])
    func numbers(cells: [String], reason: String) throws {
        let (type, line) = try Self.column("v", cells)
        #expect(type == "number" && (reason.isEmpty || line.contains(reason)), "\(line)")
    }

    @Test(
        "Of marks before three digits, other cells and columns tell what they are",
        arguments: [
            (["1.234", "12.500"], ["0,50", "7,25"], "text"),
            (["1.234", "0.75"], ["0,50", "7,25"], "number"),
            (["1.234", "12.500"], ["a", "b"], "text"), (["1.234", "12.500"], ["0.5", "7.25"], "number"),
            (["1.234", "12.345"], ["0.5", "7.25"], "number"),
            (["1,234", "12,345"], ["0,5", "7,25"], "number"),
            (["1,234", "12,500"], ["a", "b"], "text"), (["1,5", "2.5"], ["a", "b"], "text"),
        ])
    func marks(cells: [String], others: [String], type: String) throws {
        let (found, line) = try Self.column("v", cells, separator: ";", others: others)
        #expect(found == type, "\(line)")
    }

    @Test(
        "Words are booleans only as a pair in one spelling",
        arguments: [
            ("v", ["yes", "no"], "boolean"), ("v", ["YES", "NO"], "boolean"), ("v", ["yes", "NO"], "text"),
            ("v", ["yes", "Yes", "no"], "text"), ("v", ["true", "TRUE", "false"], "text"),
            ("v", ["NO", "NO"], "text"),
            ("v", ["NO", "ON", "OFF"], "text"), ("v", ["ON", "OFF"], "text"),
            ("enabled", ["on", "off"], "boolean"),
            ("code", ["Y", "N"], "text"), ("v", ["t", "f"], "boolean"), ("v", ["y", "f"], "text"),
        ])
    func booleans(name: String, cells: [String], type: String) throws {
        #expect(try Self.column(name, cells).type == type)
    }

    @Test(
        "Pairs are places only under a name that says so, which also tells their order",
        arguments: [
            ("lng_lat", ["-80.54, 43.46", "13.40, 52.52"], "geopoint"), ("latlng", ["52.5,13.4"], "geopoint"),
            ("latlng", ["152.5,13.4"], "text"), ("lonlat", ["152.5,13.4"], "geopoint"),
            ("size", ["52.5, 13.4"], "text"), ("location", ["52.5, 13.4", "-"], "text"),
        ])
    func pairs(name: String, cells: [String], type: String) throws {
        #expect(try Self.column(name, cells).type == type)
    }

    @Test(
        "Cells are lists only under a name or with elements that say so, and without empty elements",
        arguments: [
            ("parts", ["x;;y", "a;b"], "text"), ("parts", ["x;y", "a; b"], "list text"),
            ("parts", ["x;y;"], "text"),
            ("v", ["Main St 1; 2nd floor", "X; y"], "text"),
            ("v", Array(repeating: "red;blue", count: 5), "list text"),
            ("authors", ["Austen, Jane", "Twain, Mark"], "text"),
            ("authors", ["Jane Austen, Mark Twain", "Edgar Poe"], "list text"),
        ])
    func lists(name: String, cells: [String], type: String) throws {
        let found = try Self.column(name, cells).type ?? ""
        #expect(found == type || type == "list text" && found == "choices blue,red", "\(found)")
    }

    @Test(
        "Dates in several forms are dates as long as no two cells are one date",
        arguments: [
            (["2024-02-29", "29.02.2024"], "text"), (["2024-02-28", "29.02.2024"], "date dateOnly"),
            (["2024-02-29T12:00:00Z", "2024-02-29 12:00"], "text"), (["01.02.24", "03.04.24"], "text"),
            (["2024-01-01T00:00:00.123456Z", "2024-01-01T00:00:00.123789Z"], "text"),
            (["2024-01-01T00:00:00.123456Z", "2024-01-01T00:00:00.124789Z"], "dateTime rfc3339"),
        ])
    func dates(cells: [String], type: String) throws {
        let (found, line) = try Self.column("v", cells)
        #expect(found == type, "\(line)")
    }

    @Test(
        "Words for no value do not apply to texts, URLs and colors",
        arguments: [
            (["https://a.example", "N/A"], "text"), (["https://a.example", ""], "url"),
            (["#fff", "-"], "text"),
            (["2024-02-29", "unknown"], "date dateOnly"),
        ])
    func words(cells: [String], type: String) throws {
        #expect(try Self.column("v", cells).type == type)
    }

    @Test("Columns of a latitude and a longitude are one place, unless they are no place in all items")
    func coordinates() throws {
        let stores = try DataFolder.types("id,pickup_lat,pickup_lng\n1,52.50,13.4\n2,48.1,11.5\n3,,\n")
        #expect(stores == ["pickup_location": "geopoint"])
        for text in [
            "id,lat,lng\n1,152.5,13.4\n", "id,lat,lng\n1,52.5,13.4\n2,48.1,\n",
            "id,lat,lng\n1,52.5,\n2,,13.4\n",
        ] {
            #expect(try DataFolder.types(text).keys.sorted() == ["lat", "lng"])
        }
        #expect(
            try DataFolder.types("id,lat,lng,location\n1,52.5,13.4,Berlin\n").keys.sorted() == [
                "lat", "lng", "location",
            ])
    }

    @Test("Points of GeoJSON are places; positions with a height are not, because it would be lost")
    func geoJSON() throws {
        func type(_ position: String) throws -> String? {
            try DataFolder.types(
                #"[{"id":1,"geometry":{"type":"Point","coordinates":\#(position)}}]"#, as: "items.json")[
                    "geometry"]
        }
        #expect(try type("[13.4,52.5]") == "geopoint")
        #expect(try type("[13.4,52.5,30]") == "object type,coordinates")
        #expect(try type("[13.4,95]") == "json")
    }

    @Test(
        "JSON numbers that no number holds are texts",
        arguments: [
            ["9007199254740993", "1.5"], ["0.99999999999999999", "1"], ["4503599627370496.5", "1"],
            ["9007199254740993.0", "1"],
        ])
    func jsonNumbers(tokens: [String]) throws {
        let lines = tokens.map { "{\"a\":\($0)}" }.joined(separator: "\n")
        #expect(try DataFolder.types(lines, as: "items.ndjson")["a"] == "text")
    }

    @Test("A key that is not composed is left out, with a warning that says what to write")
    func uncomposedKeys() throws {
        let keys = "[{\"id\":1,\"\u{e9}\":1},{\"id\":2,\"e\u{301}\":2}]"
        #expect(try DataFolder.types(keys, as: "items.json") == ["\u{e9}": "integer"])
        let folder = try DataFolder(["items.json": keys])
        defer { folder.remove() }
        let notes = try folder.infer().outcome.notes
        #expect(
            notes.contains {
                $0.contains("/items.json:1:1: warning: the key '")
                    && $0.contains("it has U+0065 U+0301; write \\u00E9")
            }, "\(notes)")
        let nested = "[{\"a\":{\"\u{e9}\":1}},{\"a\":{\"e\u{301}\":2}}]"
        #expect(try DataFolder.types(nested, as: "items.json") == ["a": "json"])
    }

    @Test("The item of a value that does not fit is named, because a line may hold all of them")
    func item() throws {
        let folder = try DataFolder(["items.json": #"[{"id":"a","n":1},{"id":"b","n":"x"}]"#])
        defer { folder.remove() }
        let error = #expect(throws: UnusableDataError.self) { try folder.infer(types: ["n": "integer"]) }
        #expect(error?.description.contains("items.json:1:1: error: items.n cannot be integer") == true)
        #expect(error?.description.contains(", item 'b'") == true)
    }
}
