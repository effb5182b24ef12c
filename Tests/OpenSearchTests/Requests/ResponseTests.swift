import Foundation
import Quire
import QuireHTTP
import QuireRemote
import SampleModules
import Testing
import TransportDoubles

@testable import QuireOpenSearch

/// Reading a response's bytes in one pass, compared with parsing it completely first.
@Suite struct ResponseTests {
    private static let module = IndexedModule(Books.descriptor)

    /// - Parameter instances: How many of the awkward books are in the response; the last one does not match its
    ///   module.
    private static func response(_ instances: Int, from start: Int = 0, total: Int? = nil) throws -> JSONValue
    {
        let hits = try Books.awkward.dropFirst(start).prefix(instances).map { text in
            let document = IndexedDocument(
                try JSONValue(parsing: Data(text.utf8)), of: PlainDocument(module), TextAnalyzer())
            return JSONValue.of([
                "_index": .string("books-1"), "_id": .string(document.id), "_score": .null,
                "_source": document.source,
                "sort": .texts([document.id]),
            ])
        }
        return .of([
            "took": .integer(1), "timed_out": .boolean(false),
            "_shards": .of(["total": .integer(1), "successful": .integer(1), "failed": .integer(0)]),
            "hits": .of([
                "total": .of(["value": .count(total ?? instances), "relation": .string("eq")]),
                "max_score": .null,
                "hits": .array(hits),
            ]),
        ])
    }

    private static func request(_ change: (inout SearchRequest) -> Void = { _ in }) -> SearchRequest {
        var request = SearchRequest(module: Books.descriptor)
        request.page = .page(1, size: 20)
        change(&request)
        return request
    }

    private static func engine(_ transport: any Transport) -> any ContentEngine {
        OpenSearchEngine(
            nodes: [URL(string: "http://127.0.0.1:9200")].compactMap { $0 }, transport: transport.undescribed)
    }

    /// The reference implementation, written only from the server's API.
    private static func plain(_ json: JSONValue) throws -> PlainResponse {
        guard case .array(let hits)? = json["hits"]?["hits"], json["timed_out"] != .boolean(true),
            (json["_shards"]?["failed"]?.int ?? 0) == 0
        else { throw PlainResponse.Refused() }
        var plain = PlainResponse()
        plain.total = json["hits"]?["total"]?["value"]?.int
        for (position, hit) in hits.enumerated() {
            guard case .object(let members)? = hit["_source"], let id = hit["_id"]?.string, !id.isEmpty,
                case .array(let place)? = hit["sort"], place.count == 1, place[0].string != nil
            else { throw PlainResponse.Refused() }
            if position >= 20 { continue }
            plain.instances.append("\(instance(id, members))")
        }
        return plain
    }

    /// The item of a document, by the names of its members.
    private static func instance(_ id: String, _ members: [JSONValue.Member]) -> JSONValue {
        var metadata = [JSONValue.Member("id", .string(id))]
        var values: [JSONValue.Member] = []
        for member in members where member.name != "id" {
            if module.value(member.name) != nil {
                values.append(member)
            } else if ["createdAt", "updatedAt", "publishedAt", "archivedAt", "removedAt", "deletedAt"]
                .contains(
                    member.name)
            {
                guard case .integer = member.value else { continue }
                metadata.append(member)
            } else if ["name", "module", "createdBy", "updatedBy", "deletedBy"].contains(member.name) {
                if member.value.string != nil { metadata.append(member) }
            } else if ["revision", "customerId"].contains(member.name) {
                if case .integer = member.value { metadata.append(member) }
            } else if member.name == "tags" {
                if case .array(let tags) = member.value,
                    tags.allSatisfy({ if case .object = $0 { true } else { false } })
                {
                    metadata.append(member)
                }
            } else if ["externalId", "pushSchedule"].contains(member.name) {
                metadata.append(member)
            } else if member.name == "q_rest" {
                metadata += member.value["metadata"]?.members ?? []
                guard let hidden = member.value["values"] else { continue }
                guard case .object(let members) = hidden else {
                    return .object(metadata + [.init("values", hidden)])
                }
                values += members
            }
        }
        return .object(metadata + [.init("values", .object(values))])
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

    @Test("Each of several searches in one call has its own response, fields and error")
    func several() async throws {
        let failed = #"{"error":{"type":"x_exception","reason":"too many"},"status":400}"#
        let some = try Self.response(3)
        let all = try Self.response(5)
        let body = Data(#"{"took":3,"responses":[\#(some),\#(failed),\#(all)]}"#.utf8)
        let engine = OpenSearchEngine(
            nodes: [URL(string: "http://127.0.0.1:9200")].compactMap { $0 },
            transport: ClosureTransport { _ in HTTPResponse(status: 200, body: body) }.undescribed)
        let answers = try await engine.responses(to: [
            Self.request { $0.fields = ["title"] }, Self.request(), Self.request(),
        ])
        #expect(answers.count == 3)
        let first = try answers[0].get()
        #expect(
            try JSONValue(parsing: first.page)["items"]?.elements?.map { $0["values"]?.members?.count }
                == [1, 1, 1])
        let error = #expect(throws: OpenSearchError.self) { try answers[1].get() }
        #expect(error?.reason == "too many")
        let third = try answers[2].get().response(reading: Books.itemDecoder, DecodingOptions())
        #expect(third.items.map(\.id.rawValue) == ["57ea6aa40cf4ec00", "1", "é \"id\"", "3", "4"])
    }

    @Test(
        "A page shorter than the count is followed by the next; a repeated one is an error; an empty one is the end"
    )
    func shortPages() async throws {
        func page(_ count: Int, from start: Int) throws -> ScriptedTransport.Step {
            .status(
                200, [:],
                String(decoding: try Self.response(count, from: start, total: 4).data, as: UTF8.self))
        }
        func ids(_ pages: ScriptedTransport.Step...) async throws -> [String] {
            let engine = Self.engine(ScriptedTransport(pages))
            return try await engine.search([Self.request { $0.page = .all }], decoding: Books.itemDecoder)
                .flatMap(\.items).map(\.id.rawValue)
        }
        let whole = try await ids(page(2, from: 0), page(2, from: 2))
        #expect(Set(whole).count == 4)
        #expect(try await ids(page(2, from: 0), page(1, from: 2), page(0, from: 0)) == Array(whole.prefix(3)))
        let error = await #expect(throws: OpenSearchError.self) {
            try await ids(page(2, from: 0), page(2, from: 0))
        }
        #expect(error?.reason == "the server repeated a page")
    }

    @Test("A document without a source or a place in the order is reported by its id")
    func stranger() async throws {
        for stranger in [
            #"{"_id":"7","_source":5,"sort":["7"]}"#, #"{"_id":"7","sort":["7"]}"#,
            #"{"_id":"7","_source":{"title":"x"},"sort":[7]}"#, #"{"_id":"7","_source":{"title":"x"}}"#,
        ] {
            let engine = Self.engine(
                ClosureTransport { _ in
                    HTTPResponse(status: 200, body: Data(#"{"hits":{"hits":[\#(stranger)]}}"#.utf8))
                })
            let error = await #expect(throws: OpenSearchError.self) {
                try await engine.searchData(Self.request())
            }
            #expect(error?.reason == "the document 7 has no source, or no place in the order")
        }
    }
}
