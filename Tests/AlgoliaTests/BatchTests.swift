import Foundation
import Quire
import QuireAlgolia
import QuireSync
import SampleModules
import Testing
import TransportDoubles

/// Requests for several modules in one call.
@Suite struct BatchTests {
    private static let empty = #"{"hits":[],"nbHits":0,"page":0,"nbPages":0,"hitsPerPage":20}"#

    @Test("Requests for two modules are one call, without parts that cannot be expressed")
    func oneRequest() async throws {
        let transport = ScriptedTransport([.status(200, [:], #"{"results":[\#(Self.empty),\#(Self.empty)]}"#)]
        )
        let engine = AlgoliaEngine(applicationID: "APP", apiKey: "key", transport: transport)
        var unsupported = SearchRequest(module: Books.descriptor)
        unsupported.filter = .leaf(.init(.like, "title", value: .string("mm"), type: .string))
        let answers = try await engine.responses(
            to: [
                SearchRequest(module: Books.descriptor), unsupported,
                SearchRequest(module: Authors.descriptor),
            ])
        try #require(answers.count == 3)
        #expect(try answers[0].get().pageInfo.totalItems == 0)
        #expect(throws: UnsupportedError.self) { try answers[1].get() }
        #expect(try answers[2].get().pageInfo.totalItems == 0)
        #expect(transport.requests.map(\.url.path) == ["/1/indexes/*/queries"])
        let body = try JSONValue(parsing: try #require(transport.requests.first?.body))
        guard case .array(let requests)? = body["requests"] else {
            return #expect(Bool(false), "no requests")
        }
        #expect(requests.map { $0["indexName"] } == [.string("books"), .string("authors")])
    }

    @Test(
        "A rejection by the service is not an outage, a failure is", arguments: [(400, false), (503, true)])
    func outage(_ status: Int, _ isOutage: Bool) async throws {
        let transport = ScriptedTransport(
            Array(repeating: .status(status, [:], #"{"message":"no","status":\#(status)}"#), count: 8))
        let engine = AlgoliaEngine(applicationID: "APP", apiKey: "key", transport: transport)
        let request = SearchRequest(module: Books.descriptor)
        do {
            _ = try await engine.responses(to: [request, request])
            Issue.record("the request succeeded")
        } catch {
            #expect(OfflineSettings.isOutage(error) == isOutage)
        }
    }
}
