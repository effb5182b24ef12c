import QuireSchema
import Testing

@Suite("Import: JSON Schema")
struct JSONSchemaImportTests {
    private func book(_ properties: String, _ more: String = "") throws -> DescribedImport {
        try DescribedImport(
            .jsonSchema,
            ["api/book.schema.json": #"{"type":"object","properties":{\#(properties)}\#(more)}"#])
    }

    @Test("Types, formats, enums and lists become the types of a schema")
    func types() throws {
        let found = try book(
            #"""
            "title":{"type":"string"}, "pages":{"type":"integer"}, "price":{"type":"number"},
            "sold":{"type":"boolean"}, "day":{"type":"string","format":"date"},
            "at":{"type":"string","format":"date-time"}, "site":{"type":"string","format":"uri"},
            "status":{"enum":["draft","live"]}, "kind":{"const":"book"},
            "tags":{"type":"array","items":{"type":"string"}},
            "days":{"type":"array","items":{"type":"string","format":"date"}},
            "moods":{"type":"array","items":{"enum":["calm","wild"]}},
            "size":{"type":"object","properties":{"w":{"type":"number"},"h":{"type":"number"}},"required":["w"]},
            "parts":{"type":"array","items":{"type":"object","properties":{"n":{"type":"integer"}}}},
            "place":{"type":"object","properties":{"lat":{"type":"number"},"lng":{"type":"number"}}}
            """#, #","required":["title","day"]"#)
        #expect(
            try found.types(of: "book") == [
                "title: text!", "pages: integer", "price: number", "sold: boolean", "day: date dateOnly!",
                "at: dateTime rfc3339", "site: url", "status: choice draft,live", "kind: choice book",
                "tags: list text", "days: list date dateOnly", "moods: choices calm,wild", "size: object w,h",
                "parts: list object n", "place: geopoint",
            ])
        #expect(found.outcome.notes == [])
    }

    @Test("Null in the type, in anyOf, in enum or by nullable makes a required property optional")
    func nullability() throws {
        let found = try book(
            #"""
            "a":{"type":["string","null"]}, "b":{"anyOf":[{"type":"integer"},{"type":"null"}]},
            "c":{"enum":["x",null]}, "d":{"type":"number","nullable":true}, "e":{"type":"number"}
            """#, #","required":["a","b","c","d","e"]"#)
        #expect(
            try found.types(of: "book") == [
                "a: text", "b: integer", "c: choice x", "d: number", "e: number!",
            ])
    }

    @Test("References and allOf combine properties, in the same file and in another")
    func references() throws {
        let found = try DescribedImport(
            .jsonSchema,
            [
                "book.json": #"""
                {"allOf":[{"$ref":"#/$defs/base"},{"properties":{"author":{"$ref":"author.json"},
                 "a~b":{"$ref":"#/$defs/a~1b"}},"required":["title"]}],
                 "$defs":{"base":{"properties":{"title":{"type":"string"}}},"a/b":{"type":"integer"}}}
                """#,
                "author.json": #"{"properties":{"name":{"type":"string"}}}"#,
            ])
        #expect(
            try found.types(of: "book") == ["title: text!", "author: object name", "a~b: integer"])
        #expect(try found.types(of: "author") == ["name: text"])
    }

    @Test("An object that contains itself becomes JSON at the place of the cycle, with a report")
    func recursion() throws {
        let found = try book(
            ##""title":{"type":"string"},"next":{"$ref":"#"},"tree":{"$ref":"#/$defs/t"}"##,
            ##","$defs":{"t":{"type":"object","properties":{"v":{"type":"integer"},"kids":{"type":"array","items":{"$ref":"#/$defs/t"}}}}}"##
        )
        #expect(try found.types(of: "book") == ["title: text", "next: json", "tree: object v,kids"])
        #expect(found.notes.contains("'book.next' contains itself; imported as 'json'"))
        #expect(found.notes.contains("'book.tree.kids[]' contains itself"))
    }

    @Test("A value of several types becomes JSON, and is reported with its location")
    func variants() throws {
        let found = try book(
            #"""
            "a":{"oneOf":[{"type":"string"},{"type":"object","properties":{"x":{"type":"string"}}}]},
            "b":{"type":["string","integer"]}, "c":{"oneOf":[{"const":"x"},{"const":"y"}]},
            "d":{"anyOf":[{"type":"integer"},{"type":"number"}]}, "e":{}, "f":{"$ref":"#/nowhere"}
            """#)
        #expect(
            try found.types(of: "book") == [
                "a: json", "b: json", "c: choice x,y", "d: number", "e: json", "f: json",
            ])
        #expect(
            found.notes.contains(
                "api/book.schema.json:1:36: warning: 'book.a' has 2 variants of different types; imported as 'json'"
            ))
        #expect(found.notes.contains("'book.b' has the types string, integer"))
        #expect(found.notes.contains("'book.f' refers to '#/nowhere', which is in none of the files"))
    }

    @Test("Keywords that a schema does not have are counted and reported at their first use")
    func keywords() throws {
        let found = try book(
            #""a":{"type":"string","contentEncoding":"base64"},"b":{"type":"integer","multipleOf":5},"c":{"type":"integer","multipleOf":3}"#
        )
        #expect(found.notes.contains("'multipleOf' has no equivalent in a schema; left out 2 times"))
        #expect(found.notes.contains("'contentEncoding' has no equivalent in a schema; left out once"))
    }

    @Test("Limits become constraints; those that no value keeps and unsupported patterns are reported")
    func constraints() throws {
        let found = try book(
            #"""
            "a":{"type":"string","minLength":1,"maxLength":9,"pattern":"^[a-z]+$","default":"B"},
            "b":{"type":"integer","minimum":0,"maximum":5,"default":3},
            "c":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":3},
            "d":{"type":"string","pattern":"(?=x)","minLength":5,"maxLength":2}
            """#)
        let text = try #require(found.outcome.text).split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
        #expect(text.contains(#""minLength": 1, "maxLength": 9, "pattern": "^[a-z]+$""#))
        #expect(text.contains(#""minimum": 0, "maximum": 5"#))
        #expect(text.contains(#""minItems": 1, "maxItems": 3"#))
        #expect(try found.field("book", "b").defaultValue == .integer(3))
        #expect(try found.field("book", "a").defaultValue == nil)
        for key in ["pattern", "minLength", "maxLength"] {
            #expect(found.notes.contains("'\(key)' of 'book.d' is left out: "), "\(found.notes)")
        }
    }

    @Test("Descriptions, defaults and deprecation are kept; a default that does not fit is reported")
    func annotations() throws {
        let found = try book(
            #""a":{"type":"integer","default":3,"description":"How many.","deprecated":true},"b":{"type":"integer","default":1e300}"#
        )
        let a = try found.field("book", "a")
        #expect(a.description == "How many.")
        #expect(a.defaultValue == .integer(3))
        #expect(a.deprecated != nil)
        #expect(try found.field("book", "b").defaultValue == nil)
        #expect(found.notes.contains("the default of 'book.b' does not fit 'integer'; skipped"))
    }

    @Test(
        "The id of the item is no field, and a file with definitions only has a module for each root object")
    func modules() throws {
        let found = try DescribedImport(
            .jsonSchema,
            [
                "all.json": #"""
                {"definitions":{"Book":{"properties":{"id":{"type":"string"},"by":{"$ref":"#/definitions/Author"}}},
                 "Author":{"properties":{"name":{"type":"string"}}}}}
                """#
            ])
        #expect(found.moduleNames == ["Book"])
        #expect(try found.types(of: "Book") == ["by: object name"])
        #expect(found.notes.contains("'id' is the id of the item"))
    }

    @Test(
        "Input that is no JSON Schema writes nothing, with the reason and its location",
        arguments: [
            ("7", "a.json:1:1: error: expected a JSON Schema, which is an object"),
            (#"{"quire":1}"#, "this is already a schema of Quire"),
            (#"{"openapi":"3.1.0"}"#, "use 'quire import openapi'"),
            (#"{"type":"string"}"#, "there is no module to import"),
            (#"{"properties":{"":{"type":"string"}}}"#, "is empty; skipped"),
            (
                #"{"properties":{"cafe\u0301":{"type":"string"}}}"#,
                #"is not in Unicode's composed form (NFC): it has U+0065 U+0301; write \u00E9 instead; skipped"#
            ),
            (#"{"properties":"#, "a.json:1:15: error: "),
        ])
    func refused(_ text: String, _ message: String) throws {
        let found = try DescribedImport(.jsonSchema, ["a.json": text])
        #expect(found.outcome.text == nil)
        #expect(found.notes.contains(message), "\(found.notes)")
    }

    @Test("A hundred thousand properties, definitions and references, and chains of them, take linear time")
    func huge() throws {
        let properties = (0..<100_000).map { ##""p\##($0)":{"$ref":"#/$defs/d\##($0)"}"## }.joined(
            separator: ",")
        let definitions = (0..<100_000).map { #""d\#($0)":{"type":"string"}"# }.joined(separator: ",")
        let found = try book(properties, #","$defs":{\#(definitions)}"#)
        #expect(try found.types(of: "book").count == 2_000)
        #expect(found.notes.contains("has more properties than a module can have fields"))
        let chain = (0..<100_000).map { ##""c\##($0)":{"$ref":"#/$defs/c\##($0 + 1)"}"## }.joined(
            separator: ",")
        let long = try book(
            ##""a":{"$ref":"#/$defs/c0"}"##, #","$defs":{\#(chain),"c100000":{"type":"string"}}"#)
        #expect(try long.types(of: "book") == ["a: json"])
    }

    @Test("Objects that multiply by references are refused before they exhaust the memory")
    func multiplying() throws {
        let levels = (0..<7).map { level in
            let members = (0..<10).map { ##""m\##($0)":{"$ref":"#/$defs/l\##(level + 1)"}"## }.joined(
                separator: ",")
            return #""l\#(level)":{"type":"object","properties":{\#(members)}}"#
        }.joined(separator: ",")
        let found = try book(
            ##""a":{"$ref":"#/$defs/l0"}"##, #","$defs":{\#(levels),"l7":{"type":"string"}}"#)
        #expect(found.outcome.text == nil)
        #expect(
            found.notes.contains("error: the objects have more than 50000 fields with all that they contain")
        )
    }
}
