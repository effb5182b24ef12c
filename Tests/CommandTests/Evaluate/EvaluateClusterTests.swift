import Foundation
import Quire
import SearchServers
import Testing

@Suite("quire evaluate measures search clusters", .serialized, .timeLimit(.minutes(30)))
struct EvaluateClusterTests {
    private static let schema = """
        { "quire": 1, "modules": [ { "name": "books", "ranking": { "popularity": "readers" }, "fields": [
            { "name": "title", "type": "text", "searchable": true },
            { "name": "readers", "type": "integer" } ] } ] }
        """

    private static func line(_ id: String, _ title: String, _ readers: Int) -> String {
        #"{"id":"\#(id)","name":"","values":{"title":"\#(title)","readers":\#(readers)}}"#
    }

    private static let common = [
        line("moby", "Moby Dick", 50), line("moby guide", "Moby Dick, a Guide", 9),
        line("war", "War and Peace", 40),
        line("worlds", "The War of the Worlds", 30),
    ]

    private static let queries = """
        [ { "query": "mobby dick", "kind": "typo", "expected": [{ "id": "moby", "grade": 3 }] },
          { "query": "war worlds", "kind": "plain", "expected": [{ "id": "worlds", "grade": 3 }] },
          { "query": "emma", "kind": "plain", "expected": [{ "id": "emma", "grade": 3 }] },
          { "query": "peace", "kind": "plain", "expected": [{ "id": "war", "grade": 3 }] } ]
        """

    /// A cluster and a store: the cluster alone has "emma", and the store alone has "war".
    private func withEngines(
        _ kind: Cluster, _ body: (BuiltCommand, _ cluster: [String]) async throws -> Void
    ) async throws {
        let (options, environment) = try await kind.options()
        var command = try BuiltCommand()
        defer { command.remove() }
        command.environment = environment
        try command.write(Self.schema, to: "schema.json")
        try command.write(Self.queries, to: "queries.json")
        let cluster = Self.common.filter { !$0.contains(#""id":"war""#) } + [Self.line("emma", "Emma", 5)]
        try command.write(cluster.joined(separator: "\n"), to: "cluster.ndjson")
        try command.write(Self.common.joined(separator: "\n"), to: "store.ndjson")
        let load = ["load", "--schema", "schema.json", "--module", "books", "--state", "state"]
        for arguments in [options + ["cluster.ndjson"], ["--store", "s.sqlite", "store.ndjson"]] {
            let run = try await command.run(load + arguments)
            #expect(run.code == 0, "\(run.errors)")
        }
        try await body(command, options)
    }

    private static let evaluate = [
        "evaluate", "--schema", "schema.json", "--module", "books", "--queries", "queries.json",
    ]

    @Test(
        "The figures of a cluster are those of its results, typos tolerated or not",
        arguments: Cluster.allCases)
    func figures(_ kind: Cluster) async throws {
        try await withEngines(kind) { command, cluster in
            let run = try await command.run(Self.evaluate + cluster + ["--json"])
            #expect(run.code == 0, "\(run.errors)")
            let figures = try JSONValue(parsing: Data(run.output.utf8))
            #expect(figures["engine"] == .string(kind.rawValue) && figures["queries"] == .integer(4))
            #expect(figures["hit@1"]?.share == 0.75 && figures["empty"] == .integer(1))
            #expect(figures["kinds"]?["typo"]?["mrr"]?.share == 1)
            let exact = try await command.run(Self.evaluate + cluster + ["--json", "--exact"])
            let strict = try JSONValue(parsing: Data(exact.output.utf8))
            #expect(strict["hit@1"]?.share == 0.5 && strict["empty"] == .integer(2))
        }
    }

    @Test("Of two engines the report lists what got better and what got worse", arguments: Cluster.allCases)
    func sideBySide(_ kind: Cluster) async throws {
        try await withEngines(kind) { command, cluster in
            let against = ["--against-engine", "store", "--against-store", "s.sqlite"]
            let run = try await command.run(Self.evaluate + cluster + against)
            #expect(run.code == 0, "\(run.errors)")
            #expect(run.output.contains("Better on store: 1\n  peace: none → 1\n"), "\(run.output)")
            #expect(run.output.contains("Worse on store: 1\n  emma: 1 → none\n"), "\(run.output)")
            let json = try await command.run(Self.evaluate + cluster + against + ["--json"])
            let report = try JSONValue(parsing: Data(json.output.utf8))
            #expect(report["better"]?.queries == ["peace"] && report["worse"]?.queries == ["emma"])
            #expect(report["engines"]?.elements.compactMap { $0["hit@1"]?.share } == [0.75, 0.75])
        }
    }

    @Test(
        "Engines without full text are refused with the remedy, and Algolia needs its key",
        arguments: [
            (["--engine", "halo"], "sync its content into a store"),
            (["--store", "s.sqlite", "--against-engine", "pocketbase"], "sync its content into a store"),
            (["--engine", "algolia", "--application-id", "A"], "ALGOLIA_API_KEY"),
        ])
    func refused(_ options: [String], _ message: String) async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Self.schema, to: "schema.json")
        try command.write(Self.queries, to: "queries.json")
        let run = try await command.run(Self.evaluate + options)
        #expect(run.code == 2 && run.output.isEmpty && run.errors.contains(message), "\(run)")
    }
}

extension JSONValue {
    fileprivate var share: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    fileprivate var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

    fileprivate var queries: [String] {
        elements.compactMap { if case .string(let query)? = $0["query"] { query } else { nil } }
    }
}
