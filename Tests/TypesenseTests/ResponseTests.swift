import Foundation
import Quire
import QuireHTTP
import QuireRemote
import SampleModules
import Testing
import TransportDoubles

@testable import QuireTypesense

/// Reading a response's bytes in one pass, compared with parsing it completely first.
@Suite struct ResponseTests {
    private static let layout = CollectionLayout(Books.descriptor, TypesenseSettings())

    /// - Parameter instances: How many of the awkward books are in the response; the last one does not match its
    ///   module.
    private static func response(_ instances: Int, found: Int? = nil) throws -> JSONValue {
        let writer = DocumentWriter(layout: layout)
        let hits = try Books.awkward.prefix(instances).map { text in
            let document = writer.document(
                of: try JSONValue(parsing: Data(text.utf8)), version: "1")
            return JSONValue.object([
                .init("document", try JSONValue(parsing: Data(document))), .init("highlight", .object([])),
                .init("highlights", .array([])), .init("text_match", .integer(578)),
            ])
        }
        let facets = try JSONValue(
            parsing: Data(
                #"""
                [{"counts":[{"count":2,"highlighted":"slive","value":"slive"},{"count":1,"value":"s\"x"}],
                  "field_name":"q_x_status","sampled":false,"stats":{"total_values":2}}]
                """#.utf8))
        let result = JSONValue.object([
            .init("facet_counts", facets), .init("found", .integer(Int64(found ?? instances))),
            .init("hits", .array(hits)), .init("out_of", .integer(9)), .init("page", .integer(1)),
            .init("request_params", .object([.init("q", .string("*"))])),
            .init("search_cutoff", .boolean(false)),
        ])
        return .object([.init("results", .array([result]))])
    }

    private static func request(_ change: (inout SearchRequest) -> Void = { _ in }) -> SearchRequest {
        var request = SearchRequest(module: Books.descriptor)
        request.page = .page(1, size: 20)
        change(&request)
        return request
    }

    private static func engine(_ transport: any Transport) -> any ContentEngine {
        TypesenseEngine(
            nodes: [URL(string: "http://127.0.0.1:8108")].compactMap { $0 }, apiKey: "key",
            transport: transport)
    }

    @Test(
        "A page that is repeated, or empty although items are counted, is an error instead of a partial result",
        arguments: [(2, "the server repeated a page"), (0, "the server counts 600 items, but sent none")])
    func contradictoryPages(_ instances: Int, _ reason: String) async throws {
        let pages = try [2, instances, instances, instances, instances].map {
            ScriptedTransport.Step.status(
                200, [:], String(decoding: try Self.response($0, found: 600).data, as: UTF8.self))
        }
        let transport = ScriptedTransport(pages)
        let error = await #expect(throws: TypesenseError.self) {
            try await Self.engine(transport).page(Self.request { $0.page = .all })
        }
        #expect(error?.message == reason)
        #expect(transport.requests.count <= 5)
    }

    /// The reference implementation, written only from the server's API.
    private static func plain(_ json: JSONValue) throws -> PlainResponse {
        guard case .array(let results)? = json.member("results"), results.count == 1,
            results[0].member("code").map({ if case .integer = $0 { false } else { true } }) ?? true,
            case .integer(let found)? = results[0].member("found"), found >= 0,
            case .array(let hits)? = results[0].member("hits"),
            results[0].member("search_cutoff") != .boolean(true)
        else { throw PlainResponse.Refused() }
        var plain = PlainResponse()
        plain.total = Int(found)
        var keys: Set<[UInt8]> = []
        for (position, hit) in hits.enumerated() {
            // An item that the server counts must not be missing without a word.
            guard case .object(let members)? = hit.member("document"),
                let instance = layout.document.instance(of: .object(members))
            else { throw PlainResponse.Refused() }
            if position >= 20 { continue }
            // Another program may have written a document without the key.
            let last = members.last { $0.name == DocumentField.id }?.value.string ?? ""
            let key = last.isEmpty ? ExactKey.text(instance.instanceID) : last
            if keys.insert(Array(key.utf8)).inserted { plain.instances.append(instance.description) }
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
        // The last book is invalid: a strict page fails, a lenient one reads the others.
        let engine = Self.engine(
            ClosureTransport { _ in HTTPResponse(status: 200, body: try Self.response(6).data) })
        let lenient = try await engine.search(
            [Self.request { $0.decoding.mode = .lenient }], decoding: Books.itemDecoder)
        #expect(lenient.first?.items.count == 5)
        #expect(lenient.first?.rejected.map(\.path) == ["items[5].values.age"])
        let error = await #expect(throws: ContentDecodingError.self) {
            try await engine.search(
                [Self.request { $0.decoding.mode = .strict }], decoding: Books.itemDecoder)
        }
        #expect(error?.id == "5")
    }

    @Test("Damaged responses have the same result as with full parsing, or an error", arguments: 1...6)
    func broken(_ seed: UInt64) async throws {
        var broken = BrokenResponses(seed: seed, of: [try Self.response(5), try Self.response(6)])
        let differences = await Self.differences(broken.broken(250))
        #expect(differences.isEmpty, "\(differences)")
    }

    @Test("Facet counts are the same as with full parsing", arguments: 1...3)
    func facets(_ seed: UInt64) throws {
        let plan = try CompiledSearch(
            Self.request(), Self.layout, capabilities: TypesenseEngine.capabilities,
            settings: TypesenseSettings())
        var broken = BrokenResponses(seed: seed, of: [try Self.response(0)])
        for round in 0..<600 {
            let body = round < 6 ? broken.whole[round] : broken.broken()
            guard let json = try? JSONValue(parsing: body) else { continue }
            let parts = try SearchResultParts.all(
                in: body, to: [plan.form(of: SearchEntry(filter: .everything))])
            guard case .array(let results)? = json.member("results"), let first = results.first else {
                continue
            }
            var expected: [String: [String]] = [:]
            if case .array(let facets)? = first.member("facet_counts") {
                for facet in facets {
                    guard case .string(let name)? = facet.member("field_name"),
                        case .array(let counts)? = facet.member("counts")
                    else { continue }
                    expected[name] = counts.compactMap { entry in
                        guard case .string(let value)? = entry.member("value"),
                            case .integer(let count)? = entry.member("count")
                        else { return nil }
                        return "\(count) \(value)"
                    }
                }
            }
            let found = parts?.first?.facets.mapValues { $0.map { "\($0.count) \($0.value)" } }
            #expect(found == expected, "\(String(decoding: body, as: UTF8.self))")
        }
    }

    @Test("A stored text with invalid UTF-8 is rejected, also if nobody reads the items")
    func invalidText() async throws {
        var body = try Self.response(1).data
        let place = try #require(body.firstRange(of: Data("日".utf8)))
        body.replaceSubrange(place, with: [0xE6, 0x97, 0x20])
        let engine = Self.engine(ClosureTransport { [body] _ in HTTPResponse(status: 200, body: body) })
        let error = await #expect(throws: TypesenseError.self) {
            try await engine.searchData(Self.request())
        }
        #expect(error?.description.contains("the response cannot be read: expected UTF-8") == true)
    }

    @Test("A page with selected fields has them in the requested order, without unknown ones")
    func projection() async throws {
        let body = try Self.response(3).data
        let engine = Self.engine(ClosureTransport { _ in HTTPResponse(status: 200, body: body) })
        let page = try await engine.searchData(Self.request { $0.fields = ["age", "title"] })
        let items = try #require(try JSONValue(parsing: page)["items"])
        guard case .array(let instances) = items else { return }
        #expect(
            instances.map { $0["values"]?.description } == [
                #"{"age":18,"title":"He said \"no\\\" \n\t\u0007 — 日本語 😀 é"}"#, #"{"age":0,"title":""}"#,
                #"{"age":-1,"title":"unknown"}"#,
            ])
    }
}
