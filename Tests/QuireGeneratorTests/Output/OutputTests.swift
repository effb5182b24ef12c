import Foundation
import QuireSchema
import Testing

@testable import QuireGenerator

@Suite("Output files")
struct OutputTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.schema(), to: "Schema/books.json")
    }

    static func schema(_ field: String = "title") -> String {
        module(fields: #"{"name": "\#(field)", "type": "text"}"#)
    }

    private func command() -> GenerationCommand {
        GenerationCommand(schemas: [folder.path + "/Schema"], output: folder.path + "/out/deep")
    }

    @Test("The list of files never depends on the schema")
    func fixedFiles() throws {
        let one = try generated(Self.schema()).files.map(\.name)
        let none = try generated(#"{"quire": 1, "modules": []}"#).files.map(\.name)
        #expect(one == none)
        #expect(one == generatedFileNames)
        #expect(one.count == 17)
    }

    @Test("The plugins name the same files as the generator")
    func pluginFiles() throws {
        let source = try String(
            contentsOf: Places.package.appending(path: "Plugins/Shared/GeneratedFiles.swift"), encoding: .utf8
        )
        #expect(
            source.contains(
                #"(0..<16).map { "Content\($0).generated.swift" } + ["ContentSchema.generated.swift"]"#))
        #expect(
            generatedFileNames == (0..<16).map { "Content\($0).generated.swift" } + [
                "ContentSchema.generated.swift"
            ])
    }

    @Test("A module's file is determined by the FNV-1a hash of its name, whatever else is in the schema")
    func stableShards() {
        // Computed by hand with the reference algorithm: 64 bits, offset basis cbf29ce484222325, modulo 16.
        #expect(Shards.shard(of: "") == 5)
        #expect(Shards.shard(of: "a") == 0xc)
        #expect(Shards.shard(of: "foobar") == 8)
    }

    @Test("A second run writes nothing; an edit writes only the module's file")
    func unchanged() throws {
        #expect(command().run(report: { _ in }) == 0)
        let names = Set(try folder.times(in: "out/deep").keys)
        #expect(names == Set(generatedFileNames))
        let past = Date(timeIntervalSinceNow: -100)
        for name in names {
            try FileManager.default.setAttributes(
                [.modificationDate: past], ofItemAtPath: folder.path + "/out/deep/" + name)
        }
        let before = try folder.times(in: "out/deep")
        #expect(command().run(report: { _ in }) == 0)
        #expect(try folder.times(in: "out/deep") == before)
        try folder.write(Self.schema("name"), to: "Schema/books.json")
        #expect(command().run(report: { _ in }) == 0)
        let after = try folder.times(in: "out/deep")
        let changed = Set(after.filter { before[$0.key] != $0.value }.keys)
        #expect(changed == ["Content\(Shards.shard(of: "books")).generated.swift"])
    }

    @Test("The order of keys and comments in a description change no byte")
    func sameMeaning() throws {
        let one = try generated(
            #"{"quire": 1, "modules": [{"name": "books", "item": "Book", "fields": [{"name": "a", "type": "text", "required": true}]}]}"#
        )
        let two = try generated(
            #"""
            {"modules": [{"fields": [{"required": true, "type": "text", "name": "a"}],
              "item": "Book", "name": "books"}],

             "quire": 1}
            """#)
        #expect(one.files == two.files)
    }

    @Test("A schema with an error keeps the previous output")
    func errors() throws {
        #expect(command().run(report: { _ in }) == 0)
        let before = try folder.texts(in: "out/deep")
        try folder.write(
            #"{"quire": 1, "modules": [{"name": "books", "fields": 5}]}"#, to: "Schema/books.json")
        #expect(command().run(report: { _ in }) == 1)
        #expect(try folder.texts(in: "out/deep") == before)
        // Two fields with one Swift name: an error of the generator itself.
        try folder.write(
            module(fields: #"{"name": "a b", "type": "text"}, {"name": "a-b", "type": "text"}"#),
            to: "Schema/books.json")
        #expect(command().run(report: { _ in }) == 1)
        #expect(try folder.texts(in: "out/deep") == before)
    }

    @Test("Checking compares, and writes nothing")
    func check() throws {
        var check = command()
        check.isCheck = true
        #expect(check.run(report: { _ in }) == 1)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/out"))
        #expect(command().run(report: { _ in }) == 0)
        #expect(check.run(report: { _ in }) == 0)
        try folder.write(Self.schema("name"), to: "Schema/books.json")
        let before = try folder.texts(in: "out/deep")
        #expect(check.run(report: { _ in }) == 1)
        #expect(try folder.texts(in: "out/deep") == before)
    }

    @Test("The stamp is updated by every run, including failing ones")
    func stamp() throws {
        var command = command()
        command.stamp = folder.path + "/stamp"
        #expect(command.run(report: { _ in }) == 0)
        let first = try String(contentsOfFile: folder.path + "/stamp", encoding: .utf8)
        try folder.write("{", to: "Schema/books.json")
        #expect(command.run(report: { _ in }) == 1)
        #expect(try String(contentsOfFile: folder.path + "/stamp", encoding: .utf8) != first)
    }

    @Test("A folder without write permission is an error with the reason")
    func unwritable() throws {
        try folder.write("", to: "file")
        let blocked = GenerationCommand(schemas: [folder.path + "/Schema"], output: folder.path + "/file/out")
        var said: [String] = []
        let code = blocked.run { said.append($0) }
        #expect(code == 1)
        #expect(said == ["\(folder.path)/file/out: error: cannot write: Not a directory"])
    }
}

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
