import Foundation
import Quire
import QuireOpenSearch
import SampleModules
import Testing
import TransportDoubles

/// Requests that a cluster would reject, or get wrong, are rejected before sending.
@Suite struct LimitTests {
    private static func leaf(_ operation: FilterOperation, _ name: String, _ value: FilterValue) -> Filter {
        .leaf(.init(operation, name, value: value, type: .string))
    }

    private static func nested(_ levels: Int) -> Filter {
        var filter = leaf(.equal, "title", .string("x"))
        for level in 0..<levels {
            let other = leaf(.equal, "title", .string("\(level)"))
            filter = level.isMultiple(of: 2) ? .and([filter, other]) : .or([filter, other])
        }
        return filter
    }

    private static let refused: [(String, @Sendable (inout SearchRequest) -> Void)] = [
        ("near", { $0.filter = leaf(.near, "place", .list([.number(1), .number(1), .number(5)])) }),
        (
            "like of 129 characters",
            { $0.filter = leaf(.like, "title", .string(String(repeating: "a", count: 129))) }
        ),
        (
            "contains of 129 characters",
            { $0.filter = leaf(.contains, "title", .string(String(repeating: "é", count: 129))) }
        ),
        (
            "a long prefix",
            { $0.filter = leaf(.hasPrefix, "title", .string(String(repeating: "a", count: 8001))) }
        ),
        ("a long bound", { $0.filter = leaf(.less, "title", .string(String(repeating: "a", count: 8001))) }),
        (
            "1,025 conditions",
            { $0.filter = .and((0..<1025).map { leaf(.notEqual, "title", .string("\($0)")) }) }
        ),
        ("65,537 values", { $0.filter = leaf(.in, "title", .list((0..<65_537).map { .string("\($0)") })) }),
        ("65,537 ids", { $0.ids = (0..<65_537).map(String.init) }),
        ("19 levels", { $0.filter = nested(19) }),
        ("items behind 10,000", { $0.page = .page(1001, size: 10) }),
        ("an offset behind 10,000", { $0.page = .offset(9_999, limit: 2) }),
        ("a page of 10,001", { $0.page = .cursor(nil, limit: 10_001) }),
        ("an include", { $0.include = [IncludePath(["author"])] }),
        ("the device's tags", { $0.segment = Segment(tags: [], includesDevice: true) }),
    ]

    @Test(
        "Exceeded limits and inexact requests throw before any I/O, from search and explain alike",
        arguments: refused.map(\.0))
    func refusals(_ name: String) async throws {
        let transport = ScriptedTransport([])
        let engine = OpenSearchEngine(
            nodes: [URL(string: "http://localhost:9200") ?? URL(fileURLWithPath: "/")],
            transport: transport.undescribed)
        let change = try #require(Self.refused.first { $0.0 == name }).1
        var request = SearchRequest(module: Books.descriptor)
        change(&request)
        let final = request
        #expect(throws: UnsupportedError.self) { try engine.validate(final) }
        let error = await #expect(throws: UnsupportedError.self) { try await engine.searchData(final) }
        #expect(error?.engine == "OpenSearch")
        #expect(error?.hint.isEmpty == false)
        #expect(transport.requests.isEmpty)
    }

    @Test("Values just within the limits are accepted")
    func taken() throws {
        let engine = OpenSearchEngine(
            nodes: [URL(string: "http://localhost:9200") ?? URL(fileURLWithPath: "/")],
            transport: ScriptedTransport([]))
        var request = SearchRequest(module: Books.descriptor)
        request.filter = .and((0..<1024).map { Self.leaf(.notEqual, "title", .string("\($0)")) })
        #expect(try engine.explain(request).contains("must_not"))
        request.filter = Self.nested(18)
        #expect(try engine.explain(request).contains("should"))
        request.filter = Self.leaf(.in, "title", .list((0..<65_536).map { .string("\($0)") }))
        request.page = .offset(9_999, limit: 1)
        #expect(try engine.explain(request).contains("\"from\": 9999"))
        request.filter = Self.leaf(.like, "title", .string(String(repeating: "a", count: 128)))
        request.page = .page(1, size: 10_000)
        #expect(try engine.explain(request).contains("wildcard"))
    }

    @Test("An invalid index prefix is rejected")
    func prefixes() {
        for prefix in ["Shop", "a b", "-x", "_x", "a/b", "ü", "a*"] {
            let engine = OpenSearchEngine(
                nodes: [URL(string: "http://localhost:9200") ?? URL(fileURLWithPath: "/")],
                settings: OpenSearchSettings(prefix: prefix), transport: ScriptedTransport([]))
            #expect(throws: UnsupportedError.self, "\(prefix)") { try engine.validate(Books.query().request) }
        }
    }
}
