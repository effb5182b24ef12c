import Articles
import Foundation
import QuireGenerator
import QuireSchema
import Testing

/// The getting-started article: each of its files is tested unchanged.
@Suite("Documentation: getting started", .serialized)
struct GettingStartedTests {
    private static func block(_ language: String, containing text: String) throws -> String {
        let blocks = try Article("GettingStarted").blocks(of: language)
        return try #require(blocks.first { $0.contains(text) }, "no \(language) with \(text)")
    }

    @Test("The schema is valid, and the program compiles with the code generated from it")
    func program() throws {
        let generation = try generated(Self.block("json", containing: "modules"))
        let program = """
            import Quire
            import QuireStore

            func run() async throws {
            \(try Self.block("swift", containing: "Store(.memory"))
            }
            """
        let folder = try TemporaryFolder()
        try folder.write(program, to: "Program.swift")
        let outcome = try CompilingTests.compile(
            generation, beside: [folder.url.appending(path: "Program.swift")],
            ["-swift-version", "6"])
        #expect(outcome.code == 0, "\(outcome.errors)")
    }

    @Test("The manifest is valid, and names the package's products")
    func manifest() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.block("swift", containing: "swift-tools-version"), to: "Package.swift")
        let outcome = try run(
            URL(filePath: "/usr/bin/env"),
            ["swift", "package", "--package-path", folder.path, "dump-package"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("ShopContent"))
        let own = try String(contentsOf: Places.package.appending(path: "Package.swift"), encoding: .utf8)
        for product in ["Quire", "QuireStore", "QuirePlugin"] {
            #expect(outcome.output.contains("\"\(product)\""), "\(product)")
            #expect(own.contains("name: \"\(product)\","), "\(product)")
        }
    }

    @Test("The shop in its article is the one that the samples are compiled with")
    func shop() throws {
        let file = Places.package.appending(path: "Tests/ShopContent/shop.json")
        let schema = try String(contentsOf: file, encoding: .utf8)
        #expect(try Article("TheShop").blocks(of: "json") == [schema.trimmingCharacters(in: .newlines)])
    }

    @Test("Every schema in an article of Quire's is valid")
    func schemas() throws {
        let folder = Places.package.appending(path: "Sources/Quire/Quire.docc")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        var count = 0
        for name in names.sorted() where name.hasSuffix(".md") {
            for block in try Article(String(name.dropLast(3))).blocks(of: "json")
            where block.contains("\"quire\"") {
                #expect(!(try generated(block)).files.isEmpty, "\(name)")
                count += 1
            }
        }
        #expect(count >= 2)
    }
}
