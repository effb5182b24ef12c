import Foundation
import Quire
import QuireRemote
import QuireTypesense
import SampleModules
import SearchServers
import Testing

/// What Quire writes, any program can read, and what other programs write into a prepared collection is completed.
@Suite struct PlainDocumentTests {
    private static let module = ModuleDescriptor(
        name: "shelf",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isSortable: true, searchWeight: 1),
            FieldDescriptor(name: "year", kind: .integer), FieldDescriptor(name: "price", kind: .number),
            FieldDescriptor(name: "tags", kind: .list(.text), facet: .disjunctive),
            FieldDescriptor(name: "place", kind: .geopoint),
        ])

    private static let ids = [
        "57ea", "a/b", "a,b", "a`b", "a b", " lead", "e\u{301}", "\u{E9}", "😀", "..", "a?b#c&d=%20", "\"q\"",
        "[x]",
        String(repeating: "x", count: 200),
    ]

    private static func line(_ id: String, _ year: Int) -> String {
        #"{"id":\#(JSONValue.string(id)),"createdAt":1700000000000,"values":{"title":"Emma","year":\#(year),"price":1.5,"#
            + #""tags":["a","B"],"place":{"latitude":1.5,"longitude":-2.25},"extra":{"z":[1,null],"a":9223372036854775807}}}"#
    }

    private static func year(_ operation: FilterOperation, _ year: Int64) -> SearchRequest {
        var request = SearchRequest(module: module)
        request.filter = .leaf(.init(operation, "year", value: .integer(year), type: .number))
        return request
    }

    @Test("A document reads naturally, and every key is the schema's, the item's own, or derived")
    func natural() async throws {
        let prefix = "d\(UUID().uuidString)_"
        try await withLiveEngine([Self.module], prefix: prefix) { (engine) async throws in
            try await engine.fill(Self.module, Self.ids.enumerated().map { Self.line($1, $0) })
            for (year, id) in Self.ids.enumerated() {
                let found = try await call(
                    .get, "/collections/\(prefix)shelf/documents/search?q=*&filter_by=q_o_year:=\(year)")
                let hits = try #require(found.member("hits")?.elements)
                let document = try #require(hits.first?.member("document"))
                let expected = try sorted(
                    instance(
                        #"{"id":\#(JSONValue.string(id)),"createdAt":1700000000000,"title":"Emma","year":\#(year),"#
                            + #""price":1.5,"tags":["a","B"],"place":{"latitude":1.5,"longitude":-2.25},"#
                            + #""extra":{"z":[1,null],"a":9223372036854775807}}"#))
                let natural = (document.members ?? []).filter { !$0.name.hasPrefix("q_") }
                #expect(hits.count == 1 && JSONValue.object(natural) == expected, "\(document)")
                let read = try await engine.instances(of: [id], in: Self.module)
                #expect(read.first??.member("id") == .string(id))
            }
            #expect(try await engine.delete(Self.year(.greater, 6)) == Self.ids.count - 7)
            #expect(try await engine.ids(SearchRequest(module: Self.module)).count == 7)
        }
    }

    @Test("An item that is loaded or written once more keeps every null")
    func nulls() async throws {
        let text =
            #"{"id":"n","createdAt":null,"values":{"title":null,"year":1,"extra":{"a":null,"b":[null,{"c":null}]},"other":[null]}}"#
        try await withLiveEngine([Self.module], prefix: "d\(UUID().uuidString)_") { (engine) async throws in
            for _ in 0..<2 {
                try await engine.fill(Self.module, [text])
                #expect(
                    try await engine.instances(of: ["n"], in: Self.module).first.flatMap { $0 }.map(sorted)
                        == sorted(instance(text)))
            }
            _ = try await engine.store([instance(text)], of: Self.module)
            #expect(
                try await engine.instances(of: ["n"], in: Self.module).first.flatMap { $0 }.map(sorted)
                    == sorted(instance(text)))
        }
    }

    @Test("With plain fields indexed, other programs search a prepared collection with their own queries")
    func plainFields() async throws {
        let prefix = "d\(UUID().uuidString)_"
        try await withLiveEngine(
            [Self.module], prefix: prefix, settings: { $0.indexesPlainFields = true }
        ) { (engine) async throws in
            try await engine.fill(Self.module, [Self.line("a", 1815), Self.line("b", 1900)])
            let found = try await call(
                .get,
                "/collections/\(prefix)shelf/documents/search?q=emma&query_by=title&filter_by=year:<1900&sort_by=year:asc"
            )
            #expect(found.member("found") == .integer(1))
            #expect(try await engine.ids(Self.year(.equal, 1900)) == ["b"])
            let results = try await engine.store(
                [instance(#"{"id":"c","values":{"year":"soon"}}"#)], of: Self.module)
            #expect(results.first??.reason == .invalid)
        }
    }

    @Test("Documents of other programs are rejected, or counted by the plan and completed by preparing")
    func foreign() async throws {
        let prefix = "d\(UUID().uuidString)_"
        try await withLiveEngine([Self.module], prefix: prefix) { (engine) async throws in
            try await engine.fill(Self.module, [Self.line("a", 1), Self.line("b", 2)])
            func load(_ action: String, _ lines: String) async throws -> String {
                try await text(
                    .post, "/collections/\(prefix)shelf/documents/import?action=\(action)", lines)
            }
            for action in ["create", "upsert"] {
                let answer = try await load(action, #"{"id":"x","title":"New","year":7}"#)
                #expect(answer.contains("Field `q_"), "\(answer)")
            }
            // The server creates these without the required fields.
            let lines = (0..<3).map { #"{"id":"x\#($0)","title":"New","year":\#(7 + $0)}"# }
            #expect(try await !load("emplace", lines.joined(separator: "\n")).contains("false"))
            #expect(try await engine.ids(SearchRequest(module: Self.module)).count == 5)
            #expect(try await engine.ids(Self.year(.greater, 6)) == [])
            let plan = try await engine.plan(for: [Self.module])
            #expect(plan.modules.first?.work == .alter && plan.writtenItems == 3)
            #expect(plan.description.contains("completes 3 documents of other programs"), "\(plan)")
            try await engine.prepare([Self.module])
            #expect(try await engine.ids(Self.year(.greater, 6)) == ["x0", "x1", "x2"])
            #expect(try await engine.plan(for: [Self.module]).isEmpty)
            // An update leaves what is derived from the value; only repairing compares all documents.
            #expect(try await !load("update", #"{"id":"a","year":50}"#).contains("false"))
            #expect(try await engine.ids(Self.year(.greater, 40)) == [])
            #expect(try await engine.repair([Self.module]) == 1)
            #expect(try await engine.repair([Self.module]) == 0)
            #expect(try await engine.ids(Self.year(.greater, 40)) == ["a"])
        }
    }

    @Test("Documents that another program added without Quire's fields are copied into the next collection")
    func foreignCopied() async throws {
        let prefix = "d\(UUID().uuidString)_"
        let wider = ModuleDescriptor(
            name: "shelf",
            fields: Self.module.fields.fields + [FieldDescriptor(name: "pages", kind: .integer)])
        try await withLiveEngine([Self.module], prefix: prefix) { (engine) async throws in
            try await engine.fill(Self.module, (0..<300).map { Self.line("n\($0)", 1) })
            _ = try await text(
                .post, "/collections/\(prefix)shelf/documents/import?action=emplace",
                #"{"id":"x","title":"New","year":7,"pages":12}"#)
            try await engine.prepare([wider])
            var request = SearchRequest(module: wider)
            #expect(try await engine.ids(request).count == 301)
            request.filter = .leaf(.init(.equal, "pages", value: .integer(12), type: .number))
            #expect(try await engine.ids(request) == ["x"])
            try await engine.remove([wider])
        }
    }
}
