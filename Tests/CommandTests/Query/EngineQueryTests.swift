#if SQLite
import Foundation
import Quire
import QuireServer
import QuireStore
import Testing

import QuireCommand

@Suite("quire query prints the same for every engine", .serialized, .timeLimit(.minutes(30)))
struct EngineQueryTests {
    /// Queries that every one of these engines can express, in a total order.
    private static let queries: [[String]] = [
        ["--sort", "number"],
        ["--sort", "-number", "--size", "7", "--page", "3"],
        [
            "--filter", #"mood in ("wild")"#, "--sort", "number",
            "--size", "50",
        ],
        ["--filter", #"mood != "wild""#, "--sort", "-number"],
        [
            "--filter", "mood is null", "--sort", "number", "--size",
            "3",
        ],
        [
            "--filter",
            #"number < 3 or (number >= 97 and tags in ("t1", "é"))"#,
            "--sort", "number",
        ],
        ["--filter", "at > 1700000000090", "--sort", "at"],
        ["--filter", "@updatedAt < 4", "--sort", "number"],
        ["--id", "note 3", "--id", "nobody", "--id", "note 9", "--sort", "number"],
        ["--filter", "number < 0", "--sort", "number"],
    ]

    private func lines(_ run: BuiltCommand.Run) -> [String] {
        // Cursors are specific to each engine.
        run.lines.filter { !$0.hasPrefix("next page: ") }
    }

    @Test("The output is the same for the store, HALO, Typesense and OpenSearch")
    func same() async throws {
        var command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Notes.schema, to: "notes.json")
        try command.write(Notes.text(100), to: "notes.ndjson")
        let store = try await Store(.memory, modules: [try Notes.module()])
        _ = try await store.load("notes", from: .data(Data(Notes.text(100).utf8)))
        let server = try DevelopmentServer(store: store, modules: [ServedModule(try Notes.module())])
        try await server.start()
        var engines = [
            "HALO": ["--engine", "halo", "--url", server.url.absoluteString, "--timeout", "600"]
        ]
        for kind in Cluster.allCases {
            let (options, environment) = try await kind.options()
            command.environment.merge(environment) { $0.isEmpty ? $1 : $0 }
            engines[kind.rawValue] = options
        }
        let local = ["--store", "s.sqlite"]
        for options in [local] + Cluster.allCases.compactMap({ engines[$0.rawValue] }) {
            let load = try await command.run(["load", "--schema", "notes.json"] + options + ["notes.ndjson"])
            #expect(load.code == 0, "\(load.errors)")
        }
        let common = ["query", "--schema", "notes.json", "--module", "notes"]
        for query in Self.queries {
            for form in [["--fields", "number,title,mood,tags"], ["--count"]] {
                let expected = try await command.run(common + local + query + form)
                #expect(expected.code == 0 && !expected.output.isEmpty, "\(expected.errors)")
                for (name, options) in engines {
                    let run = try await command.run(common + options + query + form)
                    #expect(run.code == 0, "\(name): \(query): \(run.errors)")
                    #expect(lines(run) == lines(expected), "\(name): \(query)")
                }
            }
        }
        await server.stop()
    }

    @Test(
        "Facets, words, cursors and all pages of a cluster match the store's",
        arguments: Cluster.allCases)
    func more(_ kind: Cluster) async throws {
        var command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Notes.schema, to: "notes.json")
        try command.write(Notes.text(100), to: "notes.ndjson")
        let (cluster, environment) = try await kind.options()
        command.environment = environment
        let local = ["--store", "s.sqlite"]
        for options in [local, cluster] {
            let load = try await command.run(["load", "--schema", "notes.json"] + options + ["notes.ndjson"])
            #expect(load.code == 0, "\(load.errors)")
        }
        let common = ["query", "--schema", "notes.json", "--module", "notes"]
        for query in [
            ["--sort", "number", "--facets", "mood,tags", "--fields", "number", "--size", "5"],
            ["--search", "title 4", "--sort", "number", "--fields", "title"],
            [
                "--search", "title 4", "--sort", "number", "--fields", "title", "--facets", "mood", "--size",
                "2",
            ],
            ["--sort", "mood, number desc", "--all", "--size", "9", "--fields", "number,mood"],
            ["--sort", "mood nulls last, number desc", "--all", "--size", "9", "--fields", "number,mood"],
            ["--all", "--facets", "mood", "--sort", "number", "--fields", "title"],
            ["--search", "zzqx", "--fields", "title"],
        ] {
            let expected = try await command.run(common + local + query)
            let run = try await command.run(common + cluster + query)
            #expect(expected.code == 0 && run.code == 0, "\(query): \(expected.errors) \(run.errors)")
            #expect(lines(run) == lines(expected), "\(query)")
        }
        var cursor = ""
        var ids: [String] = []
        repeat {
            let run = try await command.run(
                common + cluster + [
                    "--sort", "-number", "--size", "30", "--format", "json", "--cursor", cursor,
                ])
            let page = try JSONValue(parsing: Data(run.output.utf8))
            if case .array(let items)? = page["items"] { ids += items.map(\.instanceID) }
            if case .string(let next)? = page["cursor"] { cursor = next } else { cursor = "" }
        } while !cursor.isEmpty && ids.count < 200
        #expect(ids == (0..<100).reversed().map { "note \($0)" })
    }

    @Test(
        "A query that an engine cannot express is rejected with the remedy, and runs in the client on request"
    )
    func fallback() async throws {
        var command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Notes.schema, to: "notes.json")
        try command.write(Notes.text(100), to: "notes.ndjson")
        let (cluster, environment) = try await Cluster.typesense.options()
        command.environment = environment
        #expect(
            try await command.run(["load", "--schema", "notes.json"] + cluster + ["notes.ndjson"]).code == 0)
        let query =
            ["query", "--schema", "notes.json", "--module", "notes"] + cluster + [
                "--filter", #"title like "E 1""#, "--sort", "number",
                "--fields", "number",
            ]
        let refused = try await command.run(query)
        #expect(refused.code == 1 && refused.output.isEmpty)
        #expect(refused.errors.contains("cannot express like on \"title\""))
        #expect(refused.errors.contains("--fallback 10000"))
        let found = try await command.run(query + ["--fallback", "1000", "--format", "ndjson"])
        let numbers = (0..<100).filter { "title \($0) of 0".contains("e 1") }
        #expect(
            try found.lines.map { try JSONValue(parsing: Data($0.utf8)).instanceID }
                == numbers.map { "note \($0)" })
        let table = try await command.run(query + ["--fallback", "1000"])
        #expect(table.output.contains("; 100 scanned in the client, total unknown"))
        let count = try await command.run(query + ["--fallback", "1000", "--count"])
        #expect(count.output == "\(numbers.count)\n", "\(count.errors)")
        let limited = try await command.run(query + ["--fallback", "20"])
        #expect(limited.code == 1 && limited.errors.contains("20 items"), "\(limited.errors)")
        let explained = try await command.run(query + ["--fallback", "1000", "--explain"])
        #expect(explained.code == 0 && explained.output.contains("POST /multi_search"))
        #expect(explained.output.contains("then here") && explained.output.contains("like"))
    }
}
#endif
