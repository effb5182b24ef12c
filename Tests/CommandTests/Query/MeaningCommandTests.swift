#if SQLite
import Foundation
import LoopbackServer
import Quire
import Testing

import QuireCommand

@Suite("Search by meaning on the command line", .timeLimit(.minutes(30)))
struct MeaningCommandTests {
    private static let schema = """
        {"quire": 1, "modules": [{"name": "notes", "embedding": {"of": ["title"], "dimensions": 2, "model": "tiny"},
         "fields": [{"name": "title", "type": "text", "searchable": true}]}]}
        """

    /// Texts about seats point one way, others the other way.
    private static func server() throws -> LoopbackServer {
        try LoopbackServer { request in
            guard case .array(let texts)? = try? JSONValue(parsing: Data(request.body)).member("input"),
                request.headers.contains(where: { $0.value == "Bearer k3y" })
            else { return .json(#"{"error": "no key"}"#, status: 401) }
            let vectors = texts.map { text in
                "\(text)".contains("sofa") || "\(text)".contains("couch") ? "[1, 0.1]" : "[0.1, 1]"
            }
            let data = vectors.enumerated().map { #"{"index": \#($0), "embedding": \#($1)}"# }
            return .json(#"{"data": [\#(data.joined(separator: ","))]}"#)
        }
    }

    @Test("A load computes the vectors, and queries and evaluations search with them")
    func meaning() async throws {
        try await BuiltCommand.withNotes { command in
            let server = try Self.server()
            defer { server.stop() }
            var command = command
            command.environment["EMBEDDING_API_KEY"] = "k3y"
            let embedder = ["--embedder", server.url.appendingPathComponent("v1/embeddings").absoluteString]
            try command.write(Self.schema, to: "meaning.json")
            try command.write(
                #"""
                {"id": "1", "title": "a clock"}
                {"id": "2", "title": "the couch"}
                {"id": "3", "title": "my sofa"}
                """#, to: "seats.ndjson")
            try command.write(
                #"[{"query": "sofa", "expected": [{"id": "2", "grade": 1}]}]"#, to: "queries.json")
            let store = ["--schema", "meaning.json", "--store", "m.sqlite", "--module", "notes"]
            let plain = try await command.run(["load"] + store + ["seats.ndjson"])
            #expect(plain.code == 0, "\(plain.errors)")
            let query = ["query"] + store + ["--search", "sofa", "--words", "meaning", "--fields", "title"]
            let without = try await command.run(query)
            #expect(without.code == 1 && without.errors.contains("no embedder"))
            let missing = try await command.run(query + embedder)
            #expect(missing.code == 0, "\(missing.errors)")
            #expect(missing.errors.contains("Only words find 3 items without a vector"))
            let loaded = try await command.run(["load"] + store + embedder + ["--restart", "seats.ndjson"])
            #expect(loaded.code == 0, "\(loaded.errors)")
            let found = try await command.run(query + embedder)
            #expect(found.lines.dropFirst().prefix(3).map { String($0.prefix(1)) } == ["3", "2", "1"])
            #expect(found.errors.contains("come similar ones: 2."))
            let evaluate = ["evaluate"] + store + ["--queries", "queries.json", "--json"]
            let words = try await command.run(evaluate)
            let meaning = try await command.run(evaluate + embedder)
            #expect(words.output.contains(#""recall@100":0"#), "\(words.output)")
            #expect(meaning.output.contains(#""recall@100":1"#), "\(meaning.output)")
            let both = try await command.run(evaluate + embedder + ["--exact"])
            #expect(both.code == 2 && both.errors.contains("leave one out"), "\(both.errors)")
            command.environment["EMBEDDING_API_KEY"] = "wr0ng"
            let refused = try await command.run(query + embedder)
            #expect(refused.code == 1 && refused.errors.contains("Check the key"))
            #expect(!refused.errors.contains("wr0ng"))
        }
    }
}
#endif
