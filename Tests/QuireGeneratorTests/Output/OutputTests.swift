import Foundation
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

    @Test("A second run writes nothing; an edit writes only the module's file and the index")
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
        #expect(
            changed == [
                "Content\(Shards.shard(of: "books")).generated.swift", "ContentSchema.generated.swift",
            ])
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
