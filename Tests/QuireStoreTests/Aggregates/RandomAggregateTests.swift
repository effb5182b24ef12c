#if SQLite
import Foundation
import Quire
import QuireTesting
import Seeds
import Testing

import QuireStore

@Suite("Random aggregates")
struct RandomAggregateTests {
    @Test(
        "300 random queries and aggregates give the results of a plain computation, in the store and in memory"
    )
    func random() async throws {
        var random = SeededGenerator(seed: Seed.current)
        let sales = (0..<300).map { Sale.random($0, &random) }
        let store = try await Store.holding(sales)
        let memory = InMemoryEngine()
        await memory.add(Sales.self, sales)
        var differences: [String] = []
        var rows = 0
        for number in 0..<300 {
            let (query, matches) = RandomSales.query(&random)
            let request = RandomSales.request(query, &random)
            let expected = PlainAggregates(request: request).rows(sales.filter(matches))
            rows += expected.count
            for engine in [store as any AggregatingEngine, memory] {
                let found = try await engine.aggregate(request).plainRows
                guard found != expected else { continue }
                differences.append(
                    "\(number) \(engine.capabilities.name): \(request), found \(found.prefix(3)), expected \(expected.prefix(3))"
                )
            }
        }
        #expect(differences.isEmpty, "seed \(Seed.current), \(differences.count): \(differences.prefix(2))")
        #expect(rows > 1_000)
    }

    @Test("Random aggregates of random values, computed by a client from the items, are those of the engine")
    func fallback() async throws {
        var random = SeededGenerator(seed: Seed.current)
        let sales = (0..<60).map { Sale.random($0, &random) }
        let memory = InMemoryEngine()
        await memory.add(Sales.self, sales)
        let client = ContentClient(engine: SearchOnly(base: memory))
        for _ in 0..<40 {
            let (query, _) = RandomSales.query(&random)
            let limited = query.fallback(.clientSide(maxScanned: 60))
            let direct = try await ContentClient(engine: memory).aggregate(
                query.group(by: \.language), .count, .sum(\.pages), .max(\.updatedAt))
            let computed = try await client.aggregate(
                limited.group(by: \.language), .count, .sum(\.pages), .max(\.updatedAt))
            #expect(direct.map(\.0) == computed.map(\.0))
            #expect(direct.map(\.1) == computed.map(\.1))
            #expect(direct.map(\.2) == computed.map(\.2))
            #expect(direct.map(\.3) == computed.map(\.3))
        }
    }
}

/// An engine that searches, and computes no aggregates.
struct SearchOnly: ContentEngine {
    let base: InMemoryEngine

    var capabilities: EngineCapabilities { base.capabilities }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] { try await base.search(requests, decoding: decoder) }

    func searchData(_ request: SearchRequest) async throws -> Data { try await base.searchData(request) }

    func validate(_ request: SearchRequest) throws { try base.validate(request) }

    func explain(_ request: SearchRequest) throws -> String { try base.explain(request) }
}

extension Sale {
    /// An item with random values, often the same ones, and sometimes none.
    static func random(_ number: Int, _ random: inout SeededGenerator) -> Sale {
        func maybe<Value>(_ values: [Value], _ random: inout SeededGenerator) -> Value? {
            Int.random(in: 0..<5, using: &random) == 0 ? nil : values.randomElement(using: &random)
        }
        var sale = Sale("s\(number)")
        sale.values.language = maybe(["eng", "ENG", "spa", "e\u{301}", "é", "", "ger"], &random)
        sale.values.pages = maybe([-3, 0, 1, 2, 250, 99_999, 1 << 40], &random)
        sale.values.price = maybe([-0.0, 0, 0.25, 9.5, -1.75, 1_048_576.5], &random)
        sale.values.isNew = maybe([true, false], &random)
        // Around changes of the clocks, midnights, and ends of years and months.
        let moments: [Double] = [
            0, 1_711_846_800, 1_711_843_199.999, 1_729_990_800, 1_704_063_600, 1_325_239_200, 1_325_318_400,
            1_541_300_400, -86_401, 951_782_400, 1_710_054_000, 1_540_695_600,
        ]
        let shift = Double(Int.random(in: -90...90, using: &random)) * 600
        sale.values.soldAt = maybe(moments, &random).map { Date(timeIntervalSince1970: $0 + shift) }
        sale.values.day = maybe(Array(19_700..<19_740), &random).map {
            Date(timeIntervalSince1970: Double($0) * 86_400)
        }
        sale.values.tags = (0..<Int.random(in: 0..<4, using: &random)).compactMap { _ in
            ["a", "b", "B", "c"].randomElement(using: &random)
        }
        sale.values.scores = (0..<Int.random(in: 0..<4, using: &random)).compactMap { _ in
            [1, 2, 3, -5].randomElement(using: &random)
        }
        sale.values.remarks = maybe(["short", "a long remark about whales", "Long"], &random)
        sale.metadata.updatedAt = maybe(
            [0, 5, 1_700_000_000].map { Date(timeIntervalSince1970: $0) }, &random)
        return sale
    }
}

enum RandomSales {
    /// A random query, and the same conditions as a closure.
    static func query(_ random: inout SeededGenerator) -> (Query<Sales>, (Sale) -> Bool) {
        var query = Sales.query()
        var tests: [(Sale) -> Bool] = []
        for _ in 0..<Int.random(in: 0..<3, using: &random) {
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                query = query.where(\.pages > 1)
                tests.append { $0.values.pages.map { $0 > 1 } ?? false }
            case 1:
                query = query.where(\.language != "eng")
                tests.append { $0.values.language != "eng" }
            case 2:
                query = query.where(\.price == nil)
                tests.append { $0.values.price == nil }
            case 3:
                query = query.where(\.isNew == true)
                tests.append { $0.values.isNew == true }
            case 4:
                query = query.where(\.tags, contains: "a")
                tests.append { $0.values.tags.contains("a") }
            case 5:
                query = query.where(\.scores > 2)
                tests.append { $0.values.scores.contains { $0 > 2 } }
            case 6:
                query = query.where(\.remarks, like: "LONG")
                tests.append { $0.values.remarks?.lowercased().contains("long") == true }
            default:
                query = query.filterMeta { $0.updatedAt > Date(timeIntervalSince1970: 2) }
                tests.append { $0.metadata.updatedAt.map { $0.timeIntervalSince1970 > 2 } ?? false }
            }
        }
        if Bool.random(using: &random) { query = query.page(2, size: 3) }
        return (query, { sale in tests.allSatisfy { $0(sale) } })
    }

    static func request(_ query: Query<Sales>, _ random: inout SeededGenerator) -> AggregateRequest {
        let functions = (0..<Int.random(in: 1..<5, using: &random)).map { _ in function(&random) }
        var request = AggregateRequest(functions, of: query.request)
        if Int.random(in: 0..<5, using: &random) > 0 { request.grouping = grouping(&random) }
        if Int.random(in: 0..<3, using: &random) == 0 {
            let comparisons: [AggregateCondition.Comparison] = [
                .equal, .atLeast, .atMost, .lessThan, .moreThan,
            ]
            let functions: [AggregateFunction] = [
                .count, .average(.value("price")), .countDistinct(.value("tags")),
            ]
            let function = functions.randomElement(using: &random)
            let values: [FilterValue] = [.integer(4), .number(0.5), .integer(12)]
            request.having = [
                AggregateCondition(
                    function ?? .count, comparisons.randomElement(using: &random) ?? .equal,
                    value: values.randomElement(using: &random) ?? .null)
            ]
        }
        if Bool.random(using: &random) {
            request.order = .function(
                self.function(&random), Bool.random(using: &random) ? .ascending : .descending)
        } else if Bool.random(using: &random) {
            request.order = .key(.descending)
        }
        if Bool.random(using: &random) { request.limit = Int.random(in: 1..<8, using: &random) }
        return request
    }

    private static func function(_ random: inout SeededGenerator) -> AggregateFunction {
        let any = ["language", "pages", "price", "isNew", "soldAt", "day", "tags", "scores", "remarks"]
        let property =
            Int.random(in: 0..<8, using: &random) == 0
            ? AggregateFunction.Property.metadata("updatedAt")
            : .value(any.randomElement(using: &random) ?? "pages")
        let number = AggregateFunction.Property.value(
            ["pages", "price"].randomElement(using: &random) ?? "pages")
        let functions: [AggregateFunction] = [
            .count, .countValues(property), .countDistinct(property), .sum(number), .average(number),
            .minimum(property), .maximum(property),
        ]
        return functions.randomElement(using: &random) ?? .count
    }

    private static func grouping(_ random: inout SeededGenerator) -> AggregateGrouping {
        let any = ["language", "pages", "price", "isNew", "soldAt", "day", "tags", "scores", "remarks"]
        let zones = [
            "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia", "America/St_Johns", "GMT",
            "America/Sao_Paulo", "America/Havana",
        ]
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            let dates: [AggregateFunction.Property] = [
                .value("soldAt"), .value("day"), .metadata("updatedAt"),
            ]
            let property = dates.randomElement(using: &random) ?? .value("day")
            let zone = zones.randomElement(using: &random).flatMap { TimeZone(identifier: $0) } ?? .gmt
            return .periods(property, DatePeriod.allCases.randomElement(using: &random) ?? .day, zone)
        case 1:
            let groupings: [AggregateGrouping] = [
                .ranges(.value("price"), bounds: [.number(0), .number(0.25), .number(10)]),
                .ranges(.value("pages"), bounds: [.integer(1)]),
                .ranges(.value("scores"), bounds: [.integer(-1), .integer(3)]),
                .ranges(.value("language"), bounds: [.string("b"), .string("f")]),
            ]
            return groupings.randomElement(using: &random) ?? .values(.value("pages"))
        default: return .values(.value(any.randomElement(using: &random) ?? "pages"))
        }
    }
}
#endif
