import Foundation
import Quire
import QuireHTTP
import QuireRemote
import QuireTypesense
import SampleModules
import SearchServers
import Testing
import TransportDoubles

/// Errors name the cause and the remedy, and never contain the key.
@Suite struct ErrorTests {
    private static let key = "secret-key-4711"

    private func engine(_ steps: [ScriptedTransport.Step]) throws -> TypesenseEngine {
        let url = try #require(URL(string: "http://127.0.0.1:8108"))
        return TypesenseEngine(nodes: [url], apiKey: Self.key, transport: ScriptedTransport(steps))
    }

    @Test("The real server reports a wrong key")
    func wrongKey() async throws {
        let server = try await SearchServers.typesense()
        let engine = TypesenseEngine(nodes: [server.url], apiKey: Self.key)
        let error = await #expect(throws: TypesenseError.self) {
            try await engine.page(SearchRequest(module: Books.descriptor))
        }
        #expect(error?.status == 401)
        #expect(error?.description.contains("API key") == true)
        expectNoSecret(error)
    }

    @Test("Searches and writes report a missing collection")
    func missing() async throws {
        let engine = try await liveEngine(prefix: "never\(UUID().uuidString)_")
        let request = SearchRequest(module: Books.descriptor)
        let searching = await #expect(throws: CollectionError.self) { try await engine.page(request) }
        let storing = await #expect(throws: CollectionError.self) {
            try await engine.store([instance(#"{"id":"1"}"#)], of: Books.descriptor)
        }
        let deleting = await #expect(throws: CollectionError.self) { try await engine.delete(Books.query()) }
        for error in [searching, storing, deleting] {
            #expect(error?.reason == .missing)
            #expect(error?.description.contains("quire load") == true)
        }
    }

    @Test(
        "A response that leaves out what it counts is an error, also on a collection of another program",
        arguments: [
            (#"{"found":1,"hits":[{"document":[]}],"facet_counts":[]}"#, "a hit has no document with an id"),
            (#"{"found":1,"hits":[{"document":{"title":"x"}}]}"#, "a hit has no document with an id"),
            (#"{"found":0,"hits":[],"facet_counts":[]}"#, "the facet age is missing in the response"),
            (#"{"found":-1,"hits":[]}"#, "the response has no hits"),
        ])
    func incomplete(_ result: String, _ message: String) async throws {
        var request = SearchRequest(
            module: ModuleDescriptor(
                name: "books", fields: [FieldDescriptor(name: "age", kind: .integer, facet: .conjunctive)]))
        request.facets = [FacetRequest("age")]
        let body = #"{"results":[\#(result)]}"#
        let missing =
            #"{"results":[{"code":404,"error":"Could not find a field named `q_p` in the schema."}]}"#
        let description = #"{"name":"books","fields":[{"name":"age","type":"int32","facet":true}]}"#
        for steps in [
            [
                ScriptedTransport.Step.status(200, [:], missing), .status(200, [:], description),
                .status(200, [:], #"{"state":1,"version":"0.24.1"}"#), .status(200, [:], body),
            ],
            [.status(200, [:], body)],
        ] {
            let error = await #expect(throws: TypesenseError.self) { try await engine(steps).page(request) }
            let isPrepared = steps.count == 1
            #expect(error?.message == (isPrepared ? message.replacing("age", with: "q_x_age") : message))
        }
    }

    @Test(
        "A description without fields is an error, not a collection without fields",
        arguments: ["[]", #"{"fields":5}"#, "null"])
    func strangeDescription(_ description: String) async throws {
        let missing =
            #"{"results":[{"code":404,"error":"Could not find a field named `q_p` in the schema."}]}"#
        let engine = try engine([.status(200, [:], missing), .status(200, [:], description)])
        let error = await #expect(throws: TypesenseError.self) {
            try await engine.page(SearchRequest(module: Books.descriptor))
        }
        #expect(error?.message == "the description of the collection has no fields")
    }

    @Test("One failed search of several is an error, although the status is a success")
    func oneOfSeveral() async throws {
        let engine = try engine([
            .status(
                200, [:],
                #"{"results":[{"found":0,"hits":[]},{"code":400,"error":"Bad \#(Self.key) filter"}]}"#)
        ])
        let request = SearchRequest(module: Books.descriptor)
        let error = await #expect(throws: TypesenseError.self) { try await engine.pages([request, request]) }
        #expect(error?.status == 400)
        #expect(error?.message == "Bad … filter")
        expectNoSecret(error)
    }

    @Test(
        "An invalid or partial response is an error",
        arguments: [
            "", "<html>", "{}", #"{"results":[]}"#, #"{"results":[{}]}"#,
            #"{"results":[{"found":1,"hits":[],"search_cutoff":true}]}"#,
        ])
    func responses(_ body: String) async throws {
        let engine = try engine([.status(200, [:], body)])
        await #expect(throws: TypesenseError.self) {
            try await engine.page(SearchRequest(module: Books.descriptor))
        }
    }

    @Test("Errors, explanations and printed engines never contain the key")
    func secrecy() async throws {
        let message = #"{"message":"the key \#(Self.key) may not do that"}"#
        let engine = try engine([.status(403, [:], message), .status(403, [:], message)])
        let request = SearchRequest(module: Books.descriptor)
        let error = await #expect(throws: TypesenseError.self) { try await engine.page(request) }
        expectNoSecret(error)
        #expect(error?.status == 403)
        #expect(!(try engine.explain(request)).contains(Self.key))
        expectNoSecret(engine)
        var dumped = ""
        dump(engine, to: &dumped)
        let isShown = dumped.contains(Self.key)
        #expect(!isShown)
    }

    @Test(
        "Neither the error nor the log of a rejected, failed or redirected request contains the key",
        arguments: [302, 307, 401, 500, 503])
    func statuses(_ status: Int) async throws {
        let log = Log()
        let step = ScriptedTransport.Step.status(
            status, ["Location": "http://other.test/"], #"{"message":"key \#(Self.key)"}"#)
        let transport = ScriptedTransport(Array(repeating: step, count: 20))
            .wrapped(in: [LoggingMiddleware(showsHeaders: true) { log.add($0) }])
        let url = try #require(URL(string: "http://127.0.0.1:8108"))
        let engine = TypesenseEngine(nodes: [url], apiKey: Self.key, transport: transport)
        let error = await #expect(throws: (any Error).self) {
            try await engine.page(SearchRequest(module: Books.descriptor))
        }
        expectNoSecret(error)
        #expect(!log.lines.isEmpty)
        for line in log.lines { #expect(!line.contains(Self.key), "\(line)") }
    }

    @Test("A facet's value with too many combining marks in a row is rejected before it is compared")
    func marks() async throws {
        let value = "a" + String(repeating: "\u{301}\u{323}", count: 100)
        let facets = #"[{"field_name":"f","counts":[{"count":1,"value":"\#(value)"}]}]"#
        let engine = try engine([
            .status(200, [:], #"{"results":[{"found":0,"hits":[],"facet_counts":\#(facets)}]}"#)
        ])
        let error = await #expect(throws: TypesenseError.self) {
            try await engine.page(SearchRequest(module: Books.descriptor))
        }
        #expect(error?.description.contains("128 combining marks in a row") == true)
    }

    @Test("A cancelled search throws CancellationError")
    func cancellation() async throws {
        let engine = try engine([.cancellation])
        await #expect(throws: CancellationError.self) {
            try await engine.page(SearchRequest(module: Books.descriptor))
        }
    }

    private func expectNoSecret(_ value: Any?) {
        for text in ["\(value as Any)", String(reflecting: value)] {
            #expect(!text.contains(Self.key), "\(text)")
        }
        if let value {
            var dumped = ""
            dump(value, to: &dumped)
            let isShown = dumped.contains(Self.key)
            #expect(!isShown)
        }
    }
}
