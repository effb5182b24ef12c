#if SQLite
import Foundation
import Quire
import QuireTesting
import Testing

import QuireStore

/// Aggregates worked out by hand, on the store and in memory.
@Suite("Aggregates")
struct AggregateTests {
    /// Both engines with the same items.
    private func clients(_ sales: [Sale]) async throws -> [ContentClient] {
        let memory = InMemoryEngine()
        await memory.add(Sales.self, sales)
        return [ContentClient(engine: try await Store.holding(sales)), ContentClient(engine: memory)]
    }

    @Test("Without items, counts and sums are 0, the others nil, and there are no groups")
    func empty() async throws {
        for content in try await clients([]) {
            let query = Sales.query()
            let (all, valued, distinct) = try await content.aggregate(
                query, .count, .count(\.pages), .countDistinct(\.language))
            #expect((all, valued, distinct) == (0, 0, 0))
            let (pages, price) = try await content.aggregate(query, .sum(\.pages), .sum(\.price))
            #expect(pages == 0)
            #expect(price == 0)
            let (average, least, most) = try await content.aggregate(
                query, .average(\.pages), .min(\.price), .max(\.language))
            #expect(average == nil && least == nil && most == nil)
            #expect(try await content.aggregate(query.group(by: \.language), .count).isEmpty)
            #expect(try await content.values(of: \.language, in: query).isEmpty)
        }
    }

    @Test("A condition that nothing can meet gives the results of no items")
    func never() async throws {
        let sales = [Sale("a") { $0.pages = 1 }]
        for content in try await clients(sales) {
            var query = Sales.query()
            query.request.filter = .or([])
            let (count, sum) = try await content.aggregate(query, .count, .sum(\.pages))
            #expect((count, sum) == (0, 0))
            #expect(try await content.aggregate(query.group(by: \.pages), .count).isEmpty)
        }
    }

    @Test("Items without a value are skipped: of 4, none and 8, the sum is 12 and the average 6")
    func missing() async throws {
        let sales = [Sale("a") { $0.pages = 4 }, Sale("b"), Sale("c") { $0.pages = 8 }]
        for content in try await clients(sales) {
            let (count, valued, sum, average) = try await content.aggregate(
                Sales.query(), .count, .count(\.pages), .sum(\.pages), .average(\.pages))
            #expect(count == 3 && valued == 2 && sum == 12 && average == 6)
        }
    }

    @Test("The page, limit and order of a query have no effect")
    func pages() async throws {
        let sales = (0..<30).map { (number: Int) in Sale("s\(number)") { $0.pages = number } }
        for content in try await clients(sales) {
            let query = Sales.query().where(\.pages >= 10)
            for paged in [
                query.page(2, size: 3), query.limit(1), query.page(.all), query.page(.offset(5, limit: 2)),
            ] {
                let (count, sum) = try await content.aggregate(paged, .count, .sum(\.pages))
                #expect((count, sum) == (20, 390))
            }
        }
    }

    @Test("Texts are distinguished by their bytes, and their order is that of sort keys")
    func texts() async throws {
        let texts: [String?] = ["a", "A", "a", nil, "é", "e\u{301}", ""]
        let sales = texts.enumerated().map { number, text in Sale("s\(number)") { $0.language = text } }
        for content in try await clients(sales) {
            let (distinct, least, most) = try await content.aggregate(
                Sales.query(), .countDistinct(\.language), .min(\.language), .max(\.language))
            #expect(distinct == 5)
            #expect(least == "")
            #expect(most.map { Array($0.utf8) } == Array("é".utf8))
            let values = try await content.values(of: \.language, in: Sales.query())
            #expect(values.map { Array($0.utf8) } == ["", "A", "a", "e\u{301}", "é"].map { Array($0.utf8) })
        }
    }

    @Test("A sum of integers is exact for every order of the items, and throws if it exceeds 64 bits")
    func overflow() async throws {
        let numbers = [Int.max, 1, -1]
        let sales = numbers.enumerated().map { number, pages in Sale("s\(number)") { $0.pages = pages } }
        for content in try await clients(sales) {
            #expect(try await content.aggregate(Sales.query(), .sum(\.pages)) == .max)
            let positive = Sales.query().where(\.pages > 0)
            let error = await #expect(throws: AggregateError.self) {
                try await content.aggregate(positive, .count, .sum(\.pages))
            }
            #expect(error?.reason == .overflow)
            #expect(error?.function == .sum(.value("pages")))
            #expect(
                error?.description
                    == "Could not compute sum of \"pages\" in sales: the sum exceeds 64 bits. Narrow the query, or use the average."
            )
            let average = try await content.aggregate(positive, .average(\.pages))
            #expect(average == 0x1p62)
        }
    }

    @Test("A group whose sum overflows throws, also if the limit would cut it off")
    func overflowBehindTheLimit() async throws {
        let sales = [
            Sale("a") {
                $0.language = "a"; $0.pages = 1
            },
            Sale("b") {
                $0.language = "b"; $0.pages = .max
            },
            Sale("c") {
                $0.language = "b"; $0.pages = .max
            },
        ]
        for content in try await clients(sales) {
            await #expect(throws: AggregateError.self) {
                try await content.aggregate(
                    Sales.query().group(by: \.language).limit(1), .sum(\.pages))
            }
        }
    }

    @Test("The average of two largest integers is their value, rounded once")
    func largeAverage() async throws {
        let sales = ["a", "b"].map { Sale($0) { $0.pages = .max } }
        for content in try await clients(sales) {
            let average = try await content.aggregate(Sales.query(), .average(\.pages))
            #expect(average == 9.223372036854775807e18)
        }
    }

    @Test("Numbers are added exactly: ten times 0.1 is 1, and large numbers cancel")
    func exactNumbers() async throws {
        let tenths = (0..<10).map { Sale("s\($0)") { $0.price = 0.1 } }
        let mixed = [1e100, 1, -1e100, 1e-300].enumerated().map { number, price in
            Sale("t\(number)") {
                $0.price = price; $0.language = "mixed"
            }
        }
        for content in try await clients(tenths + mixed) {
            #expect(try await content.aggregate(Sales.query().where(\.language == nil), .sum(\.price)) == 1)
            let average = try await content.aggregate(
                Sales.query().where(\.language == nil), .average(\.price))
            #expect(average == 0.1)
            #expect(
                try await content.aggregate(Sales.query().where(\.language == "mixed"), .sum(\.price)) == 1)
        }
    }

    @Test("A sum beyond the range of Double throws, and 0 and -0 are one value")
    func range() async throws {
        let sales = [1.7e308, 1.7e308, 0.0, -0.0].enumerated().map { number, price in
            Sale("s\(number)") { $0.price = price }
        }
        for content in try await clients(sales) {
            let error = await #expect(throws: AggregateError.self) {
                try await content.aggregate(Sales.query(), .average(\.price))
            }
            #expect(error?.reason == .notFinite)
            let groups = try await content.aggregate(Sales.query().group(by: \.price), .count)
            #expect(groups.map(\.0) == [0, 1.7e308])
            #expect(groups.map(\.1) == [2, 2])
        }
    }

    @Test("Lists: minimum, maximum and different values are those of the elements")
    func lists() async throws {
        let sales = [
            Sale("a") { $0.scores = [1, 1, 2] }, Sale("b") { $0.scores = [] },
            Sale("c") { $0.scores = [2, 9] },
        ]
        for content in try await clients(sales) {
            let (count, valued, least, most, distinct) = try await content.aggregate(
                Sales.query(), .count, .count(\.scores), .min(\.scores), .max(\.scores),
                .countDistinct(\.scores))
            #expect(count == 3 && valued == 2 && least == 1 && most == 9 && distinct == 3)
            // A function of the elements alone has one result, also without items.
            for (query, greatest, number) in [
                (Sales.query(), 9, 3), (Sales.query().where(\.pages > 1), nil, 0),
            ] as [(Query<Sales>, Int?, Int)] {
                #expect(try await content.aggregate(query, .max(\.scores)) == greatest)
                #expect(try await content.aggregate(query, .countDistinct(\.scores)) == number)
                let request = query.aggregates(.countDistinct(\.scores))
                #expect(try await content.response(request).rows.count == 1)
            }
        }
    }

    @Test(
        "An item with a list is once in the group of each of its elements, and an empty list has the key nil")
    func groupsOfLists() async throws {
        let sales = [
            Sale("a") {
                $0.tags = ["x", "y"]; $0.pages = 1; $0.scores = [5]
            },
            Sale("b") {
                $0.tags = ["x", "x"]; $0.pages = 10; $0.scores = [7, 7]
            }, Sale("c") { $0.pages = 100 },
        ]
        for content in try await clients(sales) {
            let groups = try await content.aggregate(
                Sales.query().group(by: \.tags), .count, .sum(\.pages), .max(\.scores))
            #expect(groups.map(\.0) == [nil, "x", "y"])
            #expect(groups.map(\.1) == [1, 2, 1])
            #expect(groups.map(\.2) == [100, 11, 1])
            #expect(groups.map(\.3) == [nil, 7, 5])
        }
    }

    @Test("Groups are filtered by their results, sorted by them with ties in the order of keys, and limited")
    func order() async throws {
        let languages = ["a", "b", "b", "c", "c", "d", "d", "d", nil]
        let sales = languages.enumerated().map { number, language in
            Sale("s\(number)") {
                $0.language = language; $0.pages = number
            }
        }
        for content in try await clients(sales) {
            let grouped = Sales.query().group(by: \.language)
            let all = try await content.aggregate(grouped.sort(by: .count, .descending), .count)
            #expect(all.map(\.0) == ["d", "b", "c", nil, "a"])
            let kept = grouped.having(.count, .atLeast(2)).having(.max(\.pages), .lessThan(7))
            let some = try await content.aggregate(
                kept.sortByKey(.descending).limit(1), .count, .sum(\.pages))
            #expect(some.map(\.0) == ["c"])
            #expect(some.map(\.1) == [2])
            #expect(some.map(\.2) == [7])
            let counts = try await content.count(Sales.query().where(\.pages > 0), by: \.language)
            #expect(counts.map(\.0) == ["d", "b", "c", nil])
        }
    }

    @Test("A group without a result meets no condition and sorts as the smallest")
    func noResult() async throws {
        let sales = [
            Sale("a") { $0.language = "a" },
            Sale("b") {
                $0.language = "b"; $0.price = -4
            },
        ]
        for content in try await clients(sales) {
            let grouped = Sales.query().group(by: \.language)
            let below = try await content.aggregate(grouped.having(.average(\.price), .lessThan(0)), .count)
            #expect(below.map(\.0) == ["b"])
            let sorted = try await content.aggregate(grouped.sort(by: .min(\.price)), .min(\.price))
            #expect(sorted.map(\.1) == [nil, -4])
        }
    }

    @Test("Groups by range: a bound belongs to the range above it")
    func ranges() async throws {
        let prices: [Double?] = [-1, 10, 10.5, 20, 30, nil]
        let sales = prices.enumerated().map { number, price in Sale("s\(number)") { $0.price = price } }
        for content in try await clients(sales) {
            let groups = try await content.aggregate(
                Sales.query().group(by: \.price, bounds: [10, 20]), .count, .min(\.price))
            #expect(
                groups.map(\.0) == [
                    nil, GroupRange(lowerBound: nil, upperBound: 10),
                    GroupRange(lowerBound: 10, upperBound: 20),
                    GroupRange(lowerBound: 20, upperBound: nil),
                ])
            #expect(groups.map(\.1) == [1, 1, 2, 2])
            #expect(groups.map(\.2) == [nil, -1, 10, 20])
        }
    }

    @Test("An item with two elements of its list in one range is in its group once")
    func rangesOfLists() async throws {
        let sales = [
            Sale("a") {
                $0.scores = [1, 2, 7]; $0.pages = 1
            },
            Sale("b") {
                $0.scores = [2]; $0.pages = 10
            },
        ]
        for content in try await clients(sales) {
            let groups = try await content.aggregate(
                Sales.query().group(by: \.scores, bounds: [5]), .count, .sum(\.pages), .max(\.scores))
            #expect(groups.map(\.1) == [2, 1])
            #expect(groups.map(\.2) == [11, 1])
            #expect(groups.map(\.3) == [7, 7])
        }
    }

    @Test("Groups by month are those of the time zone's clocks, also where they change")
    func months() async throws {
        // 2024-02-29T22:59Z is February in Berlin, 23:00Z is March. 2024-03-31T22:00Z is April, in summer time.
        let dates = [1_709_247_540, 1_709_247_600, 1_711_922_399, 1_711_922_400].map {
            Date(timeIntervalSince1970: $0)
        }
        let sales = dates.enumerated().map { number, date in Sale("s\(number)") { $0.soldAt = date } }
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        for content in try await clients(sales + [Sale("none")]) {
            let groups = try await content.aggregate(
                Sales.query().group(by: \.soldAt, .month, in: berlin), .count)
            let starts = [nil, 1_706_742_000, 1_709_247_600, 1_711_922_400].map { start in
                start.map { Date(timeIntervalSince1970: $0) }
            }
            #expect(groups.map(\.0) == starts)
            #expect(groups.map(\.1) == [1, 1, 2, 1])
        }
    }

    @Test("Metadata can be aggregated and grouped, and full text, ids and refinements restrict the items")
    func otherParts() async throws {
        var sales = (0..<10).map { number in
            Sale("s\(number)") {
                $0.remarks = number % 2 == 0 ? "a white whale" : "a small fish"
                $0.pages = number
            }
        }
        for index in sales.indices {
            sales[index].metadata.updatedAt = Date(timeIntervalSince1970: Double(index) * 86_400)
        }
        for content in try await clients(sales) {
            let (count, sum, newest) = try await content.aggregate(
                Sales.query().search("whal"), .count, .sum(\.pages), .max(\.updatedAt))
            #expect((count, sum) == (5, 20))
            #expect(newest == Date(timeIntervalSince1970: 8 * 86_400))
            let days = try await content.aggregate(
                Sales.query().search("fish").group(by: \.updatedAt, .week, in: .gmt), .count)
            #expect(days.map(\.0) == [-3, 4].map { Date(timeIntervalSince1970: $0 * 86_400) })
            #expect(days.map(\.1) == [2, 3])
            var some = Sales.query()
            some.request.ids = ["s1", "s2", "x"]
            #expect(try await content.aggregate(some, .sum(\.pages)) == 3)
            #expect(try await content.aggregate(Sales.query().search("zebra"), .count) == 0)
        }
    }

    @Test("An invalid request throws the same error on both engines")
    func invalid() async throws {
        for content in try await clients([]) {
            guard let engine = content.engine as? any AggregatingEngine else { return }
            let request = SearchRequest(module: Sales.descriptor)
            func reason(_ change: (inout AggregateRequest) -> Void) async -> QueryError.Reason? {
                var changed = AggregateRequest([.count], of: request, groupedBy: .values(.value("language")))
                change(&changed)
                #expect(throws: QueryError.self) { try engine.validate(changed) }
                let error = await #expect(throws: QueryError.self) { try await engine.aggregate(changed) }
                return error?.reason
            }
            #expect(await reason { $0.functions = [.sum(.value("language"))] } == .incompatibleOperation)
            #expect(await reason { $0.functions = [.average(.value("scores"))] } == .incompatibleOperation)
            #expect(await reason { $0.functions = [.maximum(.value("titel"))] } == .unknownProperty)
            #expect(await reason { $0.limit = 0 } == .invalidPage)
            #expect(
                await reason { $0.grouping = .periods(.value("pages"), .day, .gmt) } == .incompatibleOperation
            )
            #expect(
                await reason { $0.grouping = .periods(.metadata("createdAt"), .day, nil) }
                    == .incompatibleOperation)
            #expect(
                await reason { $0.grouping = .ranges(.value("pages"), bounds: [.integer(2), .integer(2)]) }
                    == .incompatibleOperation)
            #expect(
                await reason { $0.having = [.init(.count, .atLeast, value: .string("x"))] }
                    == .incompatibleOperation
            )
        }
    }

    @Test("An engine without aggregates refuses them, unless the query lets the client read the items")
    func refusal() async throws {
        let memory = InMemoryEngine()
        await memory.add(
            Sales.self, (0..<5).map { (number: Int) in Sale("s\(number)") { $0.pages = number } })
        let content = ContentClient(engine: SearchOnly(base: memory))
        let error = await #expect(throws: UnsupportedError.self) {
            try await content.aggregate(Sales.query(), .count)
        }
        #expect(error?.node == "aggregates")
        #expect(await memory.requests.isEmpty)
        let query = Sales.query().where(\.pages > 0)
        #expect(try await content.aggregate(query.fallback(.clientSide(maxScanned: 4)), .sum(\.pages)) == 10)
        await #expect(throws: ScanLimitError.self) {
            try await content.aggregate(query.fallback(.clientSide(maxScanned: 3)), .sum(\.pages))
        }
    }

    @Test("The store groups in one statement, whose plan is shown")
    func explanation() async throws {
        let store = try await Store.holding([])
        let grouped = Sales.query().where(\.pages > 3).group(by: \.language).having(.count, .atLeast(2))
        let text = try store.explain(grouped.request(.count, .average(\.price)))
        #expect(
            text.hasPrefix(
                """
                WITH grouped AS MATERIALIZED (SELECT m."v_language" AS k, count(*) AS a0, \
                quire_average(m."v_price", 1) AS a1 FROM "m_sales" AS m WHERE m."v_pages" > ? GROUP BY 1) \
                SELECT k, a0, a1 FROM grouped WHERE a0 >= ? ORDER BY k
                -- values: 3, 2
                -- plan: MATERIALIZE grouped
                """))
        #expect(text.contains("-- plan: SCAN m USING INDEX m_sales_i_v_language"))
    }
}
#endif
