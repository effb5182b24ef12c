import Foundation
import QuireGenerator
import QuireSchema
import Testing

@testable import QuireCommand

/// `quire import halo` as a program: files, exit codes, and what it says.
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

    @Test("An import writes a schema that 'quire check' accepts, twice the same")
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

    @Test("A file that is there is left alone, unless it is forced")
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
        "Input that is no list of modules writes nothing and says why at its place",
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

    @Test("Pages, given as files of their own, are one schema; a page that is not the last is told")
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

    @Test("Modules without fields say how to ask for them")
    func withoutFields() throws {
        try folder.write(#"[{"id":"1","name":"a"},{"id":"2","name":"b"}]"#, to: "modules.json")
        let outcome = try quire("import", "halo", "--file", modules, "--output", output)
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("no module has 'fields'; ask HALO with withFields=true"))
    }

    @Test(
        "Wrong use ends with 2 and says what there is",
        arguments: [
            (["import"], ""),
            (["import", "contentful"], "cannot import from 'contentful'; there is: quire import halo"),
            (["import", "halo"], "no --file"),
            (["import", "halo", "--fiel", "x"], "unknown option '--fiel'"),
            (["import", "halo", "--file", "x", "y"], "unknown argument 'y'"),
            (["import", "halo", "--file", "x", "--access", "open"], "unknown access level 'open'"),
        ])
    func wrongUse(_ arguments: [String], _ message: String) throws {
        let outcome = try run(Places.program("quire"), arguments)
        #expect(outcome.code == 2)
        #expect(message.isEmpty || outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test("The options of choice, relation and access reach the schema")
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

    @Test("A missing file is told with the system's reason")
    func missing() throws {
        let outcome = try quire("import", "halo", "--file", folder.path + "/none.json", "--output", output)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("No such file or directory"))
    }
}
