import Foundation
import QuireCore
import QuireEngine

/// Random aggregates of the hard documents.
enum AggregateCase {
    /// Every function and every grouping alone, then random combinations.
    static func all(seed: UInt64) -> [AggregateRequest] { functions + groupings + mixed(seed: seed) }

    private typealias Property = AggregateFunction.Property

    private static let fields = SamplesModule.descriptor.fields.fields.filter {
        ![.nothing, .place].contains($0.kind.comparison)
    }

    private static let properties =
        fields.map { Property.value($0.name) }
        + ["updatedAt", "name", "revision", "deletedAt"].map(Property.metadata)

    private static let numbers =
        ["age", "price in €", "rank", "ratio"].map(Property.value) + [.metadata("revision")]

    private static let dates =
        fields.filter { $0.kind.comparison == .date }.map { Property.value($0.name) } + [
            .metadata("updatedAt")
        ]

    private static let zones = ["GMT", "Europe/Berlin", "America/St_Johns", "Asia/Kolkata", "Pacific/Apia"]

    private static let search = SearchRequest(module: SamplesModule.descriptor)

    private static let functions: [AggregateRequest] =
        properties.map {
            AggregateRequest(
                [.count, .countValues($0), .countDistinct($0), .minimum($0), .maximum($0)], of: search)
        }
        + numbers.flatMap {
            [AggregateRequest([.sum($0)], of: search), AggregateRequest([.average($0)], of: search)]
        }

    private static let groupings: [AggregateRequest] =
        properties.map { AggregateRequest([.count], of: search, groupedBy: .values($0)) }
        + dates.flatMap { date in
            DatePeriod.allCases.map { period in
                AggregateRequest(
                    [.count, .maximum(date)], of: search,
                    groupedBy: .periods(date, period, TimeZone(identifier: zones[1]) ?? .gmt))
            }
        }

    private static func mixed(seed: UInt64) -> [AggregateRequest] {
        var random = Draws(seed: seed &+ 17)
        let leaves = LeafCases.weightedOfValues
        return (0..<300).map { index in
            var request = AggregateRequest([], of: search)
            if index % 3 > 0 { request.search.filter = .leaf(random.one(of: leaves)) }
            request.functions = (0..<Int.random(in: 1...4, using: &random)).map { _ in function(&random) }
            if index % 4 > 0 { request.grouping = grouping(&random) }
            if index % 5 == 0 {
                request.having = [
                    AggregateCondition(
                        random.one(of: [.count, .countDistinct(.value("title"))]),
                        random.one(of: [.equal, .atLeast, .atMost, .lessThan, .moreThan]),
                        .integer(Int64.random(in: 1...5, using: &random)))
                ]
            }
            let direction: QuireCore.SortOrder = random.chance(2) ? .ascending : .descending
            request.order = random.chance(2) ? .function(function(&random), direction) : .key(direction)
            if random.chance(2) { request.limit = Int.random(in: 1...9, using: &random) }
            return request
        }
    }

    private static func function(_ random: inout Draws) -> AggregateFunction {
        let property = random.one(of: properties)
        let number = random.one(of: numbers)
        return random.one(
            of: [
                .count, .countValues(property), .countDistinct(property), .minimum(property),
                .maximum(property),
                .sum(number), .average(number),
            ])
    }

    private static func grouping(_ random: inout Draws) -> AggregateGrouping {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            let zone = TimeZone(identifier: random.one(of: zones)) ?? .gmt
            return .periods(random.one(of: dates), random.one(of: DatePeriod.allCases), zone)
        case 1:
            return .ranges(
                random.one(of: [.value("age"), .value("price in €"), .value("prices"), .metadata("revision")]
                ),
                bounds: [.integer(0), .number(0.5), .integer(2)])
        default: return .values(random.one(of: properties))
        }
    }
}
