#if SQLite
import Foundation
import Testing

@Suite("quire load reads flat JSON and CSV", .timeLimit(.minutes(30)))
struct FlatLoadTests {
    private static func command(_ files: [String: String]) throws -> BuiltCommand {
        let command = try BuiltCommand()
        try command.write(Notes.schema, to: "notes.json")
        for (name, text) in files { try command.write(text, to: name) }
        return command
    }

    private static let options = [
        "load", "--schema", "notes.json", "--store", "s.sqlite", "--module", "notes",
    ]

    @Test(
        "An array, lines and cells hold the same items, with values at the top level",
        arguments: [
            (
                "a.json",
                "[\n {\"id\":1,\"title\":\"A\",\"number\":7,\"tags\":[\"x\",\"y\"]},\n {\"id\":2,\"title\":\"B\"}\n]"
            ),
            (
                "a.ndjson",
                "{\"id\":1,\"title\":\"A\",\"number\":7,\"tags\":[\"x\",\"y\"]}\n{\"id\":2,\"title\":\"B\"}\n"
            ),
            ("a.csv", "id,title,number,tags\n1,A,7,x;y\n2,B,,\n"),
            ("a.tsv", "id\ttitle\tnumber\ttags\n1\tA\t7\tx|y\n2\tB\t\t\n"),
            ("a.txt", "id;title;number;tags\n1;A;7;\"[\"\"x\"\",\"\"y\"\"]\"\n2;B;;\n"),
        ])
    func formats(name: String, text: String) async throws {
        let command = try Self.command([name: text])
        defer { command.remove() }
        let run = try await command.run(Self.options + [name])
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.output.contains("2 items of notes loaded"))
        let found = try await command.run(
            "query", "--module", "notes", "--schema", "notes.json", "--store", "s.sqlite", "--filter",
            "number = 7")
        #expect(found.output.contains("A"), "\(found.errors)\(found.output)")
    }

    @Test("Errors and mistyped keys name the line of the source, also after cells with line breaks")
    func lines() async throws {
        let command = try Self.command([
            "notes.csv": "id,title,number,nubmer\n1,\"A\nB\",1,2\n\n2,B,x,\n3,C,3\n",
            "lines.json":
                "[{\"id\":\"1\",\"title\":\"A\"},{\"id\":\"2\",\"title\":3},\n{\"id\":\"3\",\"number\":1}]",
        ])
        defer { command.remove() }
        let run = try await command.run(Self.options + ["notes.csv"])
        #expect(run.code == 1)
        #expect(run.errors.contains("notes.csv:5:1: error: values.number: expected"), "\(run.errors)")
        #expect(
            run.errors.contains("notes.csv:2:1: warning: 'nubmer' is not a field of notes"), "\(run.errors)")
        #expect(run.output.contains("2 items of notes loaded"))
        let array = try await command.run(Self.options + ["lines.json"])
        #expect(array.errors.contains("lines.json:2:1: error: values.title: expected"), "\(array.errors)")
    }

    @Test("A file that cannot be read at all is an error with its file and line")
    func unreadableFile() async throws {
        let command = try Self.command(["notes.csv": "Report\nid,title\n1,A\n2,B\n"])
        defer { command.remove() }
        let run = try await command.run(Self.options + ["notes.csv"])
        #expect(run.code == 1)
        #expect(
            run.errors.hasPrefix("notes.csv:1:1: error: the first line has 1 cell, most"), "\(run.errors)")
    }

    @Test("--id names the column of the ids, and --map the fields of other columns")
    func names() async throws {
        let command = try Self.command(["notes.csv": "code,headline\nx1,A\nx2,B\n"])
        defer { command.remove() }
        let run = try await command.run(
            Self.options + ["--id", "code", "--map", "headline=title", "notes.csv"])
        #expect(run.code == 0, "\(run.errors)")
        let again = try await command.run(
            Self.options + ["--restart", "--id", "code", "--map", "headline=title", "notes.csv"])
        #expect(again.code == 0)
        let count = try await command.run(
            "query", "--module", "notes", "--schema", "notes.json", "--store", "s.sqlite", "--count")
        #expect(count.output == "2\n", "\(count.errors)")
        let wrong = try await command.run(Self.options + ["--map", "headline=titel", "notes.csv"])
        #expect(wrong.code == 1 && wrong.errors.contains("did you mean 'title'?"), "\(wrong.errors)")
    }

    @Test("quire infer, check, load and query work together, and nothing is overwritten")
    func together() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write("id,name\n1,Jane Austen\n2,Mark Twain\n", to: "authors.csv")
        try command.write(
            #"[{"title":"Emma","year":1815,"author_id":1},{"title":"Tom Sawyer","year":1876,"author_id":2}]"#,
            to: "books.json")
        let inferred = try await command.run("infer", "books.json", "authors.csv")
        #expect(
            inferred.code == 0 && inferred.errors.contains("books.author_id: relation to authors"),
            "\(inferred.errors)")
        #expect(try await command.run("check").code == 0)
        let load = try await command.run("load", "--store", "s.sqlite", "books.json", "authors.csv")
        #expect(load.code == 0, "\(load.errors)")
        let query = try await command.run(
            "query", "--module", "books", "--store", "s.sqlite", "--filter",
            "year > 1850")
        #expect(query.output.contains("Tom Sawyer") && !query.output.contains("Emma"), "\(query.errors)")
        let again = try await command.run("infer", "books.json")
        #expect(again.code == 1 && again.errors.contains("exists already"))
        #expect(try await command.run("infer", "--force", "books.json").code == 0)
    }
}
#endif
