import Foundation
import Quire
import QuireRemote
import Testing
import TransportDoubles

@testable import QuireOpenSearch

/// Values with a meaning in a query language, or larger than a term may be, only match themselves.
@Suite struct HostileTests {
    private static let texts: [String] = {
        let long = String(repeating: "Lorem Ípsum ", count: 800)
        return [
            "*", "?", "a*b", "a?b", "a\\*b", "\\", "\\*", "\"}}],\"x\":[{\"", "{\"match_all\":{}}",
            "_exists_:title",
            "title:*", "AND OR NOT", "[* TO *]", "\u{0}", "a\u{0}b", "\u{1}\u{2}\u{2}", "\u{FFFF}",
            "\u{2028}", "\n", " ",
            "", "nul", "nul\u{0}", "👩‍👩‍👧", "é", "e\u{301}", "İ", "ß", "../_all", "%2F", "$ne", "__proto__",
            long, long + "é", long + "e\u{301}", long + "*", "x" + long, String(long.dropLast(1)),
            String(repeating: "a", count: 8000), String(repeating: "a", count: 8001),
            String(repeating: "\u{0}", count: 4000), String(repeating: "日", count: 6000),
        ]
    }()

    /// Small operands of all kinds, and the texts themselves.
    private static let operands =
        texts + [
            "a", "b", "Ipsum", "ípsum", "ÍPSUM L", "um é", "m e\u{301}", "\u{301}", "日日", "aé", "\u{2}",
            "m *",
        ]

    @Test("Every filter on hostile texts finds the evaluator's results, or is rejected before sending")
    func tests() async throws {
        let instances = Self.texts.enumerated().map { index, text in
            JSONValue.object([
                .init("id", .string("\(index)")),
                .init(
                    "values",
                    .object([
                        .init("title", .string(text)),
                        .init("words", .array([.string("w\(index % 3)"), .string(text)])),
                    ])),
            ])
        }
        let operations: [FilterOperation] = [
            .equal, .in, .less, .lessOrEqual, .greater, .greaterOrEqual, .like, .contains, .hasPrefix,
            .hasSuffix,
            .notEqual, .notContains,
        ]
        try await Served.withEngine([Shelf.module]) { engine in
            let lines = instances.map { "\($0)" }.joined(separator: "\n")
            let load = try await engine.load(Shelf.module, from: Data(lines.utf8))
            #expect(load.stored == instances.count)
            // The values are unchanged, byte for byte.
            let back = try await engine.instances(Shelf.request())
            for instance in back { #expect(instances.contains(instance)) }
            var requests: [SearchRequest] = []
            var refused = 0
            for name in ["title", "words"] {
                for (index, operand) in Self.operands.enumerated() where name == "title" || index % 3 == 0 {
                    for operation in operations {
                        let value = FilterValue.string(operand)
                        let request = Shelf.request(
                            Shelf.leaf(
                                operation, name, operation == .in ? .list([value, .string("w1")]) : value))
                        do {
                            try engine.validate(request)
                            requests.append(request)
                        } catch is UnsupportedError {
                            refused += 1
                        }
                    }
                }
            }
            #expect(requests.count > refused * 3)
            for start in stride(from: 0, to: requests.count, by: 50) {
                let batch = Array(requests[start..<min(start + 50, requests.count)])
                let pages = try await engine.search(batch.map(Self.withoutValues), decoding: Self.decoder)
                for (request, page) in zip(batch, pages) {
                    let search = try InstanceSearch(request)
                    let expected = Set(instances.filter(search.finds).map(idOfInstance))
                    #expect(Set(page.items) == expected, "\(String(describing: request.filter).prefix(300))")
                }
            }
        }
    }

    private static func withoutValues(_ request: SearchRequest) -> SearchRequest {
        var request = request
        request.fields = []
        return request
    }

    private static let decoder = ItemDecoder<String>(module: Shelf.module, fields: []) {
        (reader) throws(ValueDecodingError) in
        try reader.read { (_) throws(ValueDecodingError) in }.id
    }

    @Test("Hostile ids are found, updated and removed by their bytes")
    func ids() async throws {
        let ids = [
            "**", "a/b", "_id", "a,b", "...", "é", "e\u{301}", "%2E%2E", "%2e", "\"", "日本", " ", "_all", "-x",
        ]
        try await Served.withEngine([Shelf.module]) { engine in
            let created = try await engine.write(
                WriteBatch(ids.enumerated().map { Shelf.create($1, $0) }))
            #expect(created.allSatisfy { $0.isSuccess })
            for (index, id) in ids.enumerated() {
                var request = Shelf.request()
                request.ids = [id]
                let items = try await engine.instances(request)
                #expect(items.map { $0.number("values", "count") } == [Int64(index)])
            }
            let sorted = try await engine.ids(Shelf.request())
            #expect(
                sorted.map { Array($0.utf8) }
                    == ids.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
            let deleted = try await engine.write(
                WriteBatch(ids.prefix(7).map { WriteOperation(.delete, Shelf.module, id: $0) }))
            #expect(deleted.allSatisfy { $0.isSuccess })
            #expect(try await engine.ids(Shelf.request()).count == ids.count - 7)
        }
    }

    @Test("A hostile text query finds its words, and is never parsed as query syntax")
    func queries() async throws {
        try await Served.withEngine([Shelf.module]) { engine in
            let titles = ["war and peace", "c++ primer", "title title", "all the best", "日本語の本"]
            _ = try await engine.load(
                Shelf.module,
                from: Data(
                    titles.enumerated().map { "\(Shelf.instance("\($0)", $0, title: $1))" }.joined(
                        separator: "\n"
                    ).utf8))
            for (query, expected) in [
                ("title:*", ["2"]), ("* OR war", []), ("\"war\" peace*", ["0"]), ("war~2", []),
                ("_all", ["3"]),
                ("c++", ["1"]), ("日本", ["4"]), ("本日", []), ("(war", ["0"]), ("}}", []),
            ] {
                var request = Shelf.request()
                request.text = TextSearch(.init(stringLiteral: query))
                request.text?.mode = .asTyped
                #expect(try await engine.ids(request) == expected, "\(query)")
            }
        }
    }

    @Test("Localized texts are in the requested language or its fallback")
    func languages() async throws {
        let server = try await Served.engine()
        var settings = server.settings
        settings.locales = [LocaleDescriptor("en"), LocaleDescriptor("fr-CA", fallbacks: ["fr", "en"])]
        let engine = OpenSearchEngine(nodes: server.connection.pool.nodes, settings: settings)
        try await engine.prepare([Shelf.module])
        _ = try await engine.load(
            Shelf.module, from: Data(#"{"id":"1","values":{"notes":{"en":"Hello","fr":"Salut"}}}"#.utf8))
        for (locale, shown) in [("fr-CA", "Salut"), ("en", "Hello")] {
            var request = Shelf.request()
            request.locale = locale
            #expect(try await engine.instances(request).first?["values"]?["notes"] == .string(shown))
        }
        try await engine.remove([Shelf.module])
    }
}
