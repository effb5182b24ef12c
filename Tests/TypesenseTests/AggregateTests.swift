import Foundation
import Quire
import QuireRemote
import QuireTypesense
import SampleModules
import Testing
import TransportDoubles

/// Aggregates from the counts of facets. The conformance suite compares the results of a real server.
@Suite("Aggregates on Typesense")
struct AggregateTests {
    private func engine(
        _ steps: [ScriptedTransport.Step] = []
    ) throws -> (engine: TypesenseEngine, transport: ScriptedTransport) {
        let transport = ScriptedTransport(steps)
        let url = try #require(URL(string: "http://127.0.0.1:8108"))
        return (TypesenseEngine(nodes: [url], apiKey: "sesame", transport: transport), transport)
    }

    private static func response(_ results: String...) -> ScriptedTransport.Step {
        .status(200, [:], #"{"results":[\#(results.joined(separator: ","))]}"#)
    }

    private static func facet(_ name: String, found: Int, _ counts: KeyValuePairs<String, Int>) -> String {
        let counts = counts.map { #"{"count":\#($0.value),"value":"\#($0.key)"}"# }
        return
            #"{"found":\#(found),"hits":[],"facet_counts":[{"field_name":"q_x_\#(name)","counts":[\#(counts.joined(separator: ","))]}]}"#
    }

    private static let none = #"{"found":0,"hits":[]}"#

    @Test("Groups are one request: the counts of the values, and the items that have none")
    func groups() async throws {
        let (engine, transport) = try engine([
            Self.response(
                Self.facet("status", found: 5, ["sdraft": 3, "slive": 2]), #"{"found":4,"hits":[]}"#)
        ])
        let query = Books.query().where(\.age >= 18)
        let rows = try await ContentClient(engine: engine).aggregate(query.group(by: \.status), .count)
        #expect(rows.map { $0.0?.rawValue } == [nil, "draft", "live"])
        #expect(rows.map(\.1) == [4, 3, 2])
        let body = String(decoding: try #require(transport.requests.first?.body), as: UTF8.self)
        #expect(
            body
                == #"{"searches":[{"collection":"books","q":"*","enable_overrides":false,"#
                + #""filter_by":"q_o_age:>=18","facet_by":"q_x_status","#
                + #""max_facet_values":10000000,"page":1,"per_page":0},"#
                + #"{"collection":"books","q":"*","enable_overrides":false,"#
                + #""filter_by":"q_o_age:>=18 && q_p:!=[p6]","page":1,"per_page":0}]}"#
        )
        #expect(transport.requests.count == 1)
    }

    @Test("Sums, averages and extremes are computed from the counts of the exact values")
    func numbers() async throws {
        let (engine, _) = try engine([
            Self.response(
                #"{"found":7,"hits":[]}"#,
                Self.facet("rank", found: 7, ["ip9007199254740993": 2, "im3": 1, "ip4": 3]))
        ])
        let (count, sum, least, most, distinct) = try await ContentClient(engine: engine).aggregate(
            Books.query(), .count, .sum(\.rank), .min(\.rank), .max(\.rank), .countDistinct(\.rank))
        #expect(count == 7)
        #expect(sum == 2 * 9_007_199_254_740_993 - 3 + 12)
        #expect(least == -3)
        #expect(most == 9_007_199_254_740_993)
        #expect(distinct == 3)
    }

    @Test("What facets cannot count is refused before any request, and left to the client if that is allowed")
    func refused() async throws {
        let requests = [
            AggregateRequest([.sum(.value("price"))], of: Books.query().request),
            AggregateRequest(
                [.sum(.value("rank"))], of: Books.query().request, groupedBy: .values(.value("status"))),
            AggregateRequest([.maximum(.metadata("updatedAt"))], of: Books.query().request),
            AggregateRequest([.count], of: Books.query().search("war").request),
            AggregateRequest(
                [.count], of: Books.query().request,
                groupedBy: .ranges(.value("scores"), bounds: [.integer(5)])),
        ]
        for request in requests {
            let (engine, transport) = try engine()
            #expect(throws: UnsupportedError.self) { try engine.validate(request) }
            await #expect(throws: UnsupportedError.self) { try await engine.aggregate(request) }
            #expect(transport.requests.isEmpty)
        }
    }

    @Test("A text that its key does not contain is read from an item")
    func longText() async throws {
        let text = String(repeating: "long ", count: 30)
        let hash = "h" + SHA256.hexadecimal(of: text)
        let (engine, transport) = try engine([
            Self.response(Self.facet("tags", found: 3, [hash: 2, "sshort": 1]), Self.none),
            Self.response(
                #"{"found":1,"hits":[{"document":{"tags":["other","\#(text)"]}}]}"#),
        ])
        let rows = try await ContentClient(engine: engine).aggregate(
            Books.query().group(by: \.tags), .count)
        #expect(rows.map(\.0) == [text, "short"])
        #expect(rows.map(\.1) == [2, 1])
        let body = String(decoding: try #require(transport.requests.last?.body), as: UTF8.self)
        #expect(body.contains(#""filter_by":"q_x_tags:=[\#(hash)]","include_fields":"tags""#))
    }

    @Test("A response without the counts, or without the item that has a long text, is an error")
    func incomplete() async throws {
        let request = Books.query().group(by: \.status).request(.count)
        let (without, _) = try engine([Self.response(#"{"found":5,"hits":[]}"#, Self.none)])
        await #expect(throws: TypesenseError.self) { try await without.aggregate(request) }
        let hash = "h" + String(repeating: "0", count: 64)
        let (long, _) = try engine([
            Self.response(Self.facet("status", found: 1, [hash: 1]), Self.none), Self.response(Self.none),
        ])
        await #expect(throws: TypesenseError.self) { try await long.aggregate(request) }
    }

    @Test("A query that nothing can meet sends no request")
    func nothing() async throws {
        let (engine, transport) = try engine()
        let count = try await ContentClient(engine: engine).aggregate(Books.query().ids([]), .count)
        #expect(count == 0)
        #expect(transport.requests.isEmpty)
    }
}
