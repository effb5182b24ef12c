import Foundation
import QuireCommand
import QuireGenerator
import QuireSchema
import Testing

/// `quire import halo` as a program: files, exit codes and messages.
@Suite("Import: the command")
struct ImportCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(HALOFixture.modules(), to: "modules.json")
    }

    private func quire(_ arguments: String...) throws -> Outcome {
        try run(Places.program("quire"), arguments)
    }

    private var modules: String { folder.path + "/modules.json" }
    private var output: String { folder.path + "/Schema/content.json" }

    @Test("An import writes a schema that 'quire check' accepts, with identical bytes each time")
    func writes() throws {
        let first = try quire("import", "halo", "--file", modules, "--output", output)
        #expect(first.code == 0, "\(first.errors)")
        #expect(first.output == "")
        #expect(first.errors.hasSuffix("wrote \(output): 6 modules with 33 fields\n"))
        let check = try quire("check", output)
        #expect(check.code == 0 && check.errors == "", "\(check.errors)")
        let again = folder.path + "/again.json"
        #expect(try quire("import", "halo", "--file", modules, "--output", again).code == 0)
        #expect(try Data(contentsOf: URL(filePath: output)) == Data(contentsOf: URL(filePath: again)))
        let printed = try quire("import", "halo", "--file", modules, "--output", "-")
        #expect(try printed.output == String(contentsOfFile: output, encoding: .utf8))
        #expect(try folder.texts(in: "Schema").keys.sorted() == ["content.json"])
    }

    @Test("An existing file is kept unless --force is given")
    func overwriting() throws {
        try folder.write("mine", to: "Schema/content.json")
        let refused = try quire("import", "halo", "--file", modules, "--output", output)
        #expect(refused.code == 1)
        #expect(refused.errors.contains("exists already; --force overwrites it"))
        #expect(try folder.texts(in: "Schema") == ["content.json": "mine"])
        let broken = folder.path + "/broken.json"
        try folder.write("[{", to: "broken.json")
        #expect(try quire("import", "halo", "--file", broken, "--output", output, "--force").code == 1)
        #expect(try folder.texts(in: "Schema") == ["content.json": "mine"])
        #expect(try quire("import", "halo", "--file", modules, "--output", output, "--force").code == 0)
        #expect(try folder.texts(in: "Schema")["content.json"]?.hasPrefix("{\n") == true)
    }

    @Test(
        "Input that is not a list of modules writes nothing, and reports the reason with its position",
        arguments: [
            ("", "modules.json:1:1: error: the document is empty"),
            ("[{\"name\": }]", "modules.json:1:11: error: "),
            (
                "7",
                "modules.json:1:1: error: expected HALO's modules: one module, an array of modules, or an object with "
                    + "'items' or 'modules'"
            ),
            (
                #"{"error":{"message":"Credentials are not valid","extra":{},"type":"HaloError"}}"#,
                "modules.json:1:1: error: this is an error of HALO, not its modules: 'Credentials are not valid'"
            ),
            ("[]", "modules.json:1:1: error: there is no module to import"),
            (#"[{"name":"a","deletedAt":1}]"#, "error: there is no module to import"),
        ])
    func unusable(_ text: String, _ message: String) throws {
        try folder.write(text, to: "modules.json")
        let outcome = try quire("import", "halo", "--file", modules, "--output", output)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test("Pages in separate files become one schema, and a missing last page is reported")
    func pages() throws {
        func page(_ number: Int, _ module: String) -> String {
            #"{"pagination":{"page":\#(number),"limit":1,"offset":0,"totalItems":2,"totalPages":2},"items":[\#(module)],"sort":{"query":"updatedAt desc"}}"#
        }
        try folder.write(page(1, HALOFixture.module(named: "a", [])), to: "1.json")
        try folder.write(page(2, HALOFixture.module(named: "b", [])), to: "2.json")
        let outcome = try quire(
            "import", "halo", "--file", folder.path + "/1.json", "--file", folder.path + "/2.json",
            "--output", output)
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("1.json:1:15: warning: this is a page of 1 of 2 modules"))
        let (schema, _) = readSchema(paths: [output])
        #expect(schema?.modules.map(\.name) == ["a", "b"])
    }

    @Test("For modules without fields, the message explains how to request them")
    func withoutFields() throws {
        try folder.write(#"[{"id":"1","name":"a"},{"id":"2","name":"b"}]"#, to: "modules.json")
        let outcome = try quire("import", "halo", "--file", modules, "--output", output)
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("no module has 'fields'; request them with withFields=true"))
    }

    @Test(
        "Wrong usage exits with 2 and lists the available options",
        arguments: [
            (["import"], ""),
            (["import", "contentful"], "cannot import from 'contentful'; supported: quire import halo"),
            (["import", "halo"], "neither --file nor --url"),
            (["import", "halo", "--fiel", "x"], "unknown option '--fiel'"),
            (["import", "halo", "--file", "x", "y"], "unknown argument 'y'"),
            (["import", "halo", "--file", "x", "--access", "open"], "unknown access level 'open'"),
        ])
    func wrongUse(_ arguments: [String], _ message: String) throws {
        let outcome = try run(Places.program("quire"), arguments)
        #expect(outcome.code == 2)
        #expect(message.isEmpty || outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test("The options for choice, relation and access are written to the schema")
    func options() throws {
        let outcome = try quire(
            "import", "halo", "--file", modules, "--output", output, "--modules", "Books,Authors",
            "--relation",
            "Books.Writer=Authors", "--access", "public")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let (schema, _) = readSchema(paths: [output])
        #expect(schema?.access == .public)
        #expect(schema?.modules.map(\.name) == ["Books", "Authors"])
        #expect(schema?.modules.first?.fields[1].type == .relation(module: "Authors"))
    }

    @Test("A missing file is reported with the system's error")
    func missing() throws {
        let outcome = try quire("import", "halo", "--file", folder.path + "/none.json", "--output", output)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("No such file or directory"))
    }
}
