import Foundation
import Quire
import QuireAlgolia
import QuireHALO
import QuireHTTP
import QuirePocketBase
import QuireTypesense
import Testing

/// Queries over members of objects that an engine cannot run, which throw before anything is sent.
@Suite("Members of objects: what an engine cannot express is refused before a request")
struct MemberRefusalTests {
    /// Counts requests, and answers none.
    private actor ClosedTransport: Transport {
        private(set) var count = 0

        func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
            count += 1
            throw TransportError(.other, request, detail: "closed")
        }

        func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
            HTTPStream(try await send(request, deadline: deadline))
        }
    }

    private static func member(
        _ name: String, _ kind: FieldKind, isSortable: Bool = false, facet: FieldDescriptor.FacetKind? = nil,
        weight: Double? = nil
    ) -> FieldDescriptor {
        var field = FieldDescriptor(
            name: name, kind: kind, isSortable: isSortable, facet: facet, searchWeight: weight)
        field.isQueryable = true
        return field
    }

    private static let artworks = ModuleDescriptor(
        name: "artworks",
        fields: [
            FieldDescriptor(name: "title", kind: .text, searchWeight: 10),
            FieldDescriptor(
                name: "dateRange",
                kind: .object(
                    FieldTable([member("startYear", .integer, isSortable: true, facet: .conjunctive)]))),
            FieldDescriptor(
                name: "contributors",
                kind: .list(
                    .object(
                        FieldTable([
                            member("name", .text, weight: 2), member("role", .text, facet: .disjunctive),
                            member("artist", .relation(module: "artists")),
                        ])))),
        ])

    private static let artists = ModuleDescriptor(
        name: "artists", fields: [FieldDescriptor(name: "name", kind: .text)])

    private static let year = Filter.leaf(
        .init(.greaterOrEqual, "dateRange.startYear", value: .integer(1900), type: .number))
    private static let element = Filter.any(
        RelationStep(elementsOf: "contributors"),
        .and([
            .leaf(.init(.equal, "name", value: .string("Ann"), type: .string)),
            .leaf(.init(.equal, "role", value: .string("artist"), type: .string)),
        ]))

    private static func request(_ change: (inout SearchRequest) -> Void) -> SearchRequest {
        var request = SearchRequest(module: artworks)
        change(&request)
        return request
    }

    private static func engine(_ name: String, _ transport: any Transport) throws -> any ContentEngine {
        let url = try #require(URL(string: "http://localhost:1"))
        let nodes = [url]
        return switch name {
        case "HALO": HALOEngine(baseURL: url, transport: transport)
        case "PocketBase": PocketBaseEngine(baseURL: url, transport: transport)
        case "Typesense": TypesenseEngine(nodes: nodes, apiKey: "key", transport: transport)
        default: AlgoliaEngine(applicationID: "app", apiKey: "key", transport: transport)
        }
    }

    private static func expectRefusal(of request: SearchRequest, _ name: String, naming part: String)
        async throws
    {
        let transport = ClosedTransport()
        let engine = try engine(name, transport)
        #expect(throws: UnsupportedError.self, "\(name): \(request)") { try engine.validate(request) }
        let error = await #expect(throws: UnsupportedError.self, "\(name): \(request)") {
            try await engine.search([request], decoding: .ids(of: artworks))
        }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains(part) && text.contains(".fallback(.clientSide(maxScanned: 1_000))"), "\(text)")
        #expect(await transport.count == 0, "\(name): \(request)")
    }

    // OpenSearch decides by the mapping of the index, which its own tests cover.
    @Test(
        "A condition on one object of a list names the list and the way out",
        arguments: ["HALO", "PocketBase", "Typesense", "Algolia"])
    func elements(_ name: String) async throws {
        for filter in [Self.element, Self.element.negated(), .or([Self.year, Self.element])] {
            try await Self.expectRefusal(
                of: Self.request { $0.filter = filter }, name, naming: #"one object of "contributors""#)
        }
    }

    @Test(
        "Filters, orders, facets and texts of members name the member and the way out",
        arguments: ["HALO", "PocketBase"])
    func members(_ name: String) async throws {
        try await Self.expectRefusal(
            of: Self.request { $0.filter = Self.year }, name, naming: "dateRange.startYear")
        try await Self.expectRefusal(
            of: Self.request { $0.filter = Self.year.negated() }, name, naming: "dateRange.startYear")
        try await Self.expectRefusal(
            of: Self.request { $0.sort = [SortKey(.value("dateRange.startYear"), .descending)] }, name,
            naming: "dateRange.startYear")
        try await Self.expectRefusal(
            of: Self.request { $0.facets = [FacetRequest("dateRange.startYear")] }, name,
            naming: "dateRange.startYear")
        try await Self.expectRefusal(
            of: Self.request { $0.text = TextSearch("ann") }, name, naming: "contributors.name")
    }

    @Test(
        "A condition across a relation in an object is refused before the related items are looked up",
        arguments: ["HALO", "PocketBase"])
    func related(_ name: String) async throws {
        let turner = Filter.leaf(.init(.equal, "name", value: .string("Turner"), type: .string))
        let transport = ClosedTransport()
        let client = ContentClient(engine: try Self.engine(name, transport))
        let across = Filter.any(RelationStep("contributors.artist", to: Self.artists), turner)
        for request in [Self.request { $0.filter = across }, Self.request { $0.filter = across.negated() }] {
            let error = await #expect(throws: UnsupportedError.self, "\(name): \(request)") {
                try await client.response(request, reading: .ids(of: Self.artworks))
            }
            #expect(error.map { "\($0)" }?.contains("contributors.artist") == true, "\(name)")
        }
        #expect(await transport.count == 0)
    }
}
