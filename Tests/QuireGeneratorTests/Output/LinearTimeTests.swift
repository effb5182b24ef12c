import QuireSchema
import Testing

@testable import QuireGenerator

/// Sizes at which a quadratic pass takes many minutes, and a linear pass a few seconds.
@Suite("Schemas are read and generated in linear time")
struct LinearTimeTests {
    /// Numbered declarations of a schema.
    private func list(_ count: Int, _ text: (Int) -> String) -> String {
        (0..<count).map(text).joined(separator: ",")
    }

    private func planned(_ json: String) throws -> SchemaPlanner {
        let (schema, diagnostics) = readSchema(documents: [SchemaDocument(path: "schema.json", text: json)])
        var planner = SchemaPlanner(try #require(schema, "\(diagnostics)"))
        _ = planner.plan()
        return planner
    }

    /// A module with an object: a module's own fields are limited, an object's are not.
    private func object(fields: String) -> String {
        #"{ "name": "m", "fields": [{ "name": "o", "type": "object", "fields": [\#(fields)] }] }"#
    }

    @Test("Two million empty lines before a description are skipped in one pass")
    func emptyLines() {
        let lines = DocComment.lines([String(repeating: "\n", count: 2_000_000) + "Text\n\n"])
        #expect(lines == ["/// Text"])
    }

    @Test("The names of a choice's 60,000 default values are found by value")
    func defaults() throws {
        let values = list(60_000) { "\"v\($0)\"" }
        let field = #"{ "name": "f", "type": "choices", "values": [\#(values)], "default": [\#(values)] }"#
        #expect(try generated(module(fields: field)).text.contains(".v59998, .v59999]"))
    }

    @Test(
        "40,000 fields with colliding types, beside 40,000 without, are each reported without counting the others"
    )
    func collidingTypes() throws {
        func choice(_ name: String) -> String {
            #"{ "name": "\#(name)", "type": "choice", "values": ["v"] }"#
        }
        // One Swift name in many spellings: each `-` or `_` is a bit of the number.
        let spellings = (1...40_000).map { number in
            "f0" + String(number, radix: 2).map { $0 == "1" ? "-" : "_" }.joined()
        }
        let fields = list(40_000) { choice("f\($0)") } + "," + spellings.map(choice).joined(separator: ",")
        let planner = try planned(schema(object(fields: fields)))
        #expect(planner.diagnostics.count == 40_000)
        #expect(planner.diagnostics.allSatisfy { $0.code == "name-collision" })
    }

    @Test("20,000 objects beside relations to 20,000 modules do not copy the modules' names each time")
    func objects() throws {
        let modules = list(20_000) { #"{ "name": "m\#($0)", "fields": [] }"# }
        let inner = #"[{ "name": "x", "type": "text" }]"#
        let objects = list(20_000) { #"{ "name": "f\#($0)", "type": "object", "fields": \#(inner) }"# }
        let relations = list(20_000) { #"{ "name": "r\#($0)", "type": "relation", "module": "m\#($0)" }"# }
        #expect(try planned(schema(modules, object(fields: objects + "," + relations))).diagnostics.isEmpty)
    }

    @Test(
        "A mixin's object of 2,000 fields in 2,000 modules is too many fields, and not four million in Swift")
    func mixins() {
        let fields = list(2_000) { #"{ "name": "f\#($0)", "type": "text" }"# }
        let object = #"{ "name": "o", "type": "list", "of": { "type": "object", "fields": [\#(fields)] } }"#
        let modules = list(2_000) { #"{ "name": "m\#($0)", "mixins": ["big"], "fields": [] }"# }
        let (result, diagnostics) = readSchema(documents: [
            SchemaDocument(
                path: "schema.json",
                text:
                    #"{ "quire": 1, "mixins": [{ "name": "big", "fields": [\#(object)] }], "modules": [\#(modules)] }"#
            )
        ])
        #expect(result == nil)
        #expect(diagnostics.map(\.code) == ["too-many-fields"])
    }

    @Test("20,000 modules are written without copying the names of all others for each")
    func modules() throws {
        let modules = list(20_000) { #"{ "name": "m\#($0)", "fields": [] }"# }
        #expect(try generated(schema(modules)).text.contains("M19999.descriptor,"))
    }
}
