#if SQLite
import Foundation
import Testing

@testable import QuireCommand

/// `quire start` as a program. PluginTests compiles what it writes.
@Suite("quire start", .timeLimit(.minutes(60)))
struct StartTests {
    private static let manifest = """
        // swift-tools-version: 6.1
        import PackageDescription
        let package = Package(name: "shop", dependencies: [.package(path: "../quire")])
        """

    @Test("Two files become a schema, a store, a program and its targets")
    func whole() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        let manifest = try command.write(Self.manifest, to: "Package.swift")
        try command.write(
            #"[{"id": "1", "title": "Emma", "class": 3, "year": 1815, "author_id": "austen"}]"#,
            to: "books.json")
        try command.write("id,name\nausten,Jane Austen\n", to: "authors.csv")
        let run = try await command.run("start", "books.json", "authors.csv")
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.lines.last == "Now run the query in Sources/app/main.swift: swift run app")
        let written = try String(contentsOfFile: manifest, encoding: .utf8)
        #expect(
            written.contains(
                """
                dependencies: [.package(path: "../quire")],
                    targets: [
                        .target(
                            name: "Content",
                """), "\(written)")
        #expect(written.hasSuffix("    ]\n)\n"), "\(written)")
        let program = try String(
            contentsOf: command.folder.appending(path: "Sources/app/main.swift"), encoding: .utf8)
        #expect(program.contains("Books.query()\n        .where(\\.`class` >= 0)"), "\(program)")
        #expect(program.contains(".include(\\.authorID)"), "\(program)")
        #expect(program.contains("print(item.title, item.`class`, item.year)"), "\(program)")
        let query = try await command.run(
            "query", "--store", "content.sqlite", "--module", "books", "--count")
        #expect(query.output.hasPrefix("1"), "\(query.output) \(query.errors)")
        // Everything exists now.
        let again = try await command.run("start", "books.json")
        #expect(again.code == 1 && again.errors.contains("Package.swift has targets"), "\(again.errors)")
    }

    @Test(
        "A package that cannot be extended safely stays as it is",
        arguments: [
            "let package = Package(name: \"a\", dependencies: [], targets: [])",
            "let package = Package(name: \"a\", dependencies: [], swiftLanguageModes: [.v6])",
            "let package = Package(name: \"a\", dependencies: [])\npackage.dependencies.append(other())",
            "let package = Package(name: \"a\", dependencies: [])\nprint(1)",
            "let package = Package(name: \"a\")", "",
        ])
    func unsafePackage(text: String) throws {
        #expect(PackageManifest(text) == nil)
    }

    @Test("Existing files are not overwritten")
    func existing() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Self.manifest, to: "Package.swift")
        try command.write("[{\"a\": 1}]", to: "books.json")
        try command.write("mine", to: "Schema/mine.json")
        let run = try await command.run("start", "books.json")
        #expect(run.code == 1 && run.errors.contains("'Schema' exists already"), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: command.folder.appending(path: "Sources").path))
        #expect(try await command.run("start").code == 2)
        #expect(try await command.run("start", "--name", "a/b", "books.json").code == 2)
    }
}
#endif
