import Foundation
import Quire
import QuireHALO
import SampleModules
import Testing
import TransportDoubles

/// Every key of §1.5 of HALO's protocol, from an untyped query.
@Suite("HALO: untyped queries")
struct UntypedQueryTests {
    private func body(
        _ settings: HALOEngine.Settings = .init(), _ change: (inout HALOQuery) -> Void
    ) throws -> String {
        var query = HALOQuery()
        change(&query)
        return try RequestBodyTests.body(query, settings)
    }

    private func leaf(
        _ operation: FilterOperation, _ property: String, _ value: FilterValue, _ type: WireType
    ) -> Filter { .leaf(.init(operation, property, value: value, type: type)) }

    @Test("An empty query is the empty query of HALO's iOS SDK")
    func empty() throws {
        #expect(try body { _ in } == #"{"segmentMode":"partial"}"#)
    }

    @Test("Modules by id, by name and by several names; instances by id")
    func modules() throws {
        #expect(
            try body { $0.moduleIDs = ["570772df82b5872b00ebcbcf", "1"] }
                == #"{"moduleIds":["570772df82b5872b00ebcbcf","1"],"segmentMode":"partial"}"#)
        #expect(try body { $0.moduleName = "Books" } == #"{"moduleName":"Books","segmentMode":"partial"}"#)
        #expect(
            try body { $0.moduleNames = ["Books", "Art \"works\""] }
                == #"{"moduleNames":["Books","Art \"works\""],"segmentMode":"partial"}"#)
        #expect(
            try body { $0.instanceIDs = ["a", "b"] } == #"{"instanceIds":["a","b"],"segmentMode":"partial"}"#)
        #expect(
            try body {
                $0 = HALOQuery(moduleIDs: ["1"], moduleName: "n", moduleNames: ["m"], instanceIDs: ["i"])
            }
                == #"{"moduleIds":["1"],"moduleName":"n","moduleNames":["m"],"instanceIds":["i"],"segmentMode":"partial"}"#
        )
    }

    @Test("Filters on values and metadata; a property is the bare field name, including spaces")
    func filters() throws {
        #expect(
            try body { query in
                query.searchValues = .or([
                    leaf(.equal, "Artwork ID", .integer(0), .number),
                    leaf(.in, "Artwork ID", .list([.integer(0), .integer(1)]), .number),
                ])
                query.metaSearch = leaf(.like, "name", .string("abc"), .string)
            } == #"{"searchValues":{"condition":"or","operands":["#
                + #"{"operation":"=","property":"Artwork ID","value":0,"type":"number"},"#
                + #"{"operation":"in","property":"Artwork ID","value":[0,1],"type":"number"}]},"#
                + #""metaSearch":{"operation":"like","property":"name","value":"abc","type":"string"},"segmentMode":"partial"}"#
        )
    }

    @Test("A projection has its prefix, populating has none; all means all")
    func projection() throws {
        #expect(
            try body { $0.fields = ["field1", "Artwork ID"] }
                == #"{"fields":["values.field1","values.Artwork ID"],"segmentMode":"partial"}"#)
        #expect(try body { $0.fields = [] } == #"{"segmentMode":"partial"}"#)
        #expect(
            try body { $0.include = .fields(["author", "editors"]) }
                == #"{"include":["author","editors"],"segmentMode":"partial"}"#)
        #expect(try body { $0.include = .fields([]) } == #"{"segmentMode":"partial"}"#)
        #expect(try body { $0.include = .all } == #"{"include":["all"],"segmentMode":"partial"}"#)
    }

    @Test("Items related to some ids, and to any")
    func related() throws {
        #expect(
            try body { query in
                query.relatedTo = [.init(field: "author", ids: ["1", "2"]), .init(field: "shop", ids: nil)]
            }
                == #"{"relatedTo":[{"fieldName":"author","instanceIds":["1","2"]},{"fieldName":"shop","instanceIds":["*"]}],"segmentMode":"partial"}"#
        )
    }

    @Test("Pages: none, by number, everything; skip is a string, or a Boolean by setting")
    func pages() throws {
        let pages: [(PageRequest, Bool, String)] = [
            (.standard, false, ""),
            (.page(2, size: 25), false, #""pagination":{"page":2,"limit":25,"skip":"false"},"#),
            (.page(2, size: 25), true, #""pagination":{"page":2,"limit":25,"skip":false},"#),
            (.all, false, #""pagination":{"skip":"true"},"#), (.all, true, #""pagination":{"skip":true},"#),
            (.offset(20, limit: 10), false, #""pagination":{"page":3,"limit":10,"skip":"false"},"#),
        ]
        for (page, isBoolean, expected) in pages {
            let sent = try body(.init(writesSkipAsBoolean: isBoolean)) { $0.page = page }
            #expect(sent == #"{\#(expected)"segmentMode":"partial"}"#)
        }
        for page in [PageRequest.page(0, size: 10), .page(1, size: 0), .page(-1, size: 5)] {
            #expect(throws: QueryError.self) { try body { $0.page = page } }
        }
    }

    @Test("Tags and their mode")
    func segments() throws {
        let tag = Tag(name: "brand", value: "Lamborghini")
        let json = #"{"name":"brand","value":"Lamborghini","tagType":"000000000000000000000002"}"#
        #expect(
            try body { $0.segment = Segment(tags: [tag], mode: .total) }
                == #"{"segmentTags":[\#(json)],"segmentMode":"total"}"#)
        #expect(
            try body { $0.segment = Segment(tags: [tag, tag]) }
                == #"{"segmentTags":[\#(json),\#(json)],"segmentMode":"partial"}"#)
        #expect(try body { $0.segment = Segment(tags: [], mode: .total) } == #"{"segmentMode":"total"}"#)
    }

    @Test("Sorting by metadata and values")
    func sort() throws {
        #expect(
            try body {
                $0.sort = [.init(.metadata("createdAt")), .init(.metadata("updatedAt"), .descending)]
            }
                == #"{"segmentMode":"partial","sort":"createdAt asc,updatedAt desc"}"#)
        #expect(
            try body { $0.sort = [.init(.value("points"), .descending)] }
                == #"{"segmentMode":"partial","sort":"values.points desc"}"#)
        for name in RequestBodyTests.metadata {
            #expect(
                try body { $0.sort = [.init(.metadata(name))] }
                    == #"{"segmentMode":"partial","sort":"\#(name) asc"}"#)
        }
    }

    @Test("The query's language overrides the engine's")
    func locale() throws {
        #expect(try body { $0.locale = "es-ES" } == #"{"segmentMode":"partial","locale":"es-ES"}"#)
        #expect(try body(.init(locale: "fr")) { _ in } == #"{"segmentMode":"partial","locale":"fr"}"#)
        #expect(
            try body(.init(locale: "fr")) { $0.locale = "zh-Hans-SG" }
                == #"{"segmentMode":"partial","locale":"zh-Hans-SG"}"#)
    }

    @Test("Slow search and sort: the query's setting overrides the engine's")
    func slow() throws {
        let sort = #""sort":"values.points desc""#
        func body(_ settings: HALOEngine.Settings, _ own: SearchSettings) throws -> String {
            try self.body(settings) { query in
                query.sort = [.init(.value("points"), .descending)]
                query.settings = own
            }
        }
        #expect(
            try body(.init(), .init(enablesSlowSearch: true))
                == #"{"segmentMode":"partial",\#(sort),"searchSettings":{"enableSlowSearch":true}}"#)
        #expect(
            try body(.init(), .init(enablesSlowSort: true, sortLocale: "en-EN"))
                == #"{"segmentMode":"partial",\#(sort),"sortSettings":{"enableSlowSort":true,"sortLocale":"en-EN"}}"#
        )
        #expect(
            try body(.init(enablesSlowSearch: true, enablesSlowSort: true), .init(enablesSlowSearch: false))
                == #"{"segmentMode":"partial",\#(sort),"sortSettings":{"enableSlowSort":true}}"#)
        #expect(
            try body(.init(sortLocale: "en-EN"), .init(sortLocale: "es-ES"))
                == #"{"segmentMode":"partial",\#(sort),"sortSettings":{"sortLocale":"es-ES"}}"#)
        // Without sorting, there is nothing to set.
        #expect(try self.body(.init(enablesSlowSort: true)) { _ in } == #"{"segmentMode":"partial"}"#)
    }

    @Test("Every life-cycle filter matches HALO's iOS SDK word for word, except for the milliseconds")
    func lifeCycle() throws {
        func no(_ property: String) -> String {
            #"{"operation":"=","property":"\#(property)","value":null,"type":"null"}"#
        }
        func time(_ property: String, _ operation: String, _ milliseconds: Int) -> String {
            #"{"operation":"\#(operation)","property":"\#(property)","value":\#(milliseconds),"type":"date"}"#
        }
        func and(_ operands: String...) -> String {
            #"{"metaSearch":{"condition":"and","operands":[\#(operands.joined(separator: ","))]},"segmentMode":"partial"}"#
        }
        func or(_ operands: String...) -> String {
            #"{"condition":"or","operands":[\#(operands.joined(separator: ","))]}"#
        }
        let now = Date(milliseconds: 1_475_046_170_088)
        let ms = 1_475_046_170_088
        let cases: [(Filter, String)] = [
            (.drafts, and(no("publishedAt"), no("archivedAt"), no("removedAt"), no("deletedAt"))),
            (
                .published(at: now),
                and(
                    time("publishedAt", "<=", ms), or(time("removedAt", ">", ms), no("removedAt")),
                    no("deletedAt"))
            ),
            (
                .published(at: now, excludingArchived: true),
                and(
                    or(no("removedAt"), time("removedAt", ">", ms)), no("deletedAt"),
                    time("publishedAt", "<=", ms), no("archivedAt"))
            ),
            (.expired(at: now), and(time("removedAt", "<=", ms), no("deletedAt"))),
            (.archived(at: now), and(time("archivedAt", "<=", ms), no("removedAt"), no("deletedAt"))),
            (
                .updated(since: Date(milliseconds: 1_473_686_540_001), at: now),
                and(
                    time("updatedAt", ">=", 1_473_686_540_001), time("updatedAt", "<=", ms),
                    no("deletedAt"))
            ),
        ]
        for (filter, expected) in cases { #expect(try body { $0.metaSearch = filter } == expected) }
    }

    @Test("A query that can never match is not sent; one that needs a schema is rejected")
    func nothing() async throws {
        let transport = ScriptedTransport([])
        let url = try #require(URL(string: "https://halo-db.com"))
        let halo = HALOEngine(baseURL: url, transport: transport)
        var queries: [HALOQuery] = [
            .init(moduleIDs: []), .init(moduleNames: []), .init(instanceIDs: []),
        ]
        queries.append(HALOQuery(moduleName: "books"))
        queries[3].searchValues = .or([])
        for query in queries {
            let page = try await halo.search(query)
            #expect(page.isEmpty)
            #expect(page.pageInfo.totalItems == 0)
            #expect(try await page.next() == nil)
            #expect(try halo.explain(query).hasPrefix("Nothing is sent"))
        }
        var refused = HALOQuery(moduleName: "books")
        refused.searchValues = leaf(.between, "age", .list([.integer(1), .integer(2)]), .number)
        await #expect(throws: QueryError.self) { try await halo.search(refused) }
        refused.searchValues = leaf(.contains, "title", .string("abc"), .string)
        await #expect(throws: UnsupportedError.self) { try await halo.searchData(refused) }
        #expect(transport.requests.isEmpty)
    }
}
