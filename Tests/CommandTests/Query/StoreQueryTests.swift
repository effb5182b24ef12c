#if SQLite
import Foundation
import Quire
import Testing

import QuireCommand

@Suite("quire query on a store", .timeLimit(.minutes(30)))
struct StoreQueryTests {
    private let options = ["query", "--schema", "notes.json", "--store", "s.sqlite", "--module", "notes"]

    private func ids(_ run: BuiltCommand.Run) throws -> [String] {
        try run.lines.map { line in
            guard case .string(let id)? = try JSONValue(parsing: Data(line.utf8))["id"] else { return line }
            return id
        }
    }

    @Test("A table shows the requested fields in order, and the page's position")
    func table() async throws {
        try await BuiltCommand.withNotes { command in
            let run = try await command.run(
                options + [
                    "--filter", "number >= 90", "--sort", "-number",
                    "--fields", "number,title, mood", "--size", "3",
                ])
            #expect(run.code == 0 && run.errors.isEmpty)
            #expect(
                run.lines.prefix(5) == [
                    "id       number  title          mood", "note 99      99  Title 99 of 0  calm",
                    "note 98      98  Title 98 of 0", "note 97      97  Title 97 of 0  wild",
                    "3 of 10 items, page 1 of 4",
                ])
            #expect(run.lines.last?.hasPrefix("next page: --cursor ") == true && run.lines.count == 6)
        }
    }

    @Test("A filter with too many tests is refused with two whole sentences as the remedy")
    func wideFilter() async throws {
        try await BuiltCommand.withNotes { command in
            let filter = (0..<4_001).map { "number = \($0)" }.joined(separator: " or ")
            try command.write(filter, to: "filter.txt")
            let run = try await command.run(options + ["--filter-file", "filter.txt"])
            #expect(run.code == 1)
            #expect(
                run.errors.contains("for many values of one field. Use --fallback 10000"), "\(run.errors)")
        }
    }

    @Test("Without requested fields, all fields with a value are shown; dates are formatted")
    func wholeTable() async throws {
        try await BuiltCommand.withNotes { command in
            let run = try await command.run(options + ["--id", "note 1", "--id", "note 7"])
            #expect(
                run.lines == [
                    "id      title         number  mood  tags   at",
                    "note 1  Title 1 of 0       1  wild  t1, é  2023-11-14 22:13:20",
                    "note 7  Title 7 of 0       7  wild  t0, é  2023-11-14 22:13:20", "2 items",
                ])
        }
    }

    @Test("JSON output is the page with its items, exactly as loaded")
    func json() async throws {
        try await BuiltCommand.withNotes { command in
            let run = try await command.run(options + ["--id", "note 4", "--format", "json"])
            let page = try JSONValue(parsing: Data(run.output.utf8))
            #expect(page["pagination"]?["totalItems"] == .integer(1))
            guard case .array(let items)? = page["items"] else {
                Issue.record("no items: \(run.output)")
                return
            }
            let line = try JSONValue(parsing: Data(Notes.line(4).utf8))
            #expect(items.count == 1)
            #expect(items.first?["values"] == line["values"])
            #expect(items.first?["updatedAt"] == .integer(4) && items.first?["name"] == .string("N"))
        }
    }

    @Test("All pages, and the pages by cursor and by number, contain the same items in the same order")
    func paging() async throws {
        try await BuiltCommand.withNotes { command in
            let query = options + ["--sort", "mood, number desc", "--fields", "number", "--format"]
            let expected = (0..<100).sorted { left, right in
                // A missing value is smallest.
                let (my, their) = (["calm", "wild", ""][left % 3], ["calm", "wild", ""][right % 3])
                return my == their ? left > right : my < their
            }
            .map { "note \($0)" }
            let all = try await command.run(query + ["ndjson", "--all", "--size", "7"])
            #expect(try ids(all) == expected)
            var numbered: [String] = []
            for page in 1...4 {
                let run = try await command.run(query + ["ndjson", "--page", "\(page)", "--size", "30"])
                numbered += try ids(run)
            }
            #expect(numbered == expected)
            var cursor = ""
            var followed: [JSONValue] = []
            for _ in 0..<10 {
                let run = try await command.run(query + ["json", "--cursor", cursor, "--size", "30"])
                let page = try JSONValue(parsing: Data(run.output.utf8))
                if case .array(let items)? = page["items"] { followed += items }
                guard case .string(let next)? = page["cursor"] else { break }
                cursor = next
            }
            #expect(followed.map(\.instanceID) == expected)
        }
    }

    @Test("Counting prints only a number; facets are counted with the items")
    func counting() async throws {
        try await BuiltCommand.withNotes { command in
            let filter = "number < 50"
            let count = try await command.run(options + ["--filter", filter, "--count"])
            #expect(count.output == "50\n" && count.errors.isEmpty)
            let facets = try await command.run(
                options + ["--filter", filter, "--facets", "mood,tags", "--size", "1", "--fields", "number"])
            let rows = facets.lines.map { $0.split(separator: " ").joined(separator: " ") }
            #expect(rows.contains("mood items") && rows.contains("calm 17") && rows.contains("wild 17"))
            #expect(rows.contains("tags items") && rows.contains("é 50") && rows.contains("t0 8"))
            let json = try await command.run(
                options + ["--filter", filter, "--facets", "mood", "--format", "json", "--size", "1"])
            let page = try JSONValue(parsing: Data(json.output.utf8))
            guard case .array(let found)? = page["facets"], case .array(let counts)? = found.first?["counts"]
            else {
                Issue.record("no facets: \(json.output)")
                return
            }
            #expect(
                counts == [
                    .object([.init("value", .string("calm")), .init("count", .integer(17))]),
                    .object([.init("value", .string("wild")), .init("count", .integer(17))]),
                ])
        }
    }

    @Test("Filters are read from a file and from standard input, and may test metadata")
    func files() async throws {
        try await BuiltCommand.withNotes { command in
            let filter = "number in (3, 4)"
            try command.write(filter, to: "filter.txt")
            let file = try await command.run(
                options + ["--filter-file", "filter.txt", "--format", "ndjson"])
            #expect(try ids(file) == ["note 3", "note 4"])
            let input = try await command.run(
                options + ["--filter-file", "-", "--format", "ndjson"], input: filter)
            #expect(input.output == file.output)
            let meta = try await command.run(
                options + [
                    "--filter", #"@updatedAt < "1970-01-01T00:00:00.002Z""#, "--format", "ndjson",
                ])
            #expect(try ids(meta) == ["note 0", "note 1"])
        }
    }

    @Test("Words are searched like everywhere else, and an explained query does not run")
    func words() async throws {
        try await BuiltCommand.withNotes { command in
            let search = options + ["--search", "title 42"]
            let all = try await command.run(search + ["--words", "all", "--format", "ndjson"])
            #expect(try ids(all) == ["note 42"])
            let any = try await command.run(search + ["--format", "ndjson"])
            #expect(try ids(any).first == "note 42" && ids(any).count > 1)
            #expect(any.errors.contains("Items with all words: 1. The others share some of them."))
            let typo = try await command.run(options + ["--search", "titel", "--words", "typed", "--count"])
            #expect(typo.output == "0\n")
            let wrong = try await command.run(search + ["--words", "some"])
            #expect(wrong.code == 2 && wrong.errors.contains("expected any, all, typed or meaning"))
            let explained = try await command.run(search + ["--words", "typed", "--explain"])
            #expect(explained.code == 0 && explained.output.hasPrefix("SELECT "))
        }
    }

    @Test("A store with another schema and a missing store are not touched")
    func otherSchema() async throws {
        try await BuiltCommand.withNotes { command in
            try command.write(
                Notes.schema.replacingOccurrences(
                    of: #""number", "type": "integer""#, with: #""number", "type": "text""#),
                to: "other.json")
            let before = try Data(contentsOf: command.folder.appendingPathComponent("s.sqlite"))
            let run = try await command.run(
                "query", "--schema", "other.json", "--store", "s.sqlite", "--module", "notes")
            #expect(run.code == 1 && run.output.isEmpty && run.errors.hasPrefix("quire: error: "))
            #expect(try Data(contentsOf: command.folder.appendingPathComponent("s.sqlite")) == before)
            let gone = try await command.run(
                "query", "--schema", "notes.json", "--store", "gone.sqlite", "--module", "notes")
            #expect(gone.code == 1 && gone.errors.hasPrefix("quire: error: "))
            #expect(
                !FileManager.default.fileExists(
                    atPath: command.folder.appendingPathComponent("gone.sqlite").path))
        }
    }

    @Test("A reader that closes the pipe early is not an error")
    func closedPipe() async throws {
        try await BuiltCommand.withNotes { command in
            let program = try BuiltCommand.program().path
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            let line =
                "{ '\(program)' \(options.joined(separator: " ")) --all --format ndjson; echo \"code $?\" >&2; } | head -n 1"
            process.arguments = ["-c", line]
            process.currentDirectoryURL = command.folder
            let errors = command.folder.appendingPathComponent("pipe.errors")
            try Data().write(to: errors)
            process.standardError = try FileHandle(forWritingTo: errors)
            process.standardOutput = FileHandle.nullDevice
            let (ended, continuation) = AsyncStream<Void>.makeStream()
            process.terminationHandler = { _ in continuation.finish() }
            try process.run()
            for await _ in ended {}
            #expect(try String(contentsOf: errors, encoding: .utf8) == "code 0\n")
        }
    }

    @Test(
        "Wrong usage exits with 2 and a helpful sentence",
        arguments: [
            (["--filter", "titel = \"x\""], "no field \"titel\"; did you mean \"title\"?"),
            (["--filter", "updatedAt = 1"], "Write \"@updatedAt\" for the metadata"),
            (["--filter", "@updatedat = 1"], "did you mean \"updatedAt\"?"),
            (["--filter", "title ~ 1"], "--filter, character 7: "),
            (["--filter", "number >="], "found the end. Example: title = \"text\" and number >= 10\n"),
            (["--filter", #"{"operation":"=","property":"title"}"#], "--filter, character 1: "),
            (["--filter", "number = 1 sort title"], "Expected the end, found \"sort\""),
            (["--filter", "at = \"soon\""], "\"soon\" is not a date"),
            (["--filter", "number like \"x\""], "\"number\" does not allow like"),
            (["--filter", "done = \"x\""], "expected true or false"),
            (["--filter", "number = 1", "--filter-file", "x"], "were both given"),
            (["--filter-file", "gone"], "cannot read 'gone'"),
            (["--filter-file", "notes.json"], "notes.json:1:1: "),
            (["--sort", "-numbr"], "did you mean \"number\"?"),
            (
                ["--sort", "number,,title"],
                "--sort, character 8: Expected a field, found \",\". Example: title desc"
            ),
            (["--sort", "number:last"], "--sort, character 7: "),
            (["--fields", "@name"], "Metadata comes with every item"),
            (["--fields", "title,numbr"], "did you mean \"number\"?"),
            (["--facets", "modd"], "did you mean \"mood\"?"),
            (["--facets", "title"], "does not mark \"title\" as a facet"),
            (["--page", "0"], "--page expects a whole number from 1"),
            (["--page", "1", "--cursor", "x"], "were both given"),
            (["--all", "--count"], "--all and --count were both given"),
            (["--all", "--page", "2"], "--all reads all pages"),
            (["--format", "xml"], "expected one of: table, json, ndjson"),
            (["--token", "secret"], "other users can see"),
            (["title"], "unknown argument 'title'"),
            (["--fallback", "no"], "--fallback expects a whole number"),
        ])
    func wrong(_ arguments: [String], _ sentence: String) async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Notes.schema, to: "notes.json")
        let run = try await command.run(options + arguments)
        #expect(run.code == 2 && run.output.isEmpty, "\(run.errors)")
        #expect(run.errors.hasPrefix("quire: error: ") && run.errors.contains(sentence), "\(run.errors)")
        #expect(!run.errors.contains("secret"))
    }

    @Test(
        "A query that the module does not support is reported before any read",
        arguments: [(["--sort", "place"], "place"), (["--cursor", "nonsense"], "cursor")])
    func refused(_ arguments: [String], _ word: String) async throws {
        try await BuiltCommand.withNotes { command in
            let run = try await command.run(options + arguments)
            #expect(run.code == 1 && run.output.isEmpty)
            #expect(run.errors.hasPrefix("quire: error: ") && run.errors.contains(word), "\(run.errors)")
        }
    }
}
#endif
