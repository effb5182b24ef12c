import Foundation
import Quire
import QuireCluster
import QuireOpenSearch
import QuireRemote
import SampleModules
import Testing
import TransportDoubles

/// Errors name the action, the cluster's message, and the remedy.
@Suite struct ErrorTests {
    private static let url = URL(string: "http://localhost:9200") ?? URL(fileURLWithPath: "/")

    private func error(_ steps: [ScriptedTransport.Step]) async -> OpenSearchError? {
        let engine = OpenSearchEngine(
            nodes: [Self.url], settings: OpenSearchSettings(nodes: NodeSettings(timeout: .seconds(5))),
            transport: ScriptedTransport(steps).undescribed)
        return await #expect(throws: OpenSearchError.self) {
            try await engine.searchData(Books.query().where(\.age >= 3).request)
        }
    }

    @Test("An error of the cluster keeps its type and its innermost reason")
    func reasons() async throws {
        let body = """
            {"error":{"type":"search_phase_execution_exception","reason":"all shards failed","failed_shards":[
            {"shard":0,"reason":{"type":"illegal_argument_exception","reason":"outer",
            "caused_by":{"type":"number_format_exception","reason":"For input string"}}}]},"status":400}
            """
        let error = try #require(await error([.status(400, [:], body)]))
        #expect(error.kind == .refused)
        #expect(error.status == 400)
        #expect(error.type == "number_format_exception")
        #expect(
            "\(error)"
                == "OpenSearch could not search in books (400, number_format_exception): For input string. "
                + "See the cluster's reason.")
        #expect(!error.isRetryable)
        let plain = try #require(await self.error([.status(401, [:], #"{"error":"Unauthorized"}"#)]))
        #expect("\(plain)".hasSuffix("(401): Unauthorized. Check the credentials."))
        let none = try #require(await self.error([.status(404, [:], "not here")]))
        #expect(none.kind == .refused)
    }

    @Test("The error for a module without an index says how to solve it")
    func notPrepared() async throws {
        let engine = try await Served.engine()
        let alias = "\(engine.settings.prefix)books"
        let asked: [@Sendable () async throws -> Void] = [
            { _ = try await engine.searchData(Books.query().request) },
            {
                let requests = [Books.query().request, Books.query().request]
                _ = try await engine.search(requests, decoding: Books.itemDecoder)
            },
            {
                _ = try await engine.write(
                    WriteBatch([WriteOperation(.delete, Books.descriptor, id: "1")]))
            },
            { _ = try await engine.delete(Books.query().where(\.age < 3)) },
            { _ = try await engine.store([json(#"{"id":"1"}"#)], of: Books.descriptor) },
        ]
        for ask in asked {
            let error = await #expect(throws: CollectionError.self) { try await ask() }
            #expect(error?.reason == .missing)
            #expect(error?.collection == alias)
        }
        var create = WriteOperation(.create, Books.descriptor)
        create.values = json(#"{"title":"Emma","age":1,"price":1.5,"active":true}"#)
        let batch = WriteBatch([create])
        let creation = await #expect(throws: CollectionError.self) { try await engine.write(batch) }
        #expect(creation?.reason == .missing)
        // No index of its name was created.
        let index = try await Served.ask(.get, "/\(engine.settings.prefix)books")
        #expect(index["status"] == .integer(404))
    }

    @Test("An incomplete response is an error, not a smaller result")
    func holes() async throws {
        for body in [
            #"{"timed_out":true,"_shards":{"failed":0},"hits":{"hits":[]}}"#,
            #"{"timed_out":false,"_shards":{"failed":1},"hits":{"hits":[]}}"#,
        ] {
            let error = try #require(await error([.status(200, [:], body)]))
            #expect(error.kind == .incomplete)
            #expect(error.isRetryable)
        }
    }

    @Test("A response that is not in the API's format is unreadable")
    func unreadable() async throws {
        for body in [
            "<html>", "[]", "{}", #"{"hits":{"hits":[{"_id":"1","_source":5,"sort":["1"]}]}}"#,
        ] {
            let error = try #require(await error([.status(200, [:], body)]))
            #expect(error.kind == .unreadable, "\(body)")
        }
    }

    @Test("Cancelling a search throws CancellationError")
    func cancellation() async throws {
        let engine = OpenSearchEngine(
            nodes: [Self.url], transport: ScriptedTransport([.cancellation]).undescribed)
        await #expect(throws: CancellationError.self) { try await engine.searchData(Books.query().request) }
    }
}
