#if SQLite
import Foundation
import SearchServers
import Testing

import Bookshop

/// A query means the same on a store and on PocketBase: every command prints the same for both.
@Suite("The program prints the same for PocketBase as for its store", .timeLimit(.minutes(30)))
struct PocketBaseShopTests {
    /// Runs the body with a server and the options for it.
    private func withShop(
        _ body: (BuiltProgram, _ options: [String], _ environment: [String: String]) async throws -> Void
    ) async throws {
        let node = try await PocketBaseNode.start()
        defer { node.stop() }
        let program = try BuiltProgram()
        defer { program.remove() }
        try await body(
            program, ["--engine", "pocketbase", "--url", node.url.absoluteString],
            ["POCKETBASE_EMAIL": node.email, "POCKETBASE_PASSWORD": node.password])
    }

    /// Whether a line is a note that a part ran in the client.
    private static func isNote(_ line: Substring) -> Bool {
        line.contains("PocketBase cannot express the whole query: ")
    }

    private static let lines: [[String]] =
        ServedTests.lines + [
            ["list", "--sort", "rating", "--limit", "1000"],
            ["authors", "--sort", "born", "--limit", "1000"],
            ["authors", "--near", "53.35,-6.26,50", "--sort", "born"],
        ]

    @Test("The output is identical for all queries, and the data is uploaded once")
    func same() async throws {
        try await withShop { program, options, environment in
            for line in Self.lines {
                let command = line.joined(separator: " ")
                let store = try await program.run(line)
                let server = try await program.run(line + options, environment: environment)
                #expect(store.code == server.code, "\(command): \(server.errors)")
                #expect(store.output == server.output, "\(command)")
                let beside = server.errors.split(separator: "\n").filter { !Self.isNote($0) }
                #expect(store.errors.split(separator: "\n") == beside, "\(command)")
                #expect(!(store.output + store.errors).isEmpty, "\(command) prints no rows to compare")
            }
            // The server still responds without the store that it was filled from.
            let caches = program.folder.appendingPathComponent("quire-bookshop")
            try FileManager.default.removeItem(at: caches)
            let again = try await program.run(["list"] + options, environment: environment)
            #expect(again.code == 0, "\(again.errors)")
            #expect(!FileManager.default.fileExists(atPath: caches.path))
        }
    }

    @Test("Words find parts of titles and names, with a note; an explained query shows the request")
    func words() async throws {
        try await withShop { program, options, environment in
            let found = try await program.run(["search", "darkness"] + options, environment: environment)
            #expect(found.code == 0 && found.ids.contains("the-left-hand-of-darkness"), "\(found)")
            #expect(found.errors.contains("PocketBase"), "\(found.errors)")
            let run = try await program.run(
                ["list", "--genre", "fantasy", "--explain"] + options, environment: environment)
            #expect(run.code == 0, "\(run.errors)")
            #expect(run.output.contains("\nPocketBase request\n  GET /api/collections/"), "\(run.output)")
            #expect(run.output.contains("\nHALO request\n") && !run.output.contains("\nSQL\n"))
        }
    }

    @Test("New data replaces the old, and a missing or wrong superuser is an error without a secret")
    func filling() async throws {
        try await withShop { program, options, environment in
            let file = try program.write(#"{"id":"a","values":{"title":"Alpha"}}"#, to: "books.ndjson")
            let list = ["--data", file, "list"] + options
            #expect(try await program.run(list, environment: environment).ids == ["a"])
            _ = try program.write(#"{"id":"other","values":{"title":"Beta"}}"#, to: "books.ndjson")
            #expect(try await program.run(list, environment: environment).ids == ["other"])
            let guest = try await program.run(list)
            #expect(guest.code == 1 && guest.errors.contains("POCKETBASE_TOKEN"), "\(guest.errors)")
            let secret = "wr0ng-and-secret"
            let wrong = try await program.run(
                list, environment: environment.merging(["POCKETBASE_PASSWORD": secret]) { $1 })
            #expect(wrong.code == 1 && wrong.output.isEmpty && !wrong.errors.contains(secret))
        }
    }

    @Test(
        "Conflicting options are usage errors",
        arguments: [
            ([], "needs a server: --url URL"),
            (["--url", "http://me:secret@a"], "without user and password"),
            (["--url", "http://a", "--store", "b"], "and --store exclude each other"),
            (["--url", "http://a", "--nodes", "http://a"], "add --engine typesense or opensearch"),
        ])
    func wrong(_ arguments: [String], _ sentence: String) async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let run = try await program.run(["list", "--engine", "pocketbase"] + arguments)
        #expect(run.code == 2 && run.output.isEmpty)
        #expect(run.errors.contains(sentence) && !run.errors.contains("secret"), "\(run.errors)")
    }
}
#endif
