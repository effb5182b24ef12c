import DecodingSamples
import Foundation
import Quire
import QuireHTTP
import QuireRemote
import SampleModules
import Testing
import TransportDoubles

@testable import QuireAlgolia

/// Reading a response's bytes in one pass, compared with parsing it completely first.
@Suite struct RecordWalkTests {
    private static let index = RecordIndex(Books.descriptor, .init())
    private static let rule = FlatRule(Books.descriptor, id: "objectID", convertsPlaces: false)

    /// - Parameter instances: How many of the awkward books are in the response; the last one does not match its
    ///   module.
    private static func response(_ instances: Int) throws -> JSONValue {
        let hits = try Books.awkward.prefix(instances).map { text in
            var json = JSONWriter()
            json.value(index.record(of: try JSONValue(parsing: Data(text.utf8))))
            return try JSONValue(parsing: Data(json.bytes))
        }
        return .object([
            .init("hits", .array(hits)), .init("nbHits", .integer(Int64(instances))),
            .init("page", .integer(0)),
            .init("exhaustiveNbHits", .boolean(true)),
            .init("exhaustive", .object([.init("typo", .boolean(true))])),
            .init("query", .string("")), .init("params", .string("hitsPerPage=20")),
        ])
    }

    private static func request(_ change: (inout SearchRequest) -> Void = { _ in }) -> SearchRequest {
        var request = SearchRequest(module: Books.descriptor)
        request.page = .page(1, size: 20)
        change(&request)
        return request
    }

    private static func engine(_ transport: any Transport) -> any ContentEngine {
        AlgoliaEngine(applicationID: "app", apiKey: "key", transport: transport)
    }

    /// The reference implementation, written only from the service's API. Values with an unexpected type are
    /// rejected.
    private static func plain(_ json: JSONValue) throws -> PlainResponse {
        guard case .object(let members) = json, let hits = members.last(where: { $0.name == "hits" })?.value,
            case .array(let records) = hits
        else { throw PlainResponse.Refused() }
        var plain = PlainResponse()
        var total: Int64?
        for member in members where member.name == "nbHits" {
            guard case .integer(let count) = member.value, count >= 0 else { throw PlainResponse.Refused() }
            total = count
        }
        let isExact = !members.contains { member in
            member.name == "exhaustiveNbHits" && member.value == .boolean(false)
                || member.name == "exhaustive" && member.value["nbHits"] == .boolean(false)
        }
        if let total, isExact { plain.total = Int(total) }
        guard total != nil || !records.isEmpty else { throw PlainResponse.Refused() }
        for record in records {
            guard let instance = rule.instance(record) else { throw PlainResponse.Refused() }
            plain.instances.append(instance.description)
        }
        return plain
    }

    private static func differences(_ bodies: [Data]) async -> [String] {
        await PlainResponse.differences(
            bodies, to: request(), decoder: Books.itemDecoder, engine: engine, read: plain)
    }

    @Test("Parsing in one pass has the same result as full parsing, in any order of members")
    func whole() async throws {
        for count in 0...Books.awkward.count {
            let differences = await Self.differences(
                BrokenResponses(seed: 1, of: [try Self.response(count)]).whole)
            #expect(differences.isEmpty, "\(count) books: \(differences)")
        }
    }

    @Test("Damaged responses have the same result as with full parsing, or an error", arguments: 1...6)
    func broken(_ seed: UInt64) async throws {
        var broken = BrokenResponses(seed: seed, of: [try Self.response(5), try Self.response(6)])
        let differences = await Self.differences(broken.broken(250))
        #expect(differences.isEmpty, "\(differences)")
    }

    @Test("A record with a text that looks like another item is one item for every reader")
    func twoItems() async throws {
        let text = #"a\"}},{\"id\":\"2\",\"values\":{\"age\":1"#
        let engine = AlgoliaEngine(
            applicationID: "app", apiKey: "key",
            transport: ClosureTransport { _ in
                HTTPResponse(
                    status: 200,
                    body: Data(#"{"hits":[{"objectID":"1","title":"\#(text)"}],"nbHits":1}"#.utf8))
            })
        let ids = ItemDecoder<String>(module: Books.descriptor, fields: []) {
            (reader) throws(ValueDecodingError) in
            try reader.read { (_) throws(ValueDecodingError) in }.id
        }
        for mode in [DecodingOptions.Mode.strict, .lenient] {
            let request = Self.request { $0.decoding.mode = mode }
            #expect(try await engine.search([request], decoding: ids).first?.items == ["1"])
            let data = try await engine.searchData(request)
            let instance = try JSONValue(
                parsing: Data(#"[{"id":"1","values":{"title":"\#(text)"}}]"#.utf8))
            #expect(try JSONValue(parsing: data)["items"] ?? JSONValue(parsing: data) == instance)
            #expect(try await engine.responses(to: [request]).map { try $0.get().page.count } == [data.count])
        }
    }

    @Test("A number that no double holds makes a record that is needed as JSON an error, not another item")
    func outOfRange() async throws {
        let engine = AlgoliaEngine(
            applicationID: "app", apiKey: "key",
            transport: ClosureTransport { _ in
                HTTPResponse(
                    status: 200, body: Data(#"{"hits":[{"objectID":"1","age":1e999}],"nbHits":1}"#.utf8))
            })
        let error = await #expect(throws: AlgoliaResponseError.self) {
            try await engine.searchData(Self.request())
        }
        #expect(error?.place == "hits[0]")
    }
}
