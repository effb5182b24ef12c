#if SQLite
import Foundation
import Quire
import QuireEngine
import QuireStore
import QuireTesting
import Seeds
import Testing
import TransportDoubles

@Suite("Searches that differ only in their values")
struct RepeatedSearchTests {
    @Test("Each finds the page that a request which is planned alone finds, and the items of the reference")
    func agreement() async throws {
        var random = SeededGenerator(seed: Seed.current)
        let (store, memory) = try await Self.engines(&random)
        var (found, afterCursors, refused, differences) = (0, 0, 0, [String]())
        for shape in 0..<140 {
            for number in 0..<16 {
                var structure = SeededGenerator(seed: Seed.current &+ UInt64(shape))
                var search = ShapedSearch(&structure, &random)
                func note(_ difference: String) {
                    differences.append("\(shape).\(number) \(difference): \(search.request)")
                }
                let alone: Result<PlainPage, any Error>
                do { alone = .success(try await search.request.plainPage(in: store)) } catch {
                    alone = .failure(error)
                }
                let together: Result<SearchResponse<String>, any Error>
                do {
                    together = .success(
                        try await store.search([search.request], decoding: search.decoder)[0])
                } catch { together = .failure(error) }
                switch (alone, together) {
                case (.failure(let alone), .failure(let together)):
                    refused += 1
                    if "\(alone)" != "\(together)" { note("\(alone) beside \(together)") }
                case (.success(let alone), .success(let together)):
                    if !alone.equals(together) { note("\(alone) beside \(together.items)") }
                    if !together.items.isEmpty { found += 1 }
                    let whole = try await search.request.allIDs(in: store)
                    var page = together
                    if search.isAfterCursor, let cursor = page.nextCursor {
                        afterCursors += 1
                        search.request.page = .cursor(cursor, limit: Int.random(in: 1...9, using: &random))
                        page = try await store.search([search.request], decoding: search.decoder)[0]
                        if page.pageInfo.offset != together.items.count { note("\(page.pageInfo)") }
                    }
                    if page.items != whole.slice(of: page.pageInfo, in: search.request) {
                        note("the page is no part of the whole")
                    }
                    guard case .all = search.request.page else { continue }
                    let expected = try await memory.search([search.request], decoding: search.decoder)[0]
                    if together.items.sorted() != expected.items.sorted() { note("beside memory") }
                default: note("only one throws")
                }
            }
        }
        #expect(differences.isEmpty, "\(differences.count): \(differences.prefix(3))")
        #expect(found > 1_000, "\(found)")
        #expect(afterCursors > 100, "\(afterCursors)")
        #expect(refused > 20, "\(refused)")
    }

    /// Values that need different conditions in SQL, although they stand in the same place of the same search.
    private static let values: [(fields: [String], operations: [FilterOperation], values: [FilterValue])] = [
        (
            ["age", "rating", "weights"],
            [.less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual, .notLess],
            [3, 4, 1e300, -1e300, 4.5, 5, 0x1p63, 6].map(FilterValue.number)
        ),
        (
            ["age", "rating"], [.between, .notBetween],
            [[3, 5], [1e300, 2], [-1e300, 5], [3, 1e300], [2, 2], [2.5, 4.5], [0, 6]]
                .map { .list($0.map(FilterValue.number)) }
        ),
        (
            ["title", "tags", "language"], [.hasPrefix, .notHasPrefix, .hasSuffix, .notHasSuffix],
            ["a", "b", "", "\u{10FFFF}", "B", "é"].map(FilterValue.string)
        ),
        (
            ["title", "tags", "language"], [.in, .notIn],
            [["a", "b"], ["B", "é", "ab"], ["%", "a\0b"], ["nl"], [], ["eng", "'"]]
                .map { .list($0.map(FilterValue.string)) }
        ),
        (
            ["age", "weights"], [.in, .notIn],
            [[1, 2], [0.5, 1e300], [1e300, -1e300], [3], [], [4.5, 6, 7]]
                .map { .list($0.map(FilterValue.number)) }
        ),
    ]

    @Test("Each finds the items of the reference, whichever value came before it")
    func orders() async throws {
        var random = SeededGenerator(seed: Seed.current)
        let lines = ShapedSearch.books(&random)
        var sizes = Set<Int>()
        for _ in 0..<6 {
            // A store that has run no search yet, so that each order begins with another value.
            let (store, memory) = try await Self.engines(&random, lines)
            for (fields, operations, values) in Self.values {
                for field in fields {
                    for operation in operations {
                        for value in values.shuffled(using: &random) {
                            var request = SearchRequest(module: Books.descriptor)
                            request.filter = leaf(operation, field, value)
                            request.page = .all
                            let decoder = Store.idDecoder(Books.descriptor)
                            let found = try await store.search([request], decoding: decoder)[0].items
                            let expected = try await memory.search([request], decoding: decoder)[0].items
                            #expect(found.sorted() == expected.sorted(), "\(request)")
                            sizes.insert(found.count)
                        }
                    }
                }
            }
        }
        #expect(sizes.count > 20, "\(sizes)")
    }

    @Test("Each finds its items, although the searches before it had hundreds of other filters")
    func manyFilters() async throws {
        let store = try await Store(.memory, modules: Shop.modules)
        try await store.load(
            Books.descriptor, (0..<40).map { #"{"id":"\#($0)","values":{"title":"t","age":\#($0)}}"# })
        for _ in 0..<2 {
            for number in 1..<700 {
                let bounds = (0..<10).map { (isBelow: number >> $0 & 1 == 0, bound: ($0 * 7 + number) % 40) }
                let pairs = stride(from: 0, to: 10, by: 2).map { Array(bounds[$0..<$0 + 2]) }
                let filter = Filter.or(
                    pairs.map { pair in
                        .and(
                            pair.map { (isBelow, bound) in
                                leaf(isBelow ? .less : .greater, "age", .integer(Int64(bound)))
                            })
                    })
                let expected = (0..<40).filter { age in
                    pairs.contains { $0.allSatisfy { $0.isBelow ? age < $0.bound : age > $0.bound } }
                }
                #expect(try await store.ids(Books.descriptor, filter) == expected.map(String.init))
            }
        }
    }

    @Test("A filter with a thousand levels is an error, also if the same search came before with fewer")
    func depth() async throws {
        let store = try await Store(.memory, modules: Shop.modules)
        try await store.load(Books.descriptor, [#"{"id":"1","values":{"title":"a"}}"#])
        func nested(_ levels: Int) -> Filter {
            (0..<levels).reduce(leaf(.equal, "title", .string("a"))) { filter, _ in .and([filter]) }
        }
        for _ in 0..<2 {
            #expect(try await store.ids(Books.descriptor, nested(20)) == ["1"])
            await #expect(throws: QueryError.self) { try await store.ids(Books.descriptor, nested(1_000)) }
        }
    }

    private static let hardRows: [String] = (0..<80).map { number in
        let title =
            ["a\0\"é\u{10FFFF}", "", "\"],[\"", "\u{1}\\\n", String(repeating: "x", count: number)][
                number % 5]
        let age = ["-9223372036854775808", "9223372036854775807", "null", "0", "9007199254740993"][
            number / 5 % 5]
        let rating = ["-0.0", "0.1", "null", "5e-324", "-1.7976931348623157e308", "0"][number / 3 % 6]
        var json = JSONWriter()
        json.string(title)
        let text = String(decoding: json.bytes, as: UTF8.self)
        let values = #"{"title":\#(text),"age":\#(age),"rating":\#(rating)}"#
        return #"{"id":"\#(number)","updatedAt":\#(number % 7 * 1_000),"values":\#(values)}"#
    }

    @Test(
        "Pages of one item are the whole list, also after texts with NUL and quotes, extreme numbers and null"
    )
    func cursors() async throws {
        let store = try await Store(.memory, modules: Shop.modules)
        try await store.load(Books.descriptor, Self.hardRows)
        let decoder = Store.idDecoder(Books.descriptor)
        for order in [SortOrder.ascending, .descending] {
            for nulls in [nil, SortKey.Nulls.first, .last] {
                var request = SearchRequest(module: Books.descriptor)
                request.sort = [
                    SortKey(.value("rating"), order, nulls: nulls), SortKey(.value("title"), order),
                    SortKey(.value("age"), .descending, nulls: nulls), SortKey(.metadata("updatedAt")),
                ]
                request.page = .all
                let all = try await store.ids(request)
                #expect(Set(all).count == Self.hardRows.count)
                var (paged, cursor): ([String], Cursor?) = ([], nil)
                repeat {
                    request.page = .cursor(cursor, limit: 1)
                    let page = try await store.search([request], decoding: decoder)[0]
                    #expect(page.pageInfo.offset == paged.count)
                    paged += page.items
                    cursor = page.nextCursor
                    guard let token = cursor?.token else { continue }
                    // Other programs read the usual form of Base64.
                    #expect(Data(base64Encoded: token)?.base64EncodedString() == token)
                } while cursor != nil && paged.count <= all.count
                #expect(paged == all)
            }
        }
    }

    @Test("A cursor that was changed is an error")
    func changedCursors() async throws {
        let store = try await Store(.memory, modules: Shop.modules)
        try await store.load(
            Books.descriptor,
            (0..<3).map { #"{"id":"\#($0)","values":{"title":"a","age":\#($0 + 50)}}"# })
        let decoder = Store.idDecoder(Books.descriptor)
        var request = SearchRequest(module: Books.descriptor)
        request.sort = [
            SortKey(.value("title")), SortKey(.value("age"), .descending), SortKey(.value("rating")),
        ]
        request.page = .cursor(nil, limit: 2)
        let cursor = try #require(try await store.search([request], decoding: decoder)[0].nextCursor)
        let text = String(decoding: Data(base64Encoded: cursor.token) ?? Data(), as: UTF8.self)
        for round in 1...2 {
            for wrong in [
                text.dropLast() + "", text + " 1", text.replacing(",2,", with: ",-2,"),
                text.replacing(",[]", with: ""), text.replacing(",[]", with: ",[],[]"),
                text.replacing("\"integer\"", with: "\"whole\""), "", "{}", "[]",
            ] {
                #expect(wrong != text)
                request.page = .cursor(Cursor(token: Data(wrong.utf8).base64EncodedString()), limit: 2)
                await #expect(throws: QueryError.self, "\(wrong)") { try await store.ids(request) }
            }
            request.page = .cursor(cursor, limit: 2)
            #expect(try await store.ids(request) == ["0"], "round \(round)")
        }
        request.sort.removeLast()
        await #expect(throws: QueryError.self) { try await store.ids(request) }
    }

    // MARK: - Both engines

    private static func engines(_ random: inout SeededGenerator, _ books: [String]? = nil) async throws -> (
        Store, InMemoryEngine
    ) {
        let store = try await Store(.memory, modules: Shop.modules)
        let memory = InMemoryEngine()
        for (module, lines) in [
            (Books.descriptor, books ?? ShapedSearch.books(&random, count: 300)),
            (Authors.descriptor, ShapedSearch.authors),
        ] {
            #expect(try await store.load(module, lines).inserted == lines.count)
            await memory.add(try lines.map { try JSONValue(parsing: Data($0.utf8)) }, to: module)
        }
        return (store, memory)
    }
}

/// A page that was read as JSON. Such a request is always planned alone.
private struct PlainPage {
    var items: [String]
    /// `nil` if all items were requested.
    var pagination: [String: Int64]?

    func equals(_ response: SearchResponse<String>) -> Bool {
        guard items == response.items else { return false }
        guard let pagination else { return true }
        let info = response.pageInfo
        var expected = [
            "page": Int64(info.page), "limit": Int64(info.limit), "offset": Int64(info.offset),
        ]
        if let total = info.totalItems {
            expected["totalItems"] = Int64(total)
            expected["totalPages"] = Int64(info.totalPages ?? 1)
        }
        return pagination == expected
    }
}

extension SearchRequest {
    fileprivate func plainPage(in store: Store) async throws -> PlainPage {
        var request = self
        // Only the ids are compared.
        request.fields = []
        let page = try JSONValue(parsing: try await store.searchData(request))
        guard case .object(let members)? = page["pagination"] else { return PlainPage(items: page.ids) }
        var pagination: [String: Int64] = [:]
        for case (let name, .integer(let value)) in members.map({ ($0.name, $0.value) }) {
            pagination[name] = value
        }
        return PlainPage(items: page["items"]?.ids ?? [], pagination: pagination)
    }

    /// The ids of all items, whichever page was requested.
    fileprivate func allIDs(in store: Store) async throws -> [String] {
        var request = self
        request.page = .all
        return try await request.plainPage(in: store).items
    }
}

extension JSONValue {
    fileprivate var ids: [String] {
        guard case .array(let items) = self else { return [] }
        return items.map(\.instanceID)
    }
}

extension [String] {
    /// The part of the whole list that a page should have.
    fileprivate func slice(of page: PageInfo, in request: SearchRequest) -> [String] {
        if case .all = request.page { return self }
        return Array(dropFirst(page.offset).prefix(page.limit))
    }
}
#endif
