#if SQLite
import Foundation
import Quire
import QuireStore
import Testing
import TransportDoubles

@Suite("quire load fills a store", .timeLimit(.minutes(30)))
struct StoreLoadTests {
    private func command(_ body: (BuiltCommand) async throws -> Void) async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Notes.schema, to: "notes.json")
        try await body(command)
    }

    private let options = ["load", "--schema", "notes.json", "--store", "s.sqlite", "--state", "state"]

    /// The content of the store, read independently.
    private func items(_ command: BuiltCommand) async throws -> [String: JSONValue] {
        let path = command.folder.appendingPathComponent("s.sqlite").path
        let store = try await Store(.file(path), modules: [try Notes.module()])
        var request = SearchRequest(module: try Notes.module())
        request.page = .all
        let json = try JSONValue(parsing: try await store.searchData(request))
        await store.close()
        guard case .array(let items) = json else { return [:] }
        return Dictionary(uniqueKeysWithValues: items.map { ($0.instanceID, $0) })
    }

    private func title(_ item: JSONValue?) -> JSONValue? { item?["values"]?["title"] }

    @Test("All lines are loaded with exit code 0, and no state file is left")
    func whole() async throws {
        try await command { command in
            try command.write(Notes.text(300), to: "notes.ndjson")
            let run = try await command.run(options + ["notes.ndjson"])
            #expect(run.code == 0, "\(run.errors)")
            #expect(run.output == "notes.ndjson: 300 items of notes loaded into the store s.sqlite\n")
            #expect(run.errors.isEmpty)
            let items = try await items(command)
            #expect(items.count == 300)
            for number in 0..<300 {
                #expect(title(items["note \(number)"]) == .string("Title \(number) of 0"))
                #expect(items["note \(number)"]?["updatedAt"] == .integer(Int64(number)))
            }
            let states = try FileManager.default.contentsOfDirectory(
                atPath: command.folder.appendingPathComponent("state").path)
            #expect(states.isEmpty)
            // Loading it again has the same result.
            let again = try await command.run(options + ["notes.ndjson"])
            #expect(again.output == run.output && again.errors.isEmpty)
            #expect(try await self.items(command) == items)
        }
    }

    @Test("Invalid lines are reported with file and line, up to a limit, with exit code 1")
    func problems() async throws {
        try await command { command in
            var lines = (0..<30).map { Notes.line($0) }
            lines[4] = "{"
            lines[9] = #"{"id":"x","values":{"title":5}}"#
            lines[19] = #"{"id":"y","values":{}}"#
            try command.write(lines.joined(separator: "\n"), to: "notes.ndjson")
            let run = try await command.run(options + ["notes.ndjson"])
            #expect(run.code == 1)
            #expect(
                run.output
                    == "notes.ndjson: 27 items of notes loaded into the store s.sqlite, 3 lines skipped\n")
            let errors = run.errors.split(separator: "\n")
            #expect(errors.count == 3)
            for (line, error) in zip([5, 10, 20], errors) {
                #expect(error.hasPrefix("notes.ndjson:\(line):1: error: "), "\(error)")
            }
            #expect(try await items(command).count == 27)
            // Drafts may lack required fields.
            let drafts = try await command.run(options + ["--drafts", "notes.ndjson"])
            #expect(drafts.output.contains("28 items") && drafts.errors.split(separator: "\n").count == 2)
        }
    }

    @Test("More problems than the limit stop the load, which resumes from there")
    func limit() async throws {
        try await command { command in
            var lines = (0..<100).map { Notes.line($0) }
            for index in stride(from: 0, to: 100, by: 2) { lines[index] = "x" }
            let file = try command.write(lines.joined(separator: "\n"), to: "notes.ndjson")
            let run = try await command.run(
                options + ["--max-errors", "3", "--batch", "10", "notes.ndjson"])
            #expect(run.code == 1)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains("notes.ndjson:7:1: error: ") && !run.errors.contains(":9:1:"))
            #expect(
                run.errors.hasSuffix("error: more than 3 lines cannot be loaded; --max-errors allows more\n"))
            #expect(try await items(command).count == 5)
            let rest = try await command.run(options + ["--batch", "10", "notes.ndjson"])
            #expect(rest.errors.hasPrefix("notes.ndjson: resuming after line 10, "))
            #expect(rest.output.contains("50 items") && rest.output.contains("50 lines skipped"))
            #expect(try await items(command).count == 50)
            // A corrected file is a different file.
            try Data(Notes.text(100).utf8).write(to: URL(fileURLWithPath: file))
            let corrected = try await command.run(options + ["notes.ndjson"])
            #expect(corrected.code == 0 && corrected.errors.isEmpty)
            #expect(try await items(command).count == 100)
        }
    }

    @Test("A load that is killed repeatedly resumes, and ends with the file's content")
    func killed() async throws {
        try await command { command in
            let count = 20_000
            // An earlier version of each item, to see that every line was written.
            try command.write(Notes.text(count, revision: 1), to: "old.ndjson")
            _ = try await command.run(options + ["--module", "notes", "old.ndjson"])
            let file = try command.write(Notes.text(count), to: "notes.ndjson")
            let progress = try LoadProgress(in: command.folder.appendingPathComponent("state"), of: file)
            let arguments = options + ["--batch", "10", "notes.ndjson"]
            var reached = 0
            var kills = 0
            while kills < 4 {
                let run = try command.start(arguments)
                // Killed after part of the work.
                await run.send(SIGKILL) { [reached] in (try? progress.line()) ?? 0 >= reached + 50 }
                let end = try await run.end()
                guard end.code == -SIGKILL else {
                    Issue.record("it finished before it was killed: \(end.output) \(end.errors)")
                    return
                }
                if kills > 0 { #expect(end.errors.hasPrefix("notes.ndjson: resuming after line ")) }
                let line = try progress.line()
                #expect(line >= reached + 50)
                reached = line
                kills += 1
            }
            let last = try await command.run(arguments)
            #expect(last.code == 0)
            #expect(last.errors.hasPrefix("notes.ndjson: resuming after line "))
            #expect(last.output == "notes.ndjson: 20,000 items of notes loaded into the store s.sqlite\n")
            let items = try await items(command)
            #expect(items.count == count)
            for number in 0..<count {
                #expect(title(items["note \(number)"]) == .string("Title \(number) of 0"))
            }
        }
    }

    @Test("Ctrl-C ends it with 130, and the next load resumes")
    func interrupted() async throws {
        try await command { command in
            try command.write(Notes.text(20_000), to: "notes.ndjson")
            // Thousands of batches, so that it takes seconds.
            let arguments = options + ["--batch", "4", "notes.ndjson"]
            let run = try command.start(arguments)
            let states = command.folder.appendingPathComponent("state").path
            await run.send(SIGINT) {
                (try? FileManager.default.contentsOfDirectory(atPath: states))?.isEmpty == false
            }
            let end = try await run.end()
            #expect(end.code == 130, "\(end.output) \(end.errors)")
            #expect(end.errors == "quire: stopped; run the command again to resume\n")
            let rest = try await command.run(arguments)
            #expect(rest.code == 0 && rest.errors.contains("resuming after line"))
            #expect(try await items(command).count == 20_000)
        }
    }

    @Test("A store other than the one of an earlier load is loaded from the start")
    func otherStore() async throws {
        try await command { command in
            var lines = (0..<100).map { Notes.line($0) }
            lines[60] = "x"
            try command.write(lines.joined(separator: "\n"), to: "notes.ndjson")
            let arguments = options + ["--max-errors", "0", "--batch", "10", "notes.ndjson"]
            _ = try await command.run(arguments)
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(
                    at: command.folder.appendingPathComponent("s.sqlite\(suffix)"))
            }
            let run = try await command.run(options + ["notes.ndjson"])
            #expect(
                run.errors.contains(
                    "is not the target of the earlier load: notes.ndjson is loaded from the beginning"))
            #expect(try await items(command).count == 99)
        }
    }

    @Test("A folder is loaded file by file, by module name or all into one module")
    func folders() async throws {
        try await command { command in
            try command.write(Notes.text(3), to: "data/notes.ndjson")
            try command.write("nothing of ours", to: "data/things.ndjson")
            try command.write("nothing of ours", to: "data/readme.txt")
            let named = try await command.run(options + ["data"])
            #expect(named.code == 0)
            #expect(
                named.errors
                    == "quire: warning: data/things.ndjson is skipped: the schema has no module 'things'\n"
            )
            #expect(try await items(command).count == 3)
            try command.write(Notes.line(7), to: "parts/1.ndjson")
            try command.write(Notes.line(8), to: "parts/2.ndjson")
            let parts = try await command.run(options + ["--module", "notes", "parts"])
            #expect(parts.lines.count == 2 && parts.errors.isEmpty)
            #expect(try await items(command).count == 5)
        }
    }

    @Test(
        "Wrong usage exits with 2 and a sentence with the remedy",
        arguments: [
            (["load"], "no --engine was given"), (["load", "--store", "s"], "no file to load"),
            (["load", "--engine", "tyepsense", "x"], "did you mean 'typesense'?"),
            (["load", "--engine", "halo", "--url", "http://x", "x"], "unknown engine 'halo'"),
            (["load", "--engine", "typesense", "x"], "--nodes"),
            (["load", "--engine", "typesense", "--nodes", "http://x", "x"], "TYPESENSE_API_KEY"),
            (
                ["load", "--engine", "opensearch", "--nodes", "http://me:secret@x", "x"],
                "without user and password"
            ),
            (["load", "--engine", "opensearch", "--nodes", "http//secret@x", "x"], "expects addresses"),
            (
                ["load", "--engine", "opensearch", "--nodes", "http://x", "--store", "s", "x"],
                "--store has no effect"
            ),
            (["load", "--api-key", "secret", "--store", "s", "x"], "other users can see"),
            (["load", "--store", "s", "--batch", "0", "x"], "--batch expects a whole number from 1"),
            (["load", "--store", "s", "--replace", "x"], "--replace works only with clusters"),
            (
                ["load", "--store", "s", "--frobnicate", "x"],
                "option '--frobnicate'; 'quire load --help' lists"
            ),
            (["load", "--store", "s", "--modul", "x"], "unknown option '--modul'; did you mean '--module'?"),
            (["laod", "--store", "s", "x"], "unknown command 'laod'; did you mean 'load'?"),
            (
                ["load", "--store", "s", "--module", "note", "--schema", "notes.json", "x"],
                "did you mean 'notes'?"
            ),
        ])
    func wrong(_ arguments: [String], _ sentence: String) async throws {
        try await command { command in
            let run = try await command.run(arguments)
            #expect(run.code == 2, "\(run.errors)")
            #expect(run.output.isEmpty)
            #expect(run.errors.hasPrefix("quire: error: ") && run.errors.contains(sentence), "\(run.errors)")
            // Possible secrets are not repeated.
            #expect(!run.errors.contains("secret"))
        }
    }

    @Test("A file of another module, or one not named after a module, is reported with the remedy")
    func otherModule() async throws {
        try await command { command in
            try command.write(#"{"id":"1","values":{"name":"Ann"}}"#, to: "authors.ndjson")
            let unnamed = try await command.run(options + ["authors.ndjson"])
            #expect(unnamed.code == 1 && unnamed.output.isEmpty)
            #expect(
                unnamed.errors
                    == "quire: error: authors.ndjson: the schema has no module 'authors'; a file is named after its module: "
                    + "notes.ndjson; or specify its module: --module <name>\n")
            let wrong = try await command.run(
                options + ["--module", "notes", "--max-errors", "0", "authors.ndjson"])
            #expect(wrong.code == 1)
            #expect(
                wrong.errors.hasSuffix(
                    "--max-errors allows more. No line was valid: does the file contain notes?\n"),
                "\(wrong.errors)")
        }
    }

    @Test("A missing file is reported")
    func missing() async throws {
        try await command { command in
            let run = try await command.run(options + ["--module", "notes", "gone.ndjson"])
            #expect(
                run.code == 1 && run.errors == "quire: error: gone.ndjson: there is no such file or folder\n")
        }
    }
}
#endif
