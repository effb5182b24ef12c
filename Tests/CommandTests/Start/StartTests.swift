#if SQLite
import Foundation
import Testing

@testable import QuireCommand

/// `quire start` as a program. PluginTests compiles what it writes.
@Suite("quire start", .timeLimit(.minutes(30)))
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
        #expect(run.errors.contains("books.author_id: relation to authors"), "\(run.errors)")
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

    @Test("Ids inside objects are relations of the schema and of the store, also if the items have numbers")
    func nestedRelation() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Self.manifest, to: "Package.swift")
        try command.write(
            #"[{"id": "w", "contributors": [{"id": 7}, {"id": "x"}]}, {"id": "v", "contributors": [{"id": 70}]}]"#,
            to: "works.json")
        try command.write("id,name\n7,Ann\nx,Bo\n70,Cy\n", to: "artists.csv")
        let run = try await command.run("start", "works.json", "artists.csv")
        #expect(run.code == 0, "\(run.errors)")
        #expect(
            run.errors.contains(
                "works.contributors.id: relation to artists, in all objects; operators = != in !in; 3 of 3 values"
                    + " are ids of artists"),
            "\(run.errors)")
        let query = try await command.run(
            "query", "--store", "content.sqlite", "--module", "works", "--format", "ndjson",
            "--filter", #"contributors.id.name = "Ann""#)
        #expect(
            query.output.contains(#""contributors":[{"id":"7"},{"id":"x"}]"#),
            "\(query.output) \(query.errors)")
        #expect(!query.output.contains("70"))
    }

    @Test("The path of the store never becomes code")
    func storePath() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Self.manifest, to: "Package.swift")
        try command.write("[{\"a\": 1}]", to: "books.json")
        let run = try await command.run("start", "--store", #"a"); print("\(1).db"#, "books.json")
        #expect(run.code == 0, "\(run.errors)")
        let program = try String(
            contentsOf: command.folder.appending(path: "Sources/app/main.swift"), encoding: .utf8)
        #expect(program.contains(#"Store(.file("a\"); print(\"\\(1).db"), schema:"#), "\(program)")
    }

    @Test("A failure leaves the package as it was, so that the command can run again")
    func failure() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        let manifest = try command.write(Self.manifest, to: "Package.swift")
        try command.write("[{\"a\": 1}]", to: "books.json")
        for store in ["missing/folder/content.sqlite", "Schema", "Schema/content.json"] {
            let run = try await command.run("start", "--store", store, "books.json")
            #expect(run.code == 1 && run.errors.contains("nothing was kept"), "\(run.errors)")
            #expect(try String(contentsOfFile: manifest, encoding: .utf8) == Self.manifest)
            for path in ["Schema", "Sources", "content.sqlite"] {
                #expect(!FileManager.default.fileExists(atPath: command.folder.appending(path: path).path))
            }
        }
        let run = try await command.run("start", "books.json")
        #expect(run.code == 0, "\(run.errors)")
    }

    @Test(
        "Names of programs that would not build are refused",
        arguments: ["Content", "QuireStore", "Swift", "class"])
    func reservedName(name: String) async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Self.manifest, to: "Package.swift")
        try command.write("[{\"a\": 1}]", to: "books.json")
        let run = try await command.run("start", "--name", name, "books.json")
        #expect(run.code == 2 && run.errors.contains("is reserved"), "\(run.errors)")
    }

    @Test("Targets name the package of Quire as SwiftPM does")
    func packageName() {
        func name(_ dependencies: String) -> String? {
            PackageManifest("let package = Package(name: \"a\", dependencies: [\(dependencies)])")?.quire
        }
        #expect(name(#".package(path: "../quire")"#) == "quire")
        #expect(name(#".package(path: "../My-Fork/")"#) == "my-fork")
        #expect(name(#".package(url: "https://git.example.com/team/Quire.git", from: "0.1.0")"#) == "quire")
        #expect(name(#".package(name: "Library", path: "/a/b")"#) == "Library")
        #expect(name(#".package(path: "../nio"), .package(path: "../quire-fork")"#) == "quire-fork")
        #expect(name(#".package(path: "../nio"), .package(path: "../grdb")"#) == nil)
        #expect(name("") == nil)
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
