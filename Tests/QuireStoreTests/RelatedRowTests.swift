#if SQLite
import Foundation
import Quire
import SampleModules
import Testing

import QuireStore

@Suite("Orders and rows across relations in the store")
struct RelatedRowTests {

    @Test(
        "Random orders by related fields equal those of a plain evaluator, and their pages fit together, by cursor and by offset"
    )
    func orders() async throws {
        var library = RandomLibrary(seed: 92, novels: 60, writers: 20)
        let store = try await Store.library(library)
        for number in 0..<150 {
            var request = SearchRequest(module: Novels.descriptor)
            request.sort = library.sortKeys()
            if number.isMultiple(of: 3) {
                request.filter = library.filter(over: Novels.descriptor, levels: 2)
            }
            request.page = .all
            let expected = request.filter.map { library.ids(of: Novels.descriptor, matching: $0) }
            let all = try await store.ids(request)
            #expect(all.sorted() == (expected ?? library.novels.map(\.id.rawValue).sorted()))
            #expect(library.isSorted(all, by: request.sort), "\(request.sort)")
            var paged: [String] = []
            var cursor: Cursor?
            repeat {
                request.page = .cursor(cursor, limit: 1 + number % 9)
                let page = try await store.search([request], decoding: Store.idDecoder(Novels.descriptor))[0]
                #expect(page.pageInfo.totalItems == all.count)
                paged += page.items
                cursor = page.nextCursor
            } while cursor != nil
            #expect(paged == all, "\(request.sort)")
            request.page = .offset(number % 40, limit: 8)
            #expect(try await store.ids(request) == Array(all.dropFirst(number % 40).prefix(8)))
        }
    }

    @Test("A cursor of one order is not valid for the same field behind another relation")
    func cursors() async throws {
        let store = try await Store.library()
        let client = ContentClient(engine: store)
        let query = Novels.query().sort(by: \.author.birthYear)
        let cursor = try #require(try await client.fetch(query.page(.cursor(nil, limit: 2))).nextCursor)
        #expect(
            try await client.fetch(query.page(.cursor(cursor, limit: 2))).map(\.id.rawValue) == ["b4", "b1"])
        await #expect(throws: QueryError.self) {
            try await client.fetch(Novels.query().sort(by: \.author.name).page(.cursor(cursor, limit: 2)))
        }
    }

    @Test("An order by a related field is one statement that looks up each related item by its id")
    func orderPlan() async throws {
        let store = try await Store.library()
        var request = Novels.query().sort(by: \.author.publisher.country).sort(by: \.author.name).request
        request.countsTotal = false
        let plan = try store.explain(request)
        #expect(
            plan.contains(
                #"LEFT JOIN "m_writers" AS s1 ON s1.id = m."v_author" LEFT JOIN "m_houses" AS s2 ON s2.id = s1."v_publisher""#
            ), "\(plan)")
        #expect(plan.contains("SEARCH s1 USING INDEX sqlite_autoindex_m_writers_1 (id=?)"), "\(plan)")
        #expect(
            plan.components(separatedBy: "LEFT JOIN \"m_writers\"").count == 3, "once inside, once outside")
    }

    @Test("Rows have the values of related items, and none for relations that lead nowhere")
    func rowsByHand() async throws {
        let client = ContentClient(engine: try await Store.library())
        #expect(try await client.fetch(Library.rows(of: Novels.query())).map { $0 } == Library.rows)
    }

    @Test("Rows of random relations equal those of a plain evaluator, in any order and as JSON")
    func randomRows() async throws {
        let library = RandomLibrary(seed: 8, novels: 80, writers: 20)
        let store = try await Store.library(library)
        let client = ContentClient(engine: store)
        let query = Novels.query().sort(by: \.author.name).page(1, size: 17)
        var rows: [Library.Row] = []
        for try await row in client.all(Library.rows(of: query)) { rows.append(row) }
        #expect(rows.sorted { $0.id < $1.id } == library.rows.sorted { $0.id < $1.id })
        let selection = Library.kinds(of: Novels.query().page(1, size: 100))
        let kinds = try await client.fetch(selection)
        #expect(kinds.map { $0 } == library.kinds)
        let page = try selection.decoder.decodePage(await store.searchData(selection.request))
        #expect(page.items == library.kinds)
    }

    @Test("A list of related values keeps every character, digit and duplicate")
    func exactValues() async throws {
        let writers = [
            Content<Writers>(
                id: "w", values: .init(name: "a\u{0}\"b", biography: "\u{0}c", rating: 0.1 + 0.2)),
            Content<Writers>(id: "v", values: .init(name: "é", rating: -1e300)),
        ]
        let novel = Content<Novels>(
            id: "n", values: .init(editors: ["w", "v", "w", "gone"].map { Relation(ContentID($0)) }))
        let client = ContentClient(engine: try await Store.library([novel], writers, []))
        let page = try await client.fetch(
            Novels.query().select(\.editors.name, \.editors.biography, \.editors.rating))
        let row = try #require(page.first)
        #expect(row.0 == ["a\u{0}\"b", "é", "a\u{0}\"b"])
        #expect(row.1 == ["\u{0}c", "\u{0}c"])
        #expect(row.2 == [0.1 + 0.2, -1e300, 0.1 + 0.2])
    }

    @Test("A selection across relations is one statement")
    func rowPlan() async throws {
        let store = try await Store.library()
        var request = Novels.query().select(\.pages, \.author.name, \.editors.name).request
        request.countsTotal = false
        let plan = try store.explain(request)
        #expect(
            plan.contains(#"(SELECT r1."v_name" FROM "m_writers" AS r1 WHERE r1.id = m."v_author")"#),
            "\(plan)")
        #expect(plan.contains("quire_gather("), "\(plan)")
        #expect(plan.components(separatedBy: "\n").filter { $0.hasPrefix("SELECT ") }.count == 1, "\(plan)")
    }

    @Test("Included queries give each item its own related items, in the order of the query")
    func includedQueries() async throws {
        let client = ContentClient(engine: try await Store.library())
        let query = Novels.query().include(\.editors) {
            $0.where(\.name != "Cy").sort(by: \.name, .descending).limit(1)
        }
        let page = try await client.fetch(query)
        #expect(page.map { $0.editors.map { $0.item?.values.name } } == [["Bob"], [], [], [], ["Ann"], []])
        let houses = try await client.fetch(Novels.query().include(\.author.publisher, \.editors.publisher))
        #expect(houses.first?.editors.first?.item?.publisher?.item?.country == .japan)
    }

    @Test("A module that the store does not hold is an error before any read")
    func unknownModule() async throws {
        let client = ContentClient(engine: try await Store(.memory, modules: [Novels.descriptor]))
        await #expect(throws: QueryError.self) {
            try await client.fetch(Novels.query().sort(by: \.author.name))
        }
        await #expect(throws: QueryError.self) {
            try await client.fetch(Novels.query().select(\.author.name))
        }
    }
}
#endif
