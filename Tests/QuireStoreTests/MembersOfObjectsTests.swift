#if SQLite
import Foundation
import Quire
import QuireTesting
import Testing

import QuireStore

@Suite("Members of objects as fields of a store")
struct MembersOfObjectsTests {
    private static func member(
        _ name: String, _ kind: FieldKind, isSortable: Bool = false,
        facet: FieldDescriptor.FacetKind? = nil, weight: Double? = nil
    ) -> FieldDescriptor {
        var field = FieldDescriptor(
            name: name, kind: kind, isSortable: isSortable, facet: facet, searchWeight: weight)
        field.isQueryable = true
        return field
    }

    static let artworks = ModuleDescriptor(
        name: "artworks",
        fields: [
            FieldDescriptor(name: "title", kind: .text),
            FieldDescriptor(
                name: "dateRange",
                kind: .object(
                    FieldTable([
                        member("startYear", .integer, isSortable: true), member("endYear", .integer),
                        FieldDescriptor(name: "text", kind: .text),
                    ]))),
            FieldDescriptor(
                name: "contributors",
                kind: .list(
                    .object(
                        FieldTable([
                            member("name", .text, weight: 2), member("role", .text, facet: .disjunctive),
                            FieldDescriptor(
                                name: "places", kind: .list(.object(FieldTable([member("city", .text)])))),
                        ])))),
        ])

    static let lines = [
        #"{"id":"1","values":{"title":"A","dateRange":{"startYear":1805,"endYear":1810,"text":"c."},"contributors":[{"name":"Turner","role":"artist","places":[{"city":"London"},{"city":"Kent"}]}]}}"#,
        #"{"id":"2","values":{"title":"B","dateRange":{"startYear":1950},"contributors":[{"name":"Ann Turner","role":"printer"},{"name":"Bob","role":"artist"},{"role":"artist"}]}}"#,
        #"{"id":"3","values":{"title":"C","dateRange":{},"contributors":[]}}"#,
        #"{"id":"4","values":{"title":"D","dateRange.startYear":1900,"contributors":[{"name":"Cy","role":null}]}}"#,
    ]

    private func ids(_ engine: some ContentEngine, _ filter: Filter?) async throws -> [String] {
        var request = SearchRequest(module: Self.artworks)
        request.filter = filter
        request.page = .all
        return try await ids(engine, request)
    }

    private func ids(_ engine: some ContentEngine, _ request: SearchRequest) async throws -> [String] {
        try await engine.search([request], decoding: .ids(of: request.module)).first?.items ?? []
    }

    private func engines() async throws -> [any ContentEngine] {
        let store = try await Store(.memory, modules: [Self.artworks])
        try await store.load(Self.artworks, Self.lines)
        let memory = InMemoryEngine()
        await memory.add(try Self.lines.map { try JSONValue(parsing: Data($0.utf8)) }, to: Self.artworks)
        return [store, memory]
    }

    /// Results that are worked out by hand.
    @Test(
        "A condition on a member holds if some object of the item meets it, and its negation where none does")
    func meaning() async throws {
        let cases: [(Filter, [String])] = [
            (leaf(.greaterOrEqual, "dateRange.startYear", .integer(1900)), ["2"]),
            // Absent objects and absent members are no value; a value under the path as a key is unknown.
            (leaf(.equal, "dateRange.startYear", .null), ["3", "4"]),
            (leaf(.notEqual, "dateRange.startYear", .integer(1805)), ["2", "3", "4"]),
            (leaf(.notGreater, "dateRange.startYear", .integer(1900)), ["1", "3", "4"]),
            (leaf(.equal, "contributors.role", .string("artist")), ["1", "2"]),
            (leaf(.notEqual, "contributors.role", .string("artist")), ["3", "4"]),
            (leaf(.equal, "contributors.role", .null), ["3", "4"]),
            (leaf(.in, "contributors.role", .list([.string("printer")])), ["2"]),
            (leaf(.hasPrefix, "contributors.name", .string("Ann")), ["2"]),
            // Two conditions may be met by two objects.
            (
                .and([
                    leaf(.equal, "contributors.name", .string("Ann Turner")),
                    leaf(.equal, "contributors.role", .string("artist")),
                ]), ["2"]
            ),
            (leaf(.equal, "contributors.places.city", .string("Kent")), ["1"]),
        ]
        for engine in try await engines() {
            for (filter, expected) in cases {
                #expect(try await ids(engine, filter).sorted() == expected, "\(filter)")
            }
        }
    }

    private static let elementLines = [
        #"{"id":"1","values":{"contributors":[{"name":"Ann","role":"printer"},{"name":"Bob","role":"artist"}]}}"#,
        #"{"id":"2","values":{"contributors":[{"name":"Ann","role":"artist","places":[{"city":"Kent"}]}]}}"#,
        #"{"id":"3","values":{"contributors":[{"name":"Ann"},{}]}}"#,
        #"{"id":"4","values":{"contributors":[]}}"#,
        #"{"id":"5","values":{"title":"no list"}}"#,
        #"{"id":"6","values":{"contributors":[{"name":"Ann","role":"artist","places":[{"city":"Rome"},{"city":"Kent"}]},{"name":"Ann","role":"artist"}]}}"#,
    ]

    /// Results that are worked out by hand; DocC shows some of them.
    @Test("any, every and none bind one object of a list, and their negations are exact complements")
    func elements() async throws {
        let list = RelationStep(elementsOf: "contributors")
        let places = RelationStep(elementsOf: "places")
        let ann = leaf(.equal, "name", .string("Ann"))
        let artist = leaf(.equal, "role", .string("artist"))
        let notArtist = leaf(.notEqual, "role", .string("artist"))
        let kent = leaf(.equal, "city", .string("Kent"))
        let cases: [(Filter, [String])] = [
            (.any(list, .and([ann, artist])), ["2", "6"]),
            (.none(list, .and([ann, artist])), ["1", "3", "4", "5"]),
            // No object is no exception, so "every" is true without objects.
            (.none(list, notArtist), ["2", "4", "5", "6"]),
            (.any(list, notArtist), ["1", "3"]),
            (.any(list, leaf(.equal, "role", .null)), ["3"]),
            // An object without members is an object.
            (.any(list, .and([leaf(.equal, "name", .null), leaf(.equal, "role", .null)])), ["3"]),
            (.any(list, .and([])), ["1", "2", "3", "6"]),
            (.none(list, .and([])), ["4", "5"]),
            (.any(list, .or([])), []),
            // Lists in one another.
            (.any(list, .and([ann, .any(places, kent)])), ["2", "6"]),
            (.any(list, .and([ann, .none(places, kent)])), ["1", "3", "6"]),
            (.none(list, .any(places, kent)), ["1", "3", "4", "5"]),
            (
                .any(
                    RelationStep(elementsOf: "contributors.places"),
                    .and([kent, leaf(.notEqual, "city", .null)])),
                ["2", "6"]
            ),
            (
                .or([.any(list, leaf(.equal, "name", .string("Bob"))), .none(list, .and([]))]),
                ["1", "4", "5"]
            ),
        ]
        let store = try await Store(.memory, modules: [Self.artworks])
        try await store.load(Self.artworks, Self.elementLines)
        let memory = InMemoryEngine()
        await memory.add(
            try Self.elementLines.map { try JSONValue(parsing: Data($0.utf8)) }, to: Self.artworks)
        let all = ["1", "2", "3", "4", "5", "6"]
        for engine in [store, memory] as [any ContentEngine] {
            for (filter, expected) in cases {
                #expect(try await ids(engine, filter).sorted() == expected, "\(engine): \(filter)")
                let rest = all.filter { !expected.contains($0) }
                #expect(try await ids(engine, filter.negated()).sorted() == rest, "\(engine): not \(filter)")
            }
        }
    }

    @Test(
        "A condition on one object runs wholly in the table of the objects, and inner lists are joined by position"
    )
    func objectPlan() async throws {
        let store = try await Store(.memory, modules: [Self.artworks])
        var request = Self.all(Self.artworks)
        request.filter = .any(
            RelationStep(elementsOf: "contributors"),
            .and([
                leaf(.equal, "name", .string("Ann")), leaf(.notEqual, "role", .string("artist")),
                .none(RelationStep(elementsOf: "places"), leaf(.equal, "city", .string("Kent"))),
            ]))
        let plan = try store.explain(request)
        #expect(
            plan.contains(
                """
                m.item IN (SELECT o.item FROM "m_artworks_l_contributors" AS o WHERE (o."v_name" = ? \
                AND ((o."v_role" = ?) IS NOT TRUE) \
                AND ((EXISTS (SELECT 1 FROM "m_artworks_l_contributors_places" AS o_1 \
                WHERE o_1.item = o.item AND o_1.p1 = o.p1 AND o_1."v_city" = ?)) IS NOT TRUE)))
                """), "\(plan)")
        #expect(plan.contains("SEARCH o USING INDEX m_artworks_l_contributors_i_v_name"), "\(plan)")
    }

    @Test("A condition on one object of what is no list, or across a relation in it, is refused")
    func wrongElements() async throws {
        let wrong: [Filter] = [
            .any(RelationStep(elementsOf: "dateRange"), .and([])),
            .any(RelationStep(elementsOf: "title"), .and([])),
            .any(RelationStep(elementsOf: "contributors"), leaf(.equal, "text", .string("x"))),
            .any(
                RelationStep(elementsOf: "contributors"),
                .any(RelationStep("name", to: Self.artworks), .and([]))),
        ]
        let store = try await Store(.memory, modules: [Self.artworks])
        for filter in wrong {
            await #expect(throws: QueryError.self, "\(filter)") { try await ids(store, filter) }
            await #expect(throws: QueryError.self, "\(filter)") { try await ids(InMemoryEngine(), filter) }
        }
    }

    @Test("Members sort, count as facets once per value and item, and are found by full text")
    func otherQueries() async throws {
        for engine in try await engines() {
            var request = SearchRequest(module: Self.artworks)
            request.sort = [SortKey(.value("dateRange.startYear"), .descending)]
            request.page = .page(1, size: 2)
            #expect(try await ids(engine, request) == ["2", "1"])
            request.sort = []
            request.facets = [FacetRequest("contributors.role")]
            let facet = try #require(
                try await engine.search([request], decoding: .ids(of: Self.artworks)).first?.facets.first)
            #expect(
                facet.counts == [FacetCount(.string("artist"), 2), FacetCount(.string("printer"), 1)])
            request.facets = []
            request.text = TextSearch("turner")
            #expect(try await ids(engine, request).sorted() == ["1", "2"])
        }
    }

    @Test("A member that gets operators is filled from the stored objects once, and rows keep their values")
    func migration() async throws {
        let folder = try Folder()
        let plain = ModuleDescriptor(
            name: "artworks",
            fields: Self.artworks.fields.fields.map { field in
                FieldDescriptor(name: field.name, kind: Self.withoutQueries(field.kind))
            })
        var store = try await Store(.file(folder.file()), modules: [plain])
        try await store.load(plain, Self.lines)
        let before = String(decoding: try await store.searchData(Self.all(plain)), as: UTF8.self)
        await store.close()
        store = try await Store(.file(folder.file()), modules: [Self.artworks])
        let change = try #require(store.schemaChanges.first)
        #expect(
            change.added == [
                "dateRange.startYear", "dateRange.endYear", "contributors.name", "contributors.role",
                "contributors.places.city",
            ])
        #expect(change.removed == [] && change.changed == [])
        #expect(try await ids(store, leaf(.greater, "dateRange.startYear", .integer(1900))) == ["2"])
        #expect(try await ids(store, leaf(.equal, "contributors.places.city", .string("London"))) == ["1"])
        #expect(
            String(decoding: try await store.searchData(Self.all(Self.artworks)), as: UTF8.self) == before)
        await store.close()
        store = try await Store(.file(folder.file()), modules: [Self.artworks])
        #expect(store.schemaChanges.isEmpty)
        #expect(try await store.check().isSound)
        await store.close()
    }

    @Test("A field whose name has a dot is no member, and its values stay its own")
    func namesWithDots() async throws {
        let module = ModuleDescriptor(
            name: "artworks",
            fields: Self.artworks.fields.fields + [
                FieldDescriptor(name: "dateRange.startYear", kind: .integer)
            ])
        let store = try await Store(.memory, modules: [module])
        try await store.load(module, Self.lines)
        var request = Self.all(module)
        request.filter = leaf(.greater, "dateRange.startYear", .integer(0))
        #expect(try await ids(store, request) == ["4"])
        let memory = InMemoryEngine()
        await memory.add(try Self.lines.map { try JSONValue(parsing: Data($0.utf8)) }, to: module)
        #expect(try await ids(memory, request) == ["4"])
    }

    @Test(
        "An unknown value under the path of a member survives a write of the item, and stays no member",
        arguments: [WriteOperation.Kind.update, .createOrUpdate], [false, true])
    func unknownPath(_ kind: WriteOperation.Kind, _ isWhole: Bool) async throws {
        let store = try await Store(.memory, modules: [Self.artworks])
        try await store.load(Self.artworks, Self.lines)
        var operation = WriteOperation(kind, Self.artworks, id: "4")
        operation.values = .object([.init("title", .string("New"))])
        operation.isWhole = isWhole
        let results = try await store.write(WriteBatch([operation]))
        #expect(results.allSatisfy { $0.isSuccess }, "\(results)")
        var request = Self.all(Self.artworks)
        request.ids = ["4"]
        request.decoding.keepsUnknownValues = true
        let items = try JSONValue(parsing: try await store.searchData(request)).elements
        let values = try #require(items?.first?.member("values"))
        #expect(values.member("title") == .string("New"))
        #expect(values.member("dateRange.startYear") == .integer(1900))
        #expect(try await ids(store, leaf(.equal, "dateRange.startYear", .null)) == ["3", "4"])
        #expect(try await store.check().isSound)
    }

    private static func all(_ module: ModuleDescriptor) -> SearchRequest {
        var request = SearchRequest(module: module)
        request.page = .all
        return request
    }

    private static func withoutQueries(_ kind: FieldKind) -> FieldKind {
        switch kind {
        case .list(let element): .list(withoutQueries(element))
        case .object(let table):
            .object(
                FieldTable(
                    table.fields.map { FieldDescriptor(name: $0.name, kind: withoutQueries($0.kind)) }))
        default: kind
        }
    }
}
#endif
