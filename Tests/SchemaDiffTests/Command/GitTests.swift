import Foundation
import QuireSchema
import QuireSchemaDiff
import Testing

/// Reading the old schema from git.
@Suite("A schema in a revision of git")
struct GitTests {
    private static let schema =
        #"{"quire": 1, "modules": [{"name": "books", "fields": [{"name": "title", "type": "text"}]}]}"#

    /// A repository with one commit, which is also tagged `v 1`-like names cannot be: `first`.
    private struct Repository {
        let folder: URL

        init() throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                "quire git \(UUID().uuidString)")
            try write(GitTests.schema, to: "the app/Schema/books.json")
            try write("{}", to: "the app/Schema/.hidden.json")
            try write("no schema", to: "the app/Schema/notes.txt")
            try git("init", "--quiet", "--initial-branch=main")
            try git("add", ".")
            try git(
                "-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false",
                "commit",
                "--quiet", "-m", "First")
            try git("tag", "first")
        }

        func remove() { try? FileManager.default.removeItem(at: folder) }

        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

        func write(_ text: String, to name: String) throws {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }

        func git(_ arguments: String...) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["git"] + arguments
            process.currentDirectoryURL = folder
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0, "git \(arguments)")
        }
    }

    /// The lines of a run, and its exit code.
    private func run(_ origin: SchemaOrigin, _ new: String) throws -> (code: Int32, lines: [String]) {
        var lines: [String] = []
        let code = try DiffCommand(old: origin, new: .paths([new]), format: .diagnostics).run(
            show: { lines.append($0) }, report: { lines.append($0) })
        return (code, lines)
    }

    private func error(_ body: () throws -> Void) -> String {
        do { try body() } catch { return "\(error)" }
        return "no error"
    }

    @Test("A folder with a space in its path is compared with its state in a commit")
    func folder() throws {
        let repository = try Repository()
        defer { repository.remove() }
        let schema = repository.path("the app/Schema")
        for revision in ["main", "first", "HEAD", "HEAD^0"] {
            let origin = try SchemaOrigin("git:\(revision)", paths: [schema])
            #expect(try run(origin, schema).code == 0)
        }
        try repository.write(
            Self.schema.replacing("\"text\"", with: "\"integer\""), to: "the app/Schema/books.json")
        let (code, lines) = try run(try SchemaOrigin("git:main", paths: [schema]), schema)
        #expect(code == 1)
        #expect(
            lines.first?.hasPrefix("\(schema)/books.json:1:64: error: books.title: type changed") == true,
            "\(lines)")
        #expect(lines.last == "git:main:the app/Schema/books.json:1:64: note: before the change", "\(lines)")
    }

    @Test("A removed file, and a schema that had another path, are read from the commit")
    func moved() throws {
        let repository = try Repository()
        defer { repository.remove() }
        try FileManager.default.removeItem(atPath: repository.path("the app/Schema"))
        try repository.write(Self.schema, to: "Content/all.json")
        let content = repository.path("Content")
        let text = "git:main:\(repository.path("the app/Schema/books.json"))"
        #expect(try run(try SchemaOrigin(text, paths: [content]), content).code == 0)
        let missing = error { _ = try run(try SchemaOrigin("git:main", paths: [content]), content) }
        #expect(
            missing
                == "the revision 'main' has no 'Content'. If the schema had another path, add it: git:main:PATH",
            "\(missing)")
    }

    @Test("An unknown revision, a folder without a repository, and a path outside get clear errors")
    func errors() throws {
        let repository = try Repository()
        defer { repository.remove() }
        let schema = repository.path("the app/Schema")
        let unknown = error { _ = try run(try SchemaOrigin("git:nothing", paths: [schema]), schema) }
        #expect(
            unknown
                == "the git repository has no revision 'nothing'. Fetch it first (a shallow clone has only the "
                + "newest one), or correct the name")
        let outside = FileManager.default.temporaryDirectory.appendingPathComponent(
            "no git \(UUID().uuidString)")
        try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: outside) }
        let noRepository = error { _ = try run(try SchemaOrigin("git:main", paths: [outside.path]), schema) }
        #expect(
            noRepository.contains("is in no git repository that can be read: not a git repository")
                && noRepository.hasSuffix("Compare with a folder instead: --against FOLDER"),
            "\(noRepository)")
    }

    @Test(
        "A revision never becomes an option of git",
        arguments: [
            ("git:--help", "'--help' is not a revision: it begins with '-'"),
            ("git:", "'git:' names no revision. Write git:main, or git:main:Schema"),
            ("git:main:", "'git:main:' has no path after the colon. Write git:main:Schema"),
        ])
    func options(text: String, message: String) {
        #expect(error { _ = try SchemaOrigin(text, paths: ["Schema"]) } == message)
    }

    @Test("The working tree and the repository stay as they are")
    func untouched() throws {
        let repository = try Repository()
        defer { repository.remove() }
        func state() throws -> [String: Date] {
            var state: [String: Date] = [:]
            let names =
                FileManager.default.enumerator(atPath: repository.folder.path)?.allObjects as? [String]
            for name in names ?? [] {
                state[name] =
                    try FileManager.default.attributesOfItem(atPath: repository.path(name))[.modificationDate]
                    as? Date
            }
            return state
        }
        let before = try state()
        let schema = repository.path("the app/Schema")
        _ = try run(try SchemaOrigin("git:main", paths: [schema]), schema)
        #expect(try state() == before)
    }
}
