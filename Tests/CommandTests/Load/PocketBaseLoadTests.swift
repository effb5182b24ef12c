#if SQLite
import Foundation
import Quire
import SearchServers
import Testing

import QuireCommand

@Suite("quire load and query work on PocketBase", .serialized, .timeLimit(.minutes(30)))
struct PocketBaseLoadTests {
    /// Runs the body with the command in a folder of its own, signed in to a server of its own.
    private func withServer(_ body: (inout BuiltCommand, _ options: [String]) async throws -> Void)
        async throws
    {
        let node = try await PocketBaseNode.start()
        defer { node.stop() }
        var command = try BuiltCommand()
        defer { command.remove() }
        command.environment = ["POCKETBASE_EMAIL": node.email, "POCKETBASE_PASSWORD": node.password]
        try command.write(Notes.schema, to: "notes.json")
        let options = [
            "--schema", "notes.json", "--engine", "pocketbase", "--url", node.url.absoluteString,
            "--timeout", "600",
        ]
        try await body(&command, options)
    }

    /// Notes whose ids PocketBase accepts.
    private static func text(_ count: Int, revision: Int = 0) -> String {
        Notes.text(count, revision: revision).replacingOccurrences(of: "\"note ", with: "\"note-")
    }

    private static let managed = ["--collections", "managed", "--module", "notes"]

    @Test("What is loaded is found by queries as in a store, and an item replaces one with its id")
    func same() async throws {
        try await withServer { command, options in
            try command.write(Self.text(120), to: "notes.ndjson")
            let store = ["--schema", "notes.json", "--store", "s.sqlite"]
            for options in [options, store] {
                let run = try await command.run(["load", "--state", "state"] + options + ["notes.ndjson"])
                #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
                #expect(
                    run.output.hasPrefix("notes.ndjson: 120 items of notes loaded into "), "\(run.output)")
            }
            try command.write(Self.text(10, revision: 1), to: "notes.ndjson")
            for options in [options, store] {
                let run = try await command.run(["load", "--state", "state"] + options + ["notes.ndjson"])
                #expect(run.code == 0, "\(run.errors)")
            }
            for query in [
                ["--sort", "number"], ["--sort", "-number", "--size", "7", "--page", "3"],
                ["--filter", #"mood != "wild""#, "--sort", "-number"],
                ["--filter", #"title like "OF 1""#, "--sort", "number"],
                ["--filter", "at > 1700000000090", "--sort", "at"],
                ["--filter", #"tags in ("t1")"#, "--sort", "number"],
                ["--id", "note-3", "--id", "nobody", "--sort", "number"],
                ["--sort", "mood nulls last, number desc", "--all", "--size", "9"],
            ] {
                let form = ["--fields", "number,title,mood,tags"]
                let local = try await command.run(["query", "--module", "notes"] + store + query + form)
                let run = try await command.run(["query"] + options + Self.managed + query + form)
                #expect(run.code == 0 && !run.output.isEmpty, "\(query): \(run.errors)")
                // Cursors are specific to each engine.
                #expect(
                    run.lines.filter { !$0.hasPrefix("next page: ") }
                        == local.lines.filter { !$0.hasPrefix("next page: ") }, "\(query)")
            }
            let count = try await command.run(["query"] + options + Self.managed + ["--count"])
            #expect(count.output == "120\n")
        }
    }

    @Test("A token that the server does not accept is an error, and not the list of a guest")
    func rejectedToken() async throws {
        try await withServer { command, options in
            let claims = Data(#"{"collectionId":"users","id":"a","exp":1700000000}"#.utf8)
                .base64EncodedString()
            for token in ["bad", "e30.\(claims).e30"] {
                command.environment = ["POCKETBASE_TOKEN": token]
                let run = try await command.run(["query", "--module", "notes"] + options)
                #expect(run.code == 1 && run.output.isEmpty, "\(run)")
                #expect(
                    run.errors.contains("does not accept the token in POCKETBASE_TOKEN: it expired"),
                    "\(run.errors)")
                #expect(!run.errors.contains(token), "\(run.errors)")
            }
        }
    }

    @Test("A load that is killed resumes, and ends with the file's content")
    func killed() async throws {
        try await withServer { command, options in
            try command.write(Self.text(1_500), to: "notes.ndjson")
            let states = command.folder.appendingPathComponent("state")
            let arguments = ["load", "--state", "state", "--batch", "20"] + options + ["notes.ndjson"]
            let first = try command.start(arguments)
            await first.send(SIGKILL) {
                ((try? FileManager.default.contentsOfDirectory(atPath: states.path)) ?? []).contains {
                    $0.hasSuffix(".json")
                }
            }
            let run = try await command.run(arguments)
            #expect(run.code == 0, "\(run.errors)")
            #expect(run.errors.contains("notes.ndjson: resuming after line "), "\(run.errors)")
            let count = try await command.run(["query"] + options + Self.managed + ["--count"])
            #expect(count.output == "1500\n")
        }
    }

    @Test("Lines that PocketBase cannot hold are reported with file and line")
    func problems() async throws {
        try await withServer { command, options in
            var lines = Self.text(30).split(separator: "\n").map(String.init)
            lines[4] = "{"
            lines[14] = #"{"id":"two words","values":{"title":"T"}}"#
            lines[24] = #"{"id":"big","values":{"title":"T","share":"many"}}"#
            try command.write(lines.joined(separator: "\n"), to: "notes.ndjson")
            let run = try await command.run(["load", "--state", "state"] + options + ["notes.ndjson"])
            #expect(run.code == 1 && run.output.contains("27 items"), "\(run)")
            let errors = run.errors.split(separator: "\n")
            #expect(errors.count == 3, "\(run.errors)")
            for (line, error) in zip([5, 15, 25], errors) {
                #expect(error.hasPrefix("notes.ndjson:\(line):1: error: "), "\(error)")
            }
        }
    }

    @Test(
        "Wrong options exit with 2 and a message with the remedy",
        arguments: [
            (["load", "x"], "set environment variables: POCKETBASE_TOKEN, or POCKETBASE_EMAIL"),
            (["query", "--module", "notes", "--collections", "manged"], "did you mean 'managed'?"),
            (
                ["query", "--module", "notes", "--nodes", "http://a"],
                "--nodes has no effect with --engine pocketbase"
            ),
            (["query", "--module", "notes", "--password", "x"], "use an environment variable"),
            (["evaluate", "--module", "notes", "--queries", "q"], "sync its content into a store"),
        ])
    func wrong(_ arguments: [String], _ message: String) async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Notes.schema, to: "notes.json")
        let server = arguments[0] == "evaluate" ? [] : ["--url", "http://127.0.0.1:9"]
        let run = try await command.run(
            [arguments[0], "--schema", "notes.json", "--engine", "pocketbase"] + server
                + arguments.dropFirst())
        #expect(run.code == 2 && run.output.isEmpty)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    @Test("Without --url, the message says so; with existing collections, a load does not begin")
    func refused() async throws {
        var command = try BuiltCommand()
        defer { command.remove() }
        command.environment = ["POCKETBASE_TOKEN": "s3cret"]
        let noServer = try await command.run("load", "--engine", "pocketbase", "x")
        #expect(noServer.code == 2 && noServer.errors.contains("needs a server: --url <url>"))
        let existing = try await command.run(
            "load", "--engine", "pocketbase", "--url", "http://127.0.0.1:9", "--collections", "existing", "x")
        #expect(existing.code == 2 && existing.errors.contains("Leave it out"))
        #expect(!(noServer.errors + existing.errors).contains("s3cret"))
    }
}
#endif
