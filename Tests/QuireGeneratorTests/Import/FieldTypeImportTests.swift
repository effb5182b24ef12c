import Foundation
import QuireSchema
import Testing

/// Each of HALO's field types becomes the schema type with the same JSON.
@Suite("Import: field types")
struct FieldTypeImportTests {
    @Test("The 21 types of the reference become the types that hold their values")
    func types() throws {
        let outcome = try imported(HALOFixture.modules())
        let module = try #require(outcome.schema().modules.first)
        let expected: [(String, FieldType)] = [
            ("title", .text), ("amount", .number), ("Homepage", .url), ("youTube", .url),
            ("Cover image", .image), ("release date", .date(.epochMilliseconds)),
            ("opens", .time(.epochMilliseconds)), ("Activated", .boolean), ("colour", .color),
            ("books", .relations(module: "Books")), ("author", .relation(module: "Authors")),
            ("body", .longText), ("extra", .json), ("parts", .list(.json)), ("greeting", .localizedText),
            ("trailer", .video),
        ]
        for (field, (name, type)) in zip(module.fields, expected) {
            #expect(field.name == name)
            #expect(field.type == type, "\(name)")
        }
        for (index, (name, values, isMany)) in [
            ("Multiple choice", ["a", "b"], true), ("size", ["S", "M", "L"], false),
            ("Multiple select ddm", ["1", "2"], true), ("Single select ddm", ["1", "2"], false),
        ].enumerated() {
            let field = module.fields[16 + index]
            #expect(field.name == name)
            switch field.type {
            case .choices(.inline(let found, let closed)) where isMany:
                #expect(found.map(\.raw) == values && !closed)
            case .choice(.inline(let found, let closed)) where !isMany:
                #expect(found.map(\.raw) == values && !closed)
            default: Issue.record("\(name) is \(field.type)")
            }
        }
        #expect(module.fields[20].name == "recording")
        #expect(module.fields[20].type == .audio)
        #expect(module.fields.count == 21)
        #expect(module.fields.filter(\.required).isEmpty)
    }

    @Test("Valid defaults are kept; a localized text's default becomes a sentence in the description")
    func defaults() throws {
        let fields = try #require(try imported(HALOFixture.modules()).schema().modules.first).fields
        let byName = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0) })
        #expect(byName["size"]?.defaultValue == .text("M"))
        #expect(byName["Multiple select ddm"]?.defaultValue == .list([.text("2")]))
        #expect(byName["Single select ddm"]?.defaultValue == .text("2"))
        #expect(byName["Multiple choice"]?.defaultValue == nil)
        #expect(byName["greeting"]?.defaultValue == nil)
        #expect(byName["greeting"]?.description == "In a language without a text, HALO returns 'pen'.")
    }

    @Test("Fields that HALO can sort by are sortable: short values with valid names")
    func sortable() throws {
        let module = try #require(try imported(HALOFixture.modules()).schema().modules.first)
        #expect(
            module.fields.filter(\.sortable).map(\.name) == [
                "title", "amount", "opens", "Activated", "colour",
            ])
    }

    @Test("A type is recognised by its id if its name is unknown, and by its name alone")
    func identities() throws {
        func type(_ fieldType: String) throws -> FieldType? {
            try imported(#"[{"id":"1","name":"m","fields":[{"name":"f","fieldType":\#(fieldType)}]}]"#)
                .schema().modules.first?.fields.first?.type
        }
        #expect(try type(#"{"id":"000000000000000000000008","name":"Sí o no"}"#) == .boolean)
        #expect(try type(#"{"name":"long TEXT"}"#) == .longText)
        #expect(try type(#""Number""#) == .number)
        #expect(try type(#""000000000000000000000021""#) == .audio)
        #expect(try type(#"{"id":"8"}"#) == .json)
    }

    @Test(
        "Unknown types hold any JSON, and their description says so",
        arguments: ["Geolocation", "Document", "Hologram"])
    func unknown(_ name: String) throws {
        let outcome = try imported("[\(HALOFixture.module([("place", name, "{}")]))]")
        let field = try #require(try outcome.schema().modules.first?.fields.first)
        #expect(field.type == .json)
        #expect(field.description == "Of HALO's type '\(name)', whose values Quire does not know.")
        #expect(outcome.notes.count == 1)
        #expect(outcome.notes.first?.contains("has HALO's type '\(name)'; imported as 'json'") == true)
    }

    @Test(
        "A field without any type holds any JSON", arguments: ["", #","fieldType":null"#, #","fieldType":7"#])
    func untyped(_ type: String) throws {
        let outcome = try imported(#"[{"id":"1","name":"m","fields":[{"name":"f"\#(type)}]}]"#)
        #expect(try outcome.schema().modules.first?.fields.first?.type == .json)
        #expect(outcome.notes.count == 1)
    }

    @Test(
        "Length limits become constraints, whether they are numbers or strings",
        arguments: [
            ("[0,1000]", Constraints(maxLength: 1000)), (#"["0","80"]"#, Constraints(maxLength: 80)),
            ("[3,9]", Constraints(minLength: 3, maxLength: 9)), ("[5]", Constraints(minLength: 5)),
        ])
    func lengths(_ parameters: String, _ constraints: Constraints) throws {
        let field =
            #"{"name":"f","description":"Mine.","fieldType":{"name":"Text","rules":[{"rule":"isLength","params":\#(parameters)}]}}"#
        let read = try imported(#"[{"id":"1","name":"m","fields":[\#(field)]}]"#).schema().modules.first?
            .fields.first
        #expect(read?.description == "Mine.")
        #expect(read?.constraints == constraints)
    }

    @Test("A rule that patterns support becomes a constraint; another is named in the description")
    func patterns() throws {
        func field(_ rule: String, _ parameters: String) throws -> Field? {
            let field =
                #"{"name":"f","fieldType":{"name":"Text","rules":[{"rule":"\#(rule)","params":\#(parameters)}]}}"#
            return try imported(#"[{"id":"1","name":"m","fields":[\#(field)]}]"#).schema().modules.first?
                .fields.first
        }
        #expect(try field("matches", #"["^[A-Z]+$"]"#)?.constraints == Constraints(pattern: "^[A-Z]+$"))
        #expect(try field("matches", #"["(?=x)y"]"#)?.constraints == Constraints())
        #expect(try field("isLength", #"["x",null]"#)?.description == "HALO checks it with isLength(x).")
    }

    @Test("The constraints of a Quire server are imported, and a default that breaks one is skipped")
    func serverConstraints() throws {
        let field =
            #"{"name":"f","format":{"default":"abc","constraints":{"unique":false,"maxLength":2,"pattern":"^a"}},"fieldType":{"name":"Text","rules":[{"rule":"isLength","params":[0,2]}]}}"#
        let outcome = try imported(#"[{"id":"1","name":"m","fields":[\#(field)]}]"#)
        let read = try outcome.schema().modules.first?.fields.first
        #expect(read?.constraints == Constraints(maxLength: 2, pattern: "^a"))
        #expect(read?.defaultValue == nil)
        #expect(outcome.notes.count == 1)
    }

    @Test("A rule that the type cannot express is named in the description")
    func otherRules() throws {
        let field =
            #"{"name":"f","fieldType":{"name":"Number","rules":[{"rule":"custom||isNumber"},{"rule":"isIn","params":[1,"a"]},{"rule":7},null]}}"#
        let read = try imported(#"[{"id":"1","name":"m","fields":[\#(field)]}]"#).schema().modules.first?
            .fields.first
        #expect(read?.description == "HALO checks it with isIn(1, a).")
    }
}
