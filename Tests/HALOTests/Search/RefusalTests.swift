import Foundation
import LoopbackServer
import Quire
import QuireHALO
import SampleModules
import Testing

/// Requests that HALO cannot express are rejected before sending.
@Suite("HALO: rejected requests")
struct RefusalTests {
    private static func leaf(
        _ operation: FilterOperation, _ property: String, _ value: FilterValue, _ type: WireType = .string
    ) -> Filter { .leaf(.init(operation, property, value: value, type: type)) }

    /// A change of a request, with part of the error's text.
    struct Refusal: Sendable, CustomTestStringConvertible {
        var text: String
        var change: @Sendable (inout SearchRequest) -> Void
        var testDescription: String { text }
    }

    static let refusals: [Refusal] = [
        Refusal(text: #"contains on "title""#) { $0.filter = leaf(.contains, "title", .string("abc")) },
        Refusal(text: #"hasPrefix on "title""#) { $0.filter = leaf(.hasPrefix, "title", .string("abc")) },
        Refusal(text: #"hasSuffix on "title""#) { $0.filter = leaf(.hasSuffix, "title", .string("abc")) },
        Refusal(text: #"!contains on "title""#) { $0.filter = leaf(.notContains, "title", .string("abc")) },
        Refusal(text: #"!like on "title""#) { $0.filter = leaf(.notLike, "title", .string("abc")) },
        Refusal(text: #"near on "place""#) {
            $0.filter = leaf(.near, "place", .list([.number(1), .number(2), .number(3)]))
        },
        Refusal(text: #"!within on "place""#) { $0.filter = leaf(.notWithin, "place", .list([])) },
        Refusal(text: #"like on "title": it needs at least three characters; "éa" has 2"#) {
            $0.filter = leaf(.like, "title", .string("e\u{301}a"))
        },
        Refusal(text: #"like on "title""#) {
            $0.filter = .or([.and([]), leaf(.like, "title", .string(""))])
        },
        Refusal(text: #"!> on "scores""#) { $0.filter = leaf(.notGreater, "scores", .integer(1), .number) },
        Refusal(text: #"between on "scores""#) {
            $0.filter = leaf(.between, "scores", .list([.integer(1), .integer(2)]), .number)
        },
        Refusal(text: #"!< on "editors""#) { $0.filter = leaf(.notLess, "editors", .string("a")) },
        Refusal(text: "9007199254740993 is beyond 2^53") {
            $0.filter = leaf(.equal, "age", .integer((1 << 53) + 1), .number)
        },
        Refusal(text: "beyond 2^53") {
            $0.filter = leaf(.in, "age", .list([.integer(1), .integer(.min)]), .number)
        },
        Refusal(text: "beyond 2^53") {
            $0.metaFilter = leaf(.less, "createdAt", .date(milliseconds: .max), .date)
        },
        Refusal(text: #"the metadata "revision""#) {
            $0.metaFilter = leaf(.equal, "revision", .integer(1), .number)
        },
        Refusal(text: #"the metadata "id": use .ids([…])"#) {
            $0.metaFilter = leaf(.equal, "id", .string("1"))
        },
        Refusal(text: "nulls") { $0.sort = [.init(.value("rank"), nulls: .last)] },
        Refusal(text: #"sort by "Artwork ID""#) { $0.sort = [.init(.value("Artwork ID"))] },
        Refusal(text: #"sort by "a,b""#) { $0.sort = [.init(.value("a,b"))] },
        Refusal(text: #"sort by the metadata "revision""#) { $0.sort = [.init(.metadata("revision"))] },
        Refusal(text: "cursor") { $0.page = .cursor(nil, limit: 5) },
        Refusal(text: "cursor") { $0.page = .cursor(Cursor(token: "x"), limit: 5) },
        Refusal(text: "offset 7, limit 5") { $0.page = .offset(7, limit: 5) },
        Refusal(text: "search") { $0.text = TextSearch("emma") },
        Refusal(text: "include author.publisher") { $0.include = [IncludePath(["author", "publisher"])] },
        Refusal(text: "halo(serverCache: -1)") { $0.serverCache = -1 },
    ]

    @Test(
        "An unsupported request names the engine, the node and a remedy, and nothing is sent",
        arguments: refusals)
    func unsupported(_ refusal: Refusal) async throws {
        let server = try LoopbackServer { _ in .json("[]") }
        defer { server.stop() }
        let engine = HALOEngine(baseURL: server.url, settings: .init(timeout: .seconds(900)))
        var request = SearchRequest(module: Books.descriptor)
        refusal.change(&request)
        // Next to a valid one: neither is sent.
        let requests = [SearchRequest(module: Books.descriptor), request]
        let error = await #expect(throws: UnsupportedError.self) {
            try await engine.search(requests, decoding: .content(of: Books.self))
        }
        #expect(error?.engine == "HALO")
        #expect(error?.description.contains(refusal.text) == true, "\(error?.description ?? "")")
        #expect(error?.hint.isEmpty == false)
        await #expect(throws: UnsupportedError.self) { try await engine.searchData(request) }
        #expect(throws: UnsupportedError.self) { try engine.validate(request) }
        #expect(server.connectionCount == 0)
    }

    @Test(
        "A request that is invalid on every engine throws QueryError",
        arguments: [
            (0..<100).reduce(leaf(.equal, "title", .string("a"))) { filter, _ in .and([filter]) },
            // A range is sent as a group, one level deeper.
            (0..<99).reduce(leaf(.between, "age", .list([.integer(1), .integer(2)]), .number)) { filter, _ in
                .and([filter])
            },
            leaf(.equal, "released", Date(timeIntervalSince1970: .nan).filterValue, .date),
            leaf(.in, "released", .list([Date(timeIntervalSince1970: 1e300).filterValue]), .date),
            leaf(.equal, "age", .number(.nan), .number), leaf(.in, "title", .string("a")),
            leaf(.equal, "title", .list([.string("a")])),
            leaf(.between, "age", .list([.integer(1)]), .number),
            leaf(.notGreater, "unheardOf", .integer(1), .number), leaf(.like, "title", .integer(123)),
            leaf(.in, "age", .list([.list([])]), .number),
        ])
    func senseless(_ filter: Filter) throws {
        var request = SearchRequest(module: Books.descriptor)
        request.filter = filter
        let engine = HALOEngine(baseURL: URL(filePath: "/"))
        #expect(throws: QueryError.self) { try engine.validate(request) }
        request.filter = nil
        request.page = .page(0, size: 1)
        #expect(throws: QueryError.self) { try engine.validate(request) }
    }
}
