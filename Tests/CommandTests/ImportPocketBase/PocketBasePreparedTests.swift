import Foundation
import QuireCommand
import SearchServers
import Testing

/// Schemas on their way into PocketBase and back.
@Suite("Schemas of prepared PocketBase collections", .serialized, .timeLimit(.minutes(30)))
struct PocketBasePreparedTests {
    /// A server and the options for it.
    private struct Server {
        let node: PocketBaseNode
        var environment: [String: String] {
            ["POCKETBASE_EMAIL": node.email, "POCKETBASE_PASSWORD": node.password]
        }

        /// Imports the modules as a schema, which must pass `quire check`.
        func imported(_ modules: String, _ command: BuiltCommand, as file: String) async throws -> String {
            var command = command
            command.environment = environment
            let run = try await command.run(
                "import", "pocketbase", "--url", node.url.absoluteString, "--timeout", "900", "--modules",
                modules, "--output", file, "--force")
            #expect(run.code == 0, "\(run.errors)")
            let check = try await command.run("check", file)
            #expect(check.code == 0 && check.errors.isEmpty, "\(check)")
            return try String(contentsOf: command.folder.appendingPathComponent(file), encoding: .utf8)
        }

        func migrate(_ file: String, _ command: BuiltCommand, _ options: String...) async throws
            -> BuiltCommand.Run
        {
            var command = command
            command.environment = environment
            return try await command.run(
                [
                    "migrate", "--engine", "pocketbase", "--url", node.url.absoluteString, "--timeout", "600",
                    "--schema", file,
                ] + options)
        }
    }

    /// Runs the body with servers of its own.
    private func withServers(
        _ count: Int, _ body: ([Server], BuiltCommand) async throws -> Void
    ) async throws {
        var servers: [Server] = []
        defer { for server in servers { server.node.stop() } }
        for _ in 0..<count { servers.append(Server(node: try await PocketBaseNode.start())) }
        let command = try BuiltCommand()
        defer { command.remove() }
        try await body(servers, command)
    }

    @Test("Import, prepare, import is a fixed point for collections of every type of field")
    func imported() async throws {
        try await withServers(3) { servers, command in
            try await PocketBaseAPI(servers[0].node).create(PocketBaseSamples.collections)
            _ = try await servers[0].imported("authors,books", command, as: "first.json")
            let prepared = try await servers[1].migrate("first.json", command)
            #expect(prepared.code == 0, "\(prepared.errors)")
            let second = try await servers[1].imported("authors,books", command, as: "second.json")
            #expect(try await servers[2].migrate("second.json", command).code == 0)
            let third = try await servers[2].imported("authors,books", command, as: "third.json")
            #expect(second == third)
            // All fields are there again, under their names.
            for name in [
                "title", "summary", "pages", "sold", "printed", "genre", "tags", "author", "editors", "shop",
            ] {
                #expect(second.contains(#""name": "\#(name)""#), "\(name)")
            }
            #expect(!second.contains("q_"), "\(second)")
        }
    }

    @Test("The schema of a prepared server matches that server, also when it has items")
    func prepared() async throws {
        try await withServers(1) { servers, command in
            var command = command
            command.environment = servers[0].environment
            try command.write(Notes.schema, to: "notes.json")
            try command.write(
                #"{"id":"n1","values":{"title":"T","number":0,"done":false}}"#, to: "notes.ndjson")
            let load = try await command.run(
                "load", "--schema", "notes.json", "--engine", "pocketbase", "--url",
                servers[0].node.url.absoluteString, "--state", "state", "notes.ndjson")
            #expect(load.code == 0, "\(load.errors)")
            let check = try await servers[0].migrate("notes.json", command, "--check")
            #expect(check.code == 0 && check.output == "PocketBase matches the schema\n", "\(check)")
            let schema = try await servers[0].imported("notes", command, as: "imported.json")
            #expect(
                schema.contains(#"{ "name": "number", "type": "integer", "sortable": true }"#), "\(schema)")
            #expect(schema.contains(#"{ "name": "done", "type": "boolean" }"#), "\(schema)")
            #expect(schema.contains(#"{ "name": "tags", "type": "list", "of": "text" }"#), "\(schema)")
            let again = try await servers[0].migrate("imported.json", command, "--check")
            #expect(again.code == 0 && again.output == "PocketBase matches the schema\n", "\(again)")
        }
    }

    @Test("A list of files of a prepared collection is imported as one")
    func files() async throws {
        try await withServers(1) { servers, command in
            let fields = #"[{"name":"title","type":"text"},{"name":"plans","type":"list","of":"document"}]"#
            try command.write(
                #"{"quire":1,"modules":[{"name":"houses","fields":\#(fields)}]}"#, to: "houses.json")
            #expect(try await servers[0].migrate("houses.json", command).code == 0)
            let schema = try await servers[0].imported("houses", command, as: "imported.json")
            #expect(schema.contains(#"{ "name": "plans", "type": "list", "of": "document" }"#), "\(schema)")
        }
    }

    @Test("A plan names what would change, and changes nothing")
    func plan() async throws {
        try await withServers(1) { servers, command in
            try command.write(Notes.schema, to: "notes.json")
            for _ in 0..<2 {
                let plan = try await servers[0].migrate("notes.json", command, "--dry-run")
                #expect(plan.code == 0 && plan.output.contains("notes"), "\(plan)")
            }
            #expect(try await servers[0].migrate("notes.json", command, "--check").code == 1)
            #expect(try await servers[0].migrate("notes.json", command).code == 0)
            #expect(try await servers[0].migrate("notes.json", command, "--check").code == 0)
            let repair = try await servers[0].migrate("notes.json", command, "--repair")
            #expect(repair.output == "PocketBase matches the schema\ncorrected 0 items\n", "\(repair)")
            let wrong = try await servers[0].migrate("notes.json", command, "--restart")
            #expect(wrong.code == 2 && wrong.errors.contains("--restart has no effect for PocketBase"))
        }
    }
}
