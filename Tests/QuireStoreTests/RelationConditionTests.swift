#if SQLite
import Foundation
import Quire
import QuireTesting
import SampleModules
import Testing

import QuireStore

@Suite("Conditions across relations in the store")
struct RelationConditionTests {
    private static let modules = [Novels.descriptor, Writers.descriptor, Houses.descriptor]

    @Test("A condition on related items matches the items worked out by hand", arguments: Library.cases)
    func byHand(_ sample: Library.Case<Novels>) async throws {
        let store = try await Store.library()
        #expect(try await ContentClient(engine: store).fetch(sample.query).map(\.id.rawValue) == sample.ids)
    }

    @Test("A reverse condition matches the items worked out by hand", arguments: Library.reverseCases)
    func reverse(_ sample: Library.Case<Writers>) async throws {
        let store = try await Store.library()
        #expect(try await ContentClient(engine: store).fetch(sample.query).map(\.id.rawValue) == sample.ids)
    }

    @Test("A reverse condition follows a path of several relations", arguments: Library.houseCases)
    func reversePath(_ sample: Library.Case<Houses>) async throws {
        let store = try await Store.library()
        #expect(try await ContentClient(engine: store).fetch(sample.query).map(\.id.rawValue) == sample.ids)
    }

    @Test("Aggregates are computed over the items that a condition on related items matches, also in memory")
    func aggregates() async throws {
        let memory = InMemoryEngine()
        await memory.add(Novels.self, Library.novels)
        await memory.add(Writers.self, Library.writers)
        await memory.add(Houses.self, Library.houses)
        for engine in [try await Store.library() as any ContentEngine, memory] {
            for sample in Library.cases {
                let count = try await ContentClient(engine: engine).aggregate(sample.query, .count)
                #expect(count == sample.ids.count, "\(engine.capabilities.name): \(sample.query)")
            }
        }
    }

    @Test(
        "Random filters match the same items as a plain evaluator, in both forms of SQL, as pages and as counts"
    )
    func randomTrees() async throws {
        var library = RandomLibrary(seed: 61, novels: 30, writers: 12)
        let store = try await Store.library(library)
        var differences: [String] = []
        for number in 0..<600 {
            let module = Self.modules[number % 3]
            let filter = library.filter(over: module)
            let expected = library.ids(of: module, matching: filter)
            var request = SearchRequest(module: module)
            request.filter = filter
            request.page = .all
            let collected = try await store.ids(request).sorted()
            let lookedUp = try await store.idsTestingEachRow(request).sorted()
            request.page = .offset(0, limit: 7)
            let page = try await store.search([request], decoding: Store.idDecoder(module))[0]
            if collected != expected || lookedUp != expected || page.pageInfo.totalItems != expected.count
                || page.items.count != min(7, expected.count) || !Set(page.items).isSubset(of: expected)
            {
                differences.append("\(module.name): \(filter)")
            }
        }
        #expect(differences.isEmpty, "\(differences.prefix(3))")
    }

    @Test("An item without the relation does not hide the others from the complement of a reverse condition")
    func nullTrap() async throws {
        let store = try await Store.library()
        let query = Writers.query().where(noItem(of: Novels.self, by: \.author) { $0.pages >= 1 })
        #expect(try await ContentClient(engine: store).ids(query) == ["a4"])
    }

    @Test("A condition on related items is one statement that searches indexes")
    func plan() async throws {
        let store = try await Store.library()
        var request = Novels.query().where(\.author.name == "Ann").request
        request.countsTotal = false
        let one = try store.explain(request)
        #expect(
            one.contains(#"m."v_author" IN (SELECT m1.id FROM "m_writers" AS m1 WHERE m1."v_name" = ?)"#),
            "\(one)")
        #expect(one.contains("SEARCH m USING INDEX m_novels_i_v_author (v_author=?)"), "\(one)")
        request.filter = Novels.query().where(any: \.editors) { $0.name == "Ann" }.request.filter
        let many = try store.explain(request)
        #expect(many.contains("SEARCH l1 USING PRIMARY KEY (value=?)"), "\(many)")
        #expect(many.contains("SEARCH m USING INTEGER PRIMARY KEY (rowid=?)"), "\(many)")
        var reverse = Writers.query().where(anyItem(of: Novels.self, by: \.author) { $0.pages == 1 }).request
        reverse.countsTotal = false
        let back = try store.explain(reverse)
        #expect(back.contains("SEARCH m USING INDEX sqlite_autoindex_m_writers_1 (id=?)"), "\(back)")
    }

    @Test("Rows in an index's order look up their related items by indexes")
    func lookUpPlan() async throws {
        let store = try await Store.library()
        let requests = [
            (
                Novels.query().where(\.author.name == "Ann").request,
                "SEARCH m1 USING INDEX sqlite_autoindex_m_writers_1"
            ),
            (
                Novels.query().where(any: \.editors) { $0.name == "Ann" }.request,
                "SEARCH l1 USING COVERING INDEX m_novels_l_editors_i (item=?)"
            ),
            (
                Writers.query().where(anyItem(of: Novels.self, by: \.author) { $0.pages == 1 }).request,
                "SEARCH m1 USING INDEX m_novels_i_v_author (v_author=?)"
            ),
            (
                Writers.query().where(anyItem(of: Novels.self, by: \.editors) { $0.pages == 1 }).request,
                "SEARCH l1 USING PRIMARY KEY (value=?)"
            ),
        ]
        for (request, step) in requests {
            let steps = try await store.stepsTestingEachRow(request)
            #expect(steps.contains { $0.hasPrefix(step) }, "\(steps)")
        }
    }

    @Test(
        "A page in the order of an index follows it if much matches, and collects the items if little matches"
    )
    func orderChoice() async throws {
        let writers = (0..<3_000).map { (number: Int) in
            Content<Writers>(id: "a\(number)", values: .init(name: number < 2 ? "rare" : "common"))
        }
        let novels = (0..<3_000).map { (number: Int) in
            Content<Novels>(
                id: "b\(number)",
                values: .init(
                    pages: number, author: Relation("a\(number)"), editors: [Relation("a\(number)")]))
        }
        let store = try await Store.library(novels, writers, [])
        func path(_ query: Query<Novels>) async throws -> String? {
            try await store.followedIndex(query.sort(by: \.pages).request)
        }
        let ordered = "m_novels_i_v_pages"
        #expect(try await path(Novels.query().where(\.author.name == "common")) == ordered)
        #expect(try await path(Novels.query().where(\.author.name == "rare")) == nil)
        #expect(try await path(Novels.query().where(any: \.editors) { $0.name == "common" }) == ordered)
        #expect(try await path(Novels.query().where(any: \.editors) { $0.name == "rare" }) == nil)
        #expect(try await path(Novels.query().where(none: \.editors) { $0.name == "rare" }) == ordered)
        let client = ContentClient(engine: store)
        #expect(try await client.count(Novels.query()) == 3_000)
        for name in ["common", "rare"] {
            let query = Novels.query().where(\.author.name == name).sort(by: \.pages, .descending)
            let pages = name == "rare" ? [1, 0] : Array((2_980..<3_000).reversed())
            #expect(try await client.fetch(query.page(1, size: 20)).map(\.pages) == pages)
        }
    }

    @Test("A condition on a module that the store does not hold is an error before any read")
    func unknownModule() async throws {
        let store = try await Store(.memory, modules: [Novels.descriptor])
        await #expect(throws: QueryError.self) {
            try await store.ids(Novels.query().where(\.author.name == "Ann").request)
        }
    }
}
#endif
