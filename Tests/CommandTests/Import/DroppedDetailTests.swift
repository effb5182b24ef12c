import QuireSchema
import Testing

/// What a schema cannot hold is reported.
@Suite("Import: details that a schema cannot hold")
struct DroppedDetailTests {
    private func item(_ properties: String, _ more: String = "") throws -> DescribedImport {
        try DescribedImport(
            .jsonSchema, ["item.json": #"{"type":"object","properties":{\#(properties)}\#(more)}"#])
    }

    @Test(
        "A limit beyond what a schema can hold is dropped with a report",
        arguments: [
            (
                #""type":"string","minLength":1e30"#,
                "'minLength' of 'item.a' is left out: a schema holds whole numbers from 0 to 1000000000"
            ),
            (#""type":"string","maxLength":2.5"#, "'maxLength' of 'item.a' is left out"),
            (#""type":"string","minLength":-1"#, "'minLength' of 'item.a' is left out"),
            (
                #""type":"array","items":{"type":"string"},"maxItems":99999999999"#,
                "'maxItems' of 'item.a' is left out"
            ),
            (
                #""type":"number","maximum":1e400"#,
                "'maximum' of 'item.a' is left out: a schema holds 64-bit numbers"
            ),
            (#""type":"integer","minimum":-1e999"#, "'minimum' of 'item.a' is left out"),
            (#""type":"integer","minimum":9,"maximum":3"#, "'minimum' is above 'maximum', so no value fits"),
            (#""type":"number","default":1e400"#, "the default of 'item.a' does not fit 'number'"),
        ])
    func limits(property: String, note: String) throws {
        let found = try item(#""a":{\#(property)},"b":{"type":"integer","maximum":1e300}"#)
        #expect(try found.field("item", "a").constraints.isEmpty)
        #expect(try found.field("item", "b").constraints.maximum == .number(1e300))
        #expect(found.notes.contains(note), "\(found.notes)")
    }

    @Test(
        "Values of a list that a choice cannot hold are reported",
        arguments: [
            (
                #""enum":[1,2,3]"#, "a: integer",
                "'item.a' is one of 1, 2, 3, and the values of a choice are texts"
            ),
            (#""enum":[1.5,2]"#, "a: number", "'item.a' is one of 1.5, 2,"),
            (#""const":true"#, "a: boolean", "'item.a' is one of true,"),
            (#""enum":["a",1]"#, "a: json", "'item.a' has values of different types; imported as 'json'"),
            (
                #""anyOf":[{"enum":["a"]},{"type":"string"}]"#, "a: text",
                "'item.a' lists values, but allows others"
            ),
        ])
    func values(property: String, type: String, note: String) throws {
        let found = try item(#""a":{\#(property)}"#)
        #expect(try found.types(of: "item") == [type])
        #expect(found.notes.contains(note), "\(found.notes)")
    }

    @Test("A list of both booleans, with null, loses nothing")
    func booleans() throws {
        let found = try item(#""a":{"enum":[true,false,null]}"#)
        #expect(try found.types(of: "item") == ["a: boolean"])
        #expect(found.notes.isEmpty)
    }

    @Test(
        "A keyword or format that is dropped is reported, and one that is kept is not",
        arguments: [
            (#""type":"string","format":"uuid""#, "the format 'uuid'"),
            (#""type":"string","format":"byte""#, "the format 'byte'"),
            (#""type":"string","format":"date""#, nil), (#""type":"string","format":"uri""#, nil),
            (#""type":"integer","format":"int32""#, "the format 'int32'"),
            (#""type":"array","items":{"type":"string","pattern":"^x"}"#, "'pattern'"),
            (#""type":"integer","format":"int64""#, nil), (#""type":"number","format":"double""#, nil),
            (#""type":"string","readOnly":true"#, "'readOnly'"), (#""type":"string","readOnly":false"#, nil),
            (#""type":"number","exclusiveMinimum":5"#, "'exclusiveMinimum'"),
            (#""type":"number","minimum":5,"exclusiveMinimum":false"#, nil),
            (
                #""type":"object","properties":{"x":{"type":"string"}},"additionalProperties":false"#,
                "'additionalProperties'"
            ),
            (#""type":"object","properties":{"x":{"type":"string"}},"additionalProperties":true"#, nil),
            (#""type":"object","properties":{"x":{"type":"string"}},"if":{"required":["x"]}"#, "'if'"),
            (
                #""type":"object","properties":{"x":{"type":"string"}},"unevaluatedProperties":false"#,
                "'unevaluatedProperties'"
            ),
            (#""type":"string","futureKeyword":7"#, "'futureKeyword'"),
        ] as [(String, String?)])
    func keywords(property: String, shown: String?) throws {
        let found = try item(#""a":{\#(property)}"#)
        let expected = shown.map { "\($0) has no equivalent in a schema; left out once" }
        #expect(found.outcome.notes.count == (shown == nil ? 0 : 1), "\(found.notes)")
        #expect(expected.map { found.notes.contains($0) } ?? true, "\(found.notes)")
    }

    @Test("Lists without a type of elements are reported")
    func lists() throws {
        let found = try item(#""a":{"type":"array","items":false},"b":{"type":"array"}"#)
        #expect(try found.types(of: "item") == ["a: list json", "b: list json"])
        #expect(found.notes.contains("'item.a' allows no elements; imported as 'list of json'"))
        #expect(found.notes.contains("'item.b' does not say what its elements are"))
    }

    @Test("Remarks are reported together")
    func remarks() throws {
        let found = try item(#""a":{"type":"string","title":"A","x-color":"red","example":"q"}"#)
        #expect(
            found.outcome.notes == [
                "item.json:1:91: warning: remarks that do not change the values are left out: 'example', 'title', 'x-color'"
            ])
    }

    @Test("Schemas and files that are no objects are named, and --modules says what they are")
    func noObjects() throws {
        let pets = ##"""
            {"openapi":"3.0.0","components":{"schemas":{
             "Cat":{"type":"object","properties":{"lives":{"type":"integer"}}},
             "Pet":{"oneOf":[{"$ref":"#/components/schemas/Cat"},{"$ref":"#/components/schemas/Dog"}]},
             "Labels":{"type":"object","additionalProperties":{"type":"string"}},
             "Size":{"type":"string","enum":["s"]}}}}
            """##
        let found = try DescribedImport(.openAPI, ["pets.json": pets])
        #expect(found.moduleNames == ["Cat"])
        #expect(
            found.notes.contains(
                "pets.json:3:8: warning: schemas that are no objects with properties have no modules: 'Pet' (one of 'Cat', "
                    + "'Dog'), 'Labels' (without named properties), 'Size' (a list of values)"))
        let error = #expect(throws: RefusedOptionsError.self) {
            try DescribedImport(.openAPI, ["pets.json": pets], modules: ["Pet"])
        }
        #expect(
            error?.message
                == "--modules: 'Pet' is no object with properties, so it has no module: it is one of 'Cat', 'Dog'. "
                + "Name one of: Cat")
        let files = try DescribedImport(
            .jsonSchema,
            ["a.json": #"{"type":"string"}"#, "b.json": #"{"properties":{"x":{"type":"string"}}}"#])
        #expect(files.moduleNames == ["b"])
        #expect(files.notes.contains("'a' (of type string)"))
    }

    @Test("A small document that unfolds to megabytes of code is refused, with its largest objects")
    func unfolding() throws {
        // Each level contains the next one four times.
        let levels = (0..<7).map { level -> String in
            let members = (0..<4).map { ##""m\##($0)":{"$ref":"#/$defs/l\##(level + 1)"}"## }
            return #""l\#(level)":{"type":"object","properties":{\#(members.joined(separator: ","))}}"#
        }.joined(separator: ",")
        let found = try item(
            ##""a":{"$ref":"#/$defs/l0"}"##, #","$defs":{\#(levels),"l7":{"type":"string"}}"#)
        #expect(found.outcome.text == nil)
        #expect(found.notes.contains("item.json:1:1: error: the objects with all that they contain become "))
        #expect(
            found.notes.contains(
                "so no schema is written. Import fewer of them: --modules <names>. The largest: 'item' ("))
    }
}
