import Foundation
import Testing

@Suite("The program with other data")
struct DataTests {
    private let three = """
        {"id":"a","name":"A","values":{"title":"Alpha","authors":["x"],"authorNames":["Xenia Ypsilon"],"year":1901}}
        {"id":"b","name":"B","values":{"title":"Beta","year":"soon"}}

        {"id":"c","name":"C","values":{"year":1903}}
        {"id":"d","name":"D","values":{"title":"Delta","year":1904,"shelfmark":"kept elsewhere"}}
        {"id":"e","name":"E","values":{"title":"Eps

        """

    @Test("Invalid lines are reported with file, line and reason; the others are loaded")
    func rejected() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let file = try program.write(three, to: "my-books.ndjson")
        let run = try await program.run("--data", file, "list")
        #expect(run.code == 0)
        #expect(run.ids == ["a", "d"])
        let errors = run.errors.split(separator: "\n").map(String.init)
        #expect(errors.contains { $0.hasPrefix("my-books.ndjson:2: values.year of 'b' should be") })
        #expect(errors.contains { $0.hasPrefix("my-books.ndjson:4: values.title of 'c' should be") })
        #expect(errors.contains { $0.hasPrefix("my-books.ndjson:6: ") })
        #expect(errors.contains("my-books.ndjson: 3 lines skipped."))
    }

    @Test("An unknown key is reported once, with its first line, a count and a similar field")
    func unknownKeys() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let lines = """
            {"id":"a","name":"A","values":{"title":"Alpha","yaer":1901}}
            {"id":"b","name":"B","values":{"title":"Beta","yaer":1902,"shelfmark":"x"}}
            """
        let run = try await program.run("--data", try program.write(lines, to: "my-books.ndjson"), "list")
        #expect(run.ids == ["a", "b"])
        let errors = run.errors.split(separator: "\n").map(String.init)
        #expect(
            errors.filter { $0.contains("is not a field") } == [
                "my-books.ndjson:1: 'yaer' is not a field of books, so nothing reads it (2 lines have it). "
                    + "Did you mean 'year'?",
                "my-books.ndjson:2: 'shelfmark' is not a field of books, so nothing reads it (1 line has it).",
            ])
    }

    @Test("Authors that occur only in books are found by name")
    func namedAuthors() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let file = try program.write(three, to: "books.ndjson")
        let run = try await program.run("--data", file, "list", "--author", "ypsilon")
        #expect(run.ids == ["a"])
        #expect(run.errors.contains("1 author created from the books"))
    }

    @Test("A folder is loaded file by file")
    func folder() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        _ = try program.write(
            #"{"id":"a","name":"A","values":{"title":"Alpha","authors":["x"]}}"#, to: "my-books.ndjson")
        _ = try program.write(#"{"id":"x","name":"X","values":{"name":"Xenia"}}"#, to: "my-authors.ndjson")
        _ = try program.write("nothing of ours", to: "notes.txt")
        let run = try await program.run("--data", ".", "list", "--author", "xenia")
        #expect(run.errors.isEmpty)
        #expect(run.ids == ["a"])
    }

    @Test(
        "A path without data fails, and the error states what was expected",
        arguments: [
            ("missing.ndjson", "no file or folder"), ("things.ndjson", "Cannot determine the module"),
            ("empty", "has no data"),
        ])
    func noData(name: String, message: String) async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        _ = try program.write("{}", to: "things.ndjson")
        try FileManager.default.createDirectory(
            at: program.folder.appendingPathComponent("empty"), withIntermediateDirectories: false)
        let run = try await program.run("list", "--data", name)
        #expect(run.code == 1)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains(message))
    }

    @Test("A store is kept and reused, and rebuilt when the data changes")
    func keptStore() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let file = try program.write(#"{"id":"a","name":"A","values":{"title":"Alpha"}}"#, to: "books.ndjson")
        func identity() throws -> Int? {
            let path = program.folder.appendingPathComponent("kept.sqlite").path
            return try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        }
        #expect(try await program.run("--data", file, "--store", "kept.sqlite", "list").ids == ["a"])
        let first = try identity()
        #expect(try await program.run("--data", file, "--store", "kept.sqlite", "list").ids == ["a"])
        #expect(try identity() == first)
        _ = try program.write(#"{"id":"other","name":"B","values":{"title":"Beta"}}"#, to: "books.ndjson")
        #expect(try await program.run("--data", file, "--store", "kept.sqlite", "list").ids == ["other"])
        let names = try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
        #expect(!names.contains { $0.contains("building") })
    }

    @Test("A file that is not our store is left unchanged")
    func foreignFile() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let file = try program.write("my novel", to: "novel.txt")
        let run = try await program.run("list", "--store", file)
        #expect(run.code == 1)
        #expect(run.errors.contains("is not a store of this program"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "my novel")
    }

    @Test("Several processes can share one cache")
    func atOnce() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let codes = try await withThrowingTaskGroup(of: BuiltProgram.Run.self) { group in
            for _ in 0..<4 { group.addTask { try await program.run("list", "--limit", "5") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.allSatisfy { $0.code == 0 && $0.errors.isEmpty && $0.ids.count == 5 })
    }

    @Test("Ten thousand real books load without an invalid line")
    func goodbooks() async throws {
        let file = Shipped.root.deletingLastPathComponent().appendingPathComponent(
            "shared/data/goodbooks-books.ndjson")
        guard FileManager.default.fileExists(atPath: file.path) else {
            if ProcessInfo.processInfo.environment["CI"] == "true" {
                Issue.record("the big data set is missing at \(file.path)")
            }
            return
        }
        let program = try BuiltProgram()
        defer { program.remove() }
        let run = try await program.run("--data", file.path, "list", "--year", "...-1", "--limit", "1000")
        #expect(run.code == 0)
        #expect(!run.errors.contains("skipped"))
        let ancient = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter {
            $0.contains(#""year":-"#)
        }
        #expect(ancient.count > 10)
        #expect(run.ids.count == ancient.count)
    }
}
