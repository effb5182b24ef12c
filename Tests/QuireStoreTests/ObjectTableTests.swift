#if SQLite
import Foundation
import Quire
import QuireTesting
import Testing

import QuireStore

@Suite("Tables of listed objects")
struct ObjectTableTests {
    private static func member(
        _ name: String, _ kind: FieldKind, facet: FieldDescriptor.FacetKind? = nil
    ) -> FieldDescriptor {
        var field = FieldDescriptor(name: name, kind: kind, facet: facet)
        field.isQueryable = true
        return field
    }

    private static let recipes = ModuleDescriptor(
        name: "recipes",
        fields: [
            FieldDescriptor(name: "rank", kind: .integer, isSortable: true),
            FieldDescriptor(
                name: "parts",
                kind: .list(
                    .object(
                        FieldTable([
                            member("title", .text, facet: .disjunctive),
                            member("grams", .integer, facet: .conjunctive),
                            member("tags", .list(.text), facet: .disjunctive),
                            FieldDescriptor(
                                name: "steps", kind: .list(.object(FieldTable([member("minutes", .number)])))),
                        ])))),
        ])

    /// 300 items of up to five objects, whose values repeat within an item.
    private static let lines = (0..<300).map { number in
        let parts = (0..<number % 6).map { part in
            let title = part % 2 == 0 ? "É\(number % 3)" : "salt \(number % 7)"
            let steps = (0..<part % 3).map { #"{"minutes":\#(number % 5 + $0).5}"# }.joined(separator: ",")
            return #"{"title":"\#(title)","grams":\#((number * 7 + part % 3) % 40),"#
                + #""tags":["t\#(number % 4)","t\#(part % 2)"],"steps":[\#(steps)]}"#
        }
        return
            #"{"id":"\#(1000 + number)","values":{"rank":\#(number * 31 % 101),"parts":[\#(parts.joined(separator: ","))]}}"#
    }

    private static func memory() async throws -> InMemoryEngine {
        let memory = InMemoryEngine()
        await memory.add(try lines.map { try JSONValue(parsing: Data($0.utf8)) }, to: recipes)
        return memory
    }

    private static func page(_ filter: Filter?, limit: Int = 10) -> SearchRequest {
        var request = SearchRequest(module: recipes)
        request.filter = filter
        request.page = .offset(0, limit: limit)
        return request
    }

    private static let parts = RelationStep(elementsOf: "parts")

    @Test("A page has an item once, although several of its objects have the value")
    func pages() async throws {
        let store = try await Store(.memory, modules: [Self.recipes])
        try await store.load(Self.recipes, Self.lines)
        let memory = try await Self.memory()
        for filter in [
            leaf(.equal, "parts.title", .string("É1")), leaf(.equal, "parts.tags", .string("t1")),
            .and([leaf(.equal, "parts.tags", .string("t1")), leaf(.greater, "parts.grams", .integer(20))]),
        ] {
            let request = Self.page(filter)
            let (found, expected) = (
                try await store.search([request], decoding: .ids(of: Self.recipes))[0],
                try await memory.search([request], decoding: .ids(of: Self.recipes))[0]
            )
            #expect(found.items == expected.items && !found.items.isEmpty, "\(filter)")
            #expect(found.pageInfo.totalItems == expected.pageInfo.totalItems, "\(filter)")
        }
    }

    @Test("Facets and aggregates count an item once for each of its values")
    func values() async throws {
        let store = try await Store(.memory, modules: [Self.recipes])
        try await store.load(Self.recipes, Self.lines)
        let memory = try await Self.memory()
        for filter in [
            nil, .any(Self.parts, leaf(.less, "grams", .integer(9))), leaf(.less, "rank", .integer(9)),
        ]
            as [Filter?]
        {
            var request = Self.page(filter)
            request.facets = ["parts.title", "parts.grams", "parts.tags"].map { FacetRequest($0) }
            let (found, expected) = (
                try await store.search([request], decoding: .ids(of: Self.recipes))[0],
                try await memory.search([request], decoding: .ids(of: Self.recipes))[0]
            )
            #expect(found.facets == expected.facets && found.facets.count == 3)
            for name in ["parts.title", "parts.grams", "parts.tags"] {
                let property = AggregateFunction.Property.value(name)
                let functions: [AggregateFunction] = [
                    .count, .countValues(property), .countDistinct(property), .minimum(property),
                    .maximum(property),
                ]
                for grouping in [nil, .values(property)] as [AggregateGrouping?] {
                    let request = AggregateRequest(functions, of: Self.page(filter), groupedBy: grouping)
                    #expect(
                        try await store.aggregate(request) == (try await memory.aggregate(request)),
                        "\(name)")
                }
            }
        }
    }

    @Test("Searches of one shape use one plan with their own values, in the order of an index too")
    func plans() async throws {
        let store = try await Store(.memory, modules: [Self.recipes])
        try await store.load(Self.recipes, Self.lines)
        let memory = try await Self.memory()
        let steps = RelationStep(elementsOf: "steps")
        for round in 0..<12 {
            let grams = leaf(.greaterOrEqual, "grams", .integer(Int64(round * 3)))
            let title = leaf(round % 2 == 0 ? .equal : .notEqual, "title", .string("É\(round % 3)"))
            let minutes = leaf(.less, "minutes", .number(Double(round) / 2))
            for condition in [
                Filter.and([grams, title]), .or([title, .any(steps, minutes)]),
                .and([grams, .none(steps, minutes)]), .any(steps, minutes),
                .and([grams, leaf(.equal, "tags", .string("t\(round % 4)"))]), leaf(.equal, "tags", .null),
            ] {
                for filter in [
                    Filter.any(Self.parts, condition), .none(Self.parts, condition),
                    .none(Self.parts, condition.negated()),
                    .or([.none(Self.parts, condition), leaf(.equal, "rank", .integer(Int64(round)))]),
                ] {
                    var request = Self.page(filter)
                    for sort in [[], [SortKey(.value("rank"), .ascending)]] as [[SortKey]] {
                        request.sort = sort
                        let found = try await store.search([request], decoding: .ids(of: Self.recipes))[0]
                        let expected = try await memory.search([request], decoding: .ids(of: Self.recipes))[0]
                        #expect(
                            found.items == expected.items
                                && found.pageInfo.totalItems == expected.pageInfo.totalItems, "\(filter)")
                    }
                }
            }
        }
    }

    @Test("Changed, removed and deleted items leave no rows behind")
    func writing() async throws {
        let store = try await Store(.memory, modules: [Self.recipes])
        try await store.load(Self.recipes, Self.lines)
        let changed = Self.lines.enumerated().map { number, line in
            number % 3 == 0
                ? Self.lines[(number + 7) % 300].replacingOccurrences(
                    of: #"{"id":"\#(1000 + (number + 7) % 300)""#, with: #"{"id":"\#(1000 + number)""#) : line
        }
        try await store.load(Self.recipes, changed)
        #expect(try await store.delete((1100..<1150).map(String.init), from: "recipes") == 50)
        #expect(try await store.check().problems == [])
        let memory = InMemoryEngine()
        await memory.add(
            try changed.enumerated().filter { !(100..<150).contains($0.offset) }.map {
                try JSONValue(parsing: Data($0.element.utf8))
            }, to: Self.recipes)
        let filter = Filter.any(
            Self.parts,
            .and([leaf(.equal, "title", .string("É1")), leaf(.greater, "grams", .integer(10))]))
        let request = Self.page(filter, limit: 300)
        #expect(
            try await store.search([request], decoding: .ids(of: Self.recipes))[0].items
                == (try await memory.search([request], decoding: .ids(of: Self.recipes))[0].items))
        _ = try await store.deleteAll(from: "recipes")
        #expect(try await store.check().problems == [])
    }

    @Test("A check finds missing, changed and surplus rows of listed objects")
    func damage() async throws {
        let folder = try Folder()
        for damage in [
            "DELETE FROM m_recipes_l_parts WHERE item = 6 AND p1 = 1",
            "UPDATE m_recipes_l_parts SET v_grams = 999 WHERE item = 6 AND p1 = 1",
            "INSERT INTO m_recipes_l_parts (item, p1) VALUES (6, 77)",
            "UPDATE m_recipes_l_parts_tags SET p2 = 8 WHERE item = 6 AND p1 = 1 AND p2 = 1",
        ] {
            let file = folder.file("\(UUID().uuidString).sqlite")
            let store = try await Store(.file(file), modules: [Self.recipes])
            try await store.load(Self.recipes, Self.lines)
            #expect(try await store.check().problems == [])
            await store.close()
            _ = try SQLiteShell.rows(file, damage)
            #expect(try await Store.check(.file(file)).counts == [.derivedValues: 1], "\(damage)")
        }
    }
}
#endif
