import QuireSchema
import Testing

@testable import QuireGenerator

/// Sizes at which a pass over a pass takes many minutes, and one pass a few seconds.
@Suite("Schemas of any size are read and generated in linear time")
struct LinearTimeTests {
    /// A schema's declarations, numbered.
    private func list(_ count: Int, _ text: (Int) -> String) -> String {
        (0..<count).map(text).joined(separator: ",")
    }

    private func planned(_ json: String) throws -> SchemaPlanner {
        let (schema, diagnostics) = readSchema(documents: [SchemaDocument(path: "schema.json", text: json)])
        var planner = SchemaPlanner(try #require(schema, "\(diagnostics)"))
        _ = planner.plan()
        return planner
    }

    /// A module with an object: the number of a module's own fields is limited, an object's is not.
    private func object(fields: String) -> String {
        #"{ "name": "m", "fields": [{ "name": "o", "type": "object", "fields": [\#(fields)] }] }"#
    }

    @Test("Two million empty lines before a description are passed over, not moved each time")
    func emptyLines() {
        let lines = DocComment.lines([String(repeating: "\n", count: 2_000_000) + "Text\n\n"])
        #expect(lines == ["/// Text"])
    }

    @Test("A choices field whose default is all of its 60,000 values finds the name of each by its value")
    func defaults() throws {
        let values = list(60_000) { "\"v\($0)\"" }
        let field = #"{ "name": "f", "type": "choices", "values": [\#(values)], "default": [\#(values)] }"#
        #expect(try generated(module(fields: field)).text.contains(".v59998, .v59999]"))
    }

    @Test(
        "40,000 fields whose types collide, beside 40,000 that do not, are each reported without counting the others"
    )
    func collidingTypes() throws {
        func choice(_ name: String) -> String {
            #"{ "name": "\#(name)", "type": "choice", "values": ["v"] }"#
        }
        // The same name in Swift in many spellings: each `-` or `_` is a bit of the number.
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

    @Test("20,000 modules are written without copying the names of all others for each")
    func modules() throws {
        let modules = list(20_000) { #"{ "name": "m\#($0)", "fields": [] }"# }
        #expect(try generated(schema(modules)).text.contains("M19999.descriptor,"))
    }
}
