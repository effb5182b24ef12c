import QuireSchema
import Testing

@Suite("Import: variants that only constrain")
struct VariantImportTests {
    private func item(_ properties: String, _ more: String = "") throws -> DescribedImport {
        try DescribedImport(
            .jsonSchema, ["item.json": #"{"type":"object","properties":{\#(properties)}\#(more)}"#])
    }

    @Test(
        "A value keeps its type under variants that only constrain it, with a report",
        arguments: [
            (
                #""a":{"type":"array","items":{"type":"object","properties":{"url":{"type":"string"},"alt":{"type":"string"}},"anyOf":[{"required":["url"]},{"required":["alt"]}]}}"#,
                "a: list object url,alt"
            ),
            (
                #""a":{"type":"object","properties":{"x":{"type":"string"}},"oneOf":[{"required":["x"]},{"properties":{"x":{"const":"y"}}}]}"#,
                "a: object x"
            ),
            (
                #""a":{"type":"object","properties":{"x":{"type":"string"}},"anyOf":[{"not":{"required":["x"]}},{"allOf":[{"required":["x"]}]}]}"#,
                "a: object x"
            ),
            (#""a":{"type":"string","anyOf":[{"minLength":5},{"pattern":"^x"}]}"#, "a: text"),
            (#""a":{"type":"number","oneOf":[{"maximum":1},{"type":"integer","minimum":5}]}"#, "a: number"),
            (
                #""a":{"type":"array","items":{"type":"string"},"anyOf":[{"minItems":1},true]}"#,
                "a: list text"
            ),
            (
                ##""a":{"type":"object","properties":{"x":{"type":"integer"}},"anyOf":[{"$ref":"#/$defs/n"},{"maxProperties":3}]}"##,
                "a: object x"
            ),
        ])
    func constraining(property: String, type: String) throws {
        let found = try item(property, #","$defs":{"n":{"required":["x"]}}"#)
        #expect(try found.types(of: "item") == [type], "\(found.notes)")
        #expect(found.notes.contains("Of' of conditions has no equivalent in a schema; left out once"))
    }

    @Test("Variants that add properties or types make a value JSON")
    func adding() throws {
        let found = try item(
            #"""
            "a":{"type":"object","properties":{"x":{"type":"string"}},"anyOf":[{"properties":{"y":{"type":"string"}}},{"required":["x"]}]},
            "b":{"anyOf":[{"type":"string"},{"type":"object"}]},
            "c":{"type":"string","oneOf":[{"const":"x"},{"const":"y"}]}
            """#)
        #expect(try found.types(of: "item") == ["a: json", "b: json", "c: choice x,y"])
        #expect(found.notes.contains("'item.a' has 2 variants of different types"))
    }

    @Test("An OpenAPI list of such objects has the fields that the object's own module has")
    func openAPI() throws {
        let fleet = ##"""
            {"openapi":"3.1.0","components":{"schemas":{
             "Fleet":{"type":"object","properties":{"bikes":{"type":"array","items":{"$ref":"#/components/schemas/Bike"}}}},
             "Bike":{"type":"object","properties":{"lat":{"type":"number"},"station":{"type":"string"}},
              "anyOf":[{"required":["lat"]},{"required":["station"]}]}}}}
            """##
        let found = try DescribedImport(.openAPI, ["fleet.json": fleet])
        #expect(try found.types(of: "Fleet") == ["bikes: list object lat,station"])
    }

    @Test("The variants of a module's own object are reported with the properties that are lost")
    func moduleVariants() throws {
        let found = try item(
            #""a":{"type":"string"}"#,
            #","oneOf":[{"properties":{"b":{"type":"string"}}},{"properties":{"c":{"type":"string"}}}]"#)
        #expect(try found.types(of: "item") == ["a: text"])
        #expect(
            found.notes.contains(
                "'item' has 2 variants, which are left out; these properties of theirs are no fields: 'b', 'c'"
            ))
    }

    @Test(
        "All parts of an allOf count: the tightest limits, the values of each list, and one property's descriptions"
    )
    func allParts() throws {
        let found = try item(
            #"""
            "a":{"type":"integer","minimum":0,"allOf":[{"minimum":5},{"maximum":9},{"maximum":20}]},
            "b":{"enum":["x","y","z"],"allOf":[{"enum":["y","z","q"]}]},
            "c":{"type":"string","pattern":"^a","allOf":[{"pattern":"b$"}]},
            "d":{"items":{"properties":{"x":{"type":"string"}}},"allOf":[{"items":{"properties":{"y":{"type":"string"}}}}]}
            """#, #","allOf":[{"properties":{"c":{"maxLength":7}}}]"#)
        #expect(
            try found.types(of: "item") == ["a: integer", "b: choice y,z", "c: text", "d: list object x,y"])
        let a = try found.field("item", "a").constraints
        #expect(a.minimum == .integer(5))
        #expect(a.maximum == .integer(9))
        let c = try found.field("item", "c").constraints
        #expect(c.pattern == "^a")
        #expect(c.maxLength == 7)
        #expect(found.notes.contains("'pattern' of 'item.c' is left out: a field has one pattern"))
    }
}
