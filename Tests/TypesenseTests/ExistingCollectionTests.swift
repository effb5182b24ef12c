import Foundation
import Quire
import QuireCluster
import QuireRemote
import QuireTypesense
import SearchServers
import Testing

/// A collection that another program made and fills works at once: queries, full text, facets, pages and writes.
@Suite struct ExistingCollectionTests {
    private static let module = ModuleDescriptor(
        name: "books",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isSortable: true, searchWeight: 2),
            FieldDescriptor(name: "year", kind: .integer, facet: .conjunctive),
            FieldDescriptor(name: "tags", kind: .list(.text), facet: .disjunctive),
            FieldDescriptor(name: "shop", kind: .geopoint),
        ])

    /// Runs the body with a collection that has 600 books and nothing of Quire's.
    private static func withBooks(_ body: (TypesenseEngine, _ collection: String) async throws -> Void)
        async throws
    {
        let name = "x\(UUID().uuidString)"
        _ = try await text(
            .post, "/collections",
            #"{"name":"\#(name)","fields":[{"name":"title","type":"string","sort":true},{"name":"year","type":"int32","facet":true},"#
                + #"{"name":"tags","type":"string[]","facet":true,"optional":true},{"name":"shop","type":"geopoint","optional":true}]}"#
        )
        let lines = (0..<600).map { row in
            #"{"id":"b\#(row)","title":"\#(row == 7 ? "Emma" : "Title \(row)")","year":\#(1500 + row),"#
                + #""tags":["\#(row % 2 == 0 ? "even" : "odd")"],"shop":[1.5,-2.25],"shelf":{"row":\#(row)}}"#
        }
        _ = try await text(
            .post, "/collections/\(name)/documents/import", lines.joined(separator: "\n"))
        let server = try await SearchServers.typesense()
        let engine = TypesenseEngine(
            nodes: [server.url], apiKey: server.apiKey,
            settings: TypesenseSettings(
                nodes: NodeSettings(timeout: .seconds(900), attemptTimeout: .seconds(900)),
                collections: ["books": name]))
        try await body(engine, name)
        _ = try await call(.delete, "/collections/\(name)")
    }

    private static func request(_ change: (inout SearchRequest) -> Void = { _ in }) -> SearchRequest {
        var request = SearchRequest(module: module)
        change(&request)
        return request
    }

    private static func year(_ operation: FilterOperation, _ year: Int64) -> Filter {
        .leaf(.init(operation, "year", value: .integer(year), type: .number))
    }

    private static func operation(
        _ kind: WriteOperation.Kind, _ id: String, _ values: String
    ) throws -> WriteOperation {
        var operation = WriteOperation(kind, module, id: id)
        operation.values = try instance(values)
        return operation
    }

    @Test("Filters, full text with the server's typo tolerance, and facets work without preparing anything")
    func queries() async throws {
        try await Self.withBooks { (engine, name) async throws in
            let found = try await engine.page(
                Self.request {
                    $0.filter = Self.year(.less, 1600)
                    $0.text = TextSearch("emam")
                    $0.facets = [FacetRequest("tags"), FacetRequest("year")]
                })
            #expect(found.items == ["b7"] && found.pageInfo.totalItems == 1)
            #expect(found.text?.ranking == .relevance)
            #expect(found.facets.first?.counts == [FacetCount(.string("odd"), 1)])
            #expect(found.facets.last?.counts == [FacetCount(.integer(1507), 1)])
            let explained = try engine.explain(Self.request { $0.filter = Self.year(.less, 1600) })
            #expect(explained.contains(#""filter_by": "year:<=1599""#) && !explained.contains("q_"))
            // No document, collection or preset has changed.
            let description = try await text(.get, "/collections/\(name)")
            #expect(description.contains("\"num_documents\":600") && !description.contains("q_"))
        }
    }

    @Test("A first search that needs the collection's words finds out that they are not there, and runs")
    func firstSearchWithSynonyms() async throws {
        try await Self.withBooks { (engine, _) async throws in
            var search = TextSearch("emma")
            search.synonyms = [.twoWay(["emma", "novel"])]
            let found = try await engine.page(Self.request { $0.text = search })
            #expect(found.items == ["b7"])
            let request = SpellingRequest("emam", module: Self.module)
            await #expect(throws: UnsupportedError.self) { try await engine.misspellings(in: request) }
        }
    }

    @Test("Pages, cursors and everything return each item once, and places are converted")
    func pages() async throws {
        try await Self.withBooks { (engine, _) async throws in
            let all = try await engine.ids(Self.request { $0.sort = [SortKey(.value("year"))] })
            #expect(all == (0..<600).map { "b\($0)" })
            for (offset, limit) in [(0, 10), (399, 200), (240, 20), (100, 350), (590, 50), (700, 5)] {
                let page = try await engine.page(
                    Self.request {
                        $0.sort = [SortKey(.value("year"))]
                        $0.page = .offset(offset, limit: limit)
                    })
                #expect(page.items == Array(all.dropFirst(offset).prefix(limit)), "\(offset) \(limit)")
            }
            var cursor: Cursor?
            var read: [String] = []
            repeat {
                let page = try await engine.page(
                    Self.request {
                        $0.sort = [SortKey(.value("year"), .descending)]
                        $0.page = .cursor(cursor, limit: 170)
                    })
                read += page.items
                cursor = page.nextCursor
            } while cursor != nil
            #expect(read == all.reversed())
            let instance = try await engine.instances(of: ["b3"], in: Self.module).first
            #expect(
                instance??.member("values")?.member("shop")
                    == .object([.init("latitude", .number(1.5)), .init("longitude", .number(-2.25))]))
            #expect(instance??.member("values")?.member("shelf")?.member("row") == .integer(3))
        }
    }

    @Test("A write changes only what it names: other members stay, and nothing undeclared is added")
    func writes() async throws {
        try await Self.withBooks { (engine, name) async throws in
            func document(_ id: String) async throws -> JSONValue {
                try await call(.get, "/collections/\(name)/documents/\(id)")
            }
            var batch = WriteBatch()
            batch.operations = [
                try Self.operation(.update, "b7", #"{"year":1815}"#),
                try Self.operation(
                    .create, "new",
                    #"{"title":"New","year":1,"shop":{"latitude":3.5,"longitude":4},"undeclared":1}"#),
                WriteOperation(.delete, Self.module, id: "b8"),
                try Self.operation(.update, "none", #"{"year":1}"#),
            ]
            let results = try await engine.write(batch)
            #expect(results.map(\.isSuccess) == [true, true, true, false])
            let expected = try instance(
                #"{"id":"b7","shelf":{"row":7},"shop":[1.5,-2.25],"tags":["odd"],"title":"Emma","year":1815}"#
            )
            #expect(try await document("b7") == expected)
            let created = try instance(#"{"id":"new","shop":[3.5,4],"title":"New","year":1}"#)
            #expect(sorted(try await document("new")) == created)
            #expect(try await document("b8").member("id") == nil)
            #expect(try await engine.delete(Self.request { $0.filter = Self.year(.less, 1600) }) == 99)
            #expect(
                try await engine.store([instance(#"{"id":"b500","values":{"year":9}}"#)], of: Self.module)
                    == [nil])
            #expect(try await document("b500").member("title") == .string("Title 500"))
        }
    }

    @Test("A first write without a search adds nothing of Quire's, also through an alias")
    func firstWrite() async throws {
        try await Self.withBooks { (_, name) async throws in
            let prefix = "a\(UUID().uuidString)_"
            _ = try await call(.put, "/aliases/\(prefix)books", #"{"collection_name":"\#(name)"}"#)
            let engine = try await liveEngine(prefix: prefix)
            var batch = WriteBatch()
            batch.operations = [
                try Self.operation(.create, "first", #"{"title":"First","year":2}"#)
            ]
            #expect(try await engine.write(batch).first?.isSuccess == true)
            let found = try await call(.get, "/collections/\(name)/documents/first")
            #expect(try found == instance(#"{"id":"first","title":"First","year":2}"#))
            await #expect(throws: CollectionError.self) { try await engine.prepare([Self.module]) }
            _ = try await call(.delete, "/aliases/\(prefix)books")
        }
    }

    @Test("A field that was added to the collection is used after the search that missed it")
    func outdated() async throws {
        try await Self.withBooks { (engine, name) async throws in
            _ = try await engine.page(Self.request())
            _ = try await call(.patch, "/collections/\(name)", #"{"fields":[{"name":"year","drop":true}]}"#)
            let error = await #expect(throws: UnsupportedError.self) {
                try await engine.page(Self.request { $0.filter = Self.year(.less, 1600) })
            }
            #expect(error?.hint.contains("not indexed") == true)
        }
    }
}
