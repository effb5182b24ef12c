import Foundation
import QuireCore
import QuireEngine

/// Every engine with aggregates computes the evaluator's results.
enum AggregateChecks {
    static let all = [
        check("functions and groups", of: AggregateCases.fields) { _ in HardDocuments.table },
        check("functions and groups of members", of: AggregateCases.members, over: NestedDocuments.table),
    ]

    /// The check of an engine that computes aggregates, and, for those of members, that queries members.
    private static func check(
        _ name: String, of cases: AggregateCases,
        over table: @escaping @Sendable (ConformanceOptions) -> DocumentTable
    ) -> ConformanceCheck {
        ConformanceCheck(.aggregates, name, over: { [table($0)] }) { examination in
            guard let engine = examination.engine as? WatchedEngine, engine.computesAggregates,
                !cases.areOfMembers || engine.capabilities.queriesMembers
            else { return }
            try await compare(cases, over: table(examination.options), by: engine, examination)
            examination.expectComparisons(of: name)
        }
    }

    private static func compare(
        _ cases: AggregateCases, over table: DocumentTable, by engine: WatchedEngine,
        _ examination: Examination
    ) async throws {
        for request in cases.all(seed: examination.options.seed) where !examination.isFull {
            guard try await supports(request, by: engine, examination) else { continue }
            let expected = try await outcome { try evaluated(request, table) }
            let result = try await outcome { try await engine.aggregate(request) }
            examination.expect(result, equals: expected, for: "\(request)")
        }
    }

    private static func evaluated(
        _ request: AggregateRequest, _ table: DocumentTable
    ) throws -> AggregateResponse {
        let search = try InstanceSearch(request.items)
        var evaluation = try AggregateEvaluation(request)
        for instance in table.instances where search.finds(instance) { evaluation.add(instance) }
        return try evaluation.response()
    }

    /// The response, or the error of a sum that exceeds its type. If several sums do, any of them is reported.
    private enum Outcome: Equatable {
        case response(AggregateResponse)
        case failure
    }

    private static func outcome(_ run: () async throws -> AggregateResponse) async throws -> Outcome {
        do { return .response(try await run()) } catch is AggregateError { return .failure }
    }

    /// Whether the engine supports a request. If `validate` throws, running the request must throw the same error.
    private static func supports(
        _ request: AggregateRequest, by engine: WatchedEngine, _ examination: Examination
    ) async throws -> Bool {
        guard let refusal = try await examination.error({ try engine.validate(request) }) else { return true }
        examination.noteRefusal(refusal, of: "\(request)")
        let thrown = try await examination.error { _ = try await engine.aggregate(request) }
        if !(refusal is UnsupportedError) || refusal as? UnsupportedError != thrown as? UnsupportedError {
            examination.note(
                "\(request)", expected: "\(refusal), as from validate",
                found: thrown.map { "threw \($0)" } ?? "a response")
        }
        return false
    }
}

/// Random aggregates of the documents of a module.
struct AggregateCases {
    private typealias Property = AggregateFunction.Property

    private let search: SearchRequest
    private let properties: [Property]
    /// The properties with a sum.
    private let numbers: [Property]
    /// The properties that are grouped by ranges of numbers.
    private let ranged: [Property]
    private let dates: [Property]
    private let leaves: [Filter.Leaf]

    /// Whether the properties are members of objects.
    var areOfMembers: Bool { search.module.name == NestedModule.descriptor.name }

    /// The fields and the metadata of the hard documents.
    static let fields = AggregateCases(
        SamplesModule.descriptor, SamplesModule.descriptor.fields.fields,
        metadata: ["updatedAt", "name", "revision", "deletedAt"],
        numbers: ["age", "price in €", "rank", "ratio"].map(Property.value) + [.metadata("revision")],
        ranged: ["age", "price in €", "prices"].map(Property.value) + [.metadata("revision")],
        leaves: LeafCases.weightedOfValues)

    /// The members of objects.
    static let members = AggregateCases(
        NestedModule.descriptor, NestedModule.tested, metadata: [],
        numbers: ["inner.age", "inner.price in €", "inner.deep.rank"].map(Property.value),
        ranged: ["inner.age", "parts.price", "inner.deep.numbers"].map(Property.value),
        leaves: NestedModule.tested.flatMap(LeafCases.leaves))

    private init(
        _ module: ModuleDescriptor, _ fields: [FieldDescriptor], metadata: [String], numbers: [Property],
        ranged: [Property], leaves: [Filter.Leaf]
    ) {
        search = SearchRequest(module: module)
        let compared = fields.filter { ![.nothing, .place].contains($0.kind.comparison) }
        properties = compared.map { Property.value($0.name) } + metadata.map(Property.metadata)
        self.numbers = numbers
        self.ranged = ranged
        dates =
            compared.filter { $0.kind.comparison == .date }.map { Property.value($0.name) }
            + metadata.filter { $0 == "updatedAt" }.map(Property.metadata)
        self.leaves = leaves
    }

    /// Every function and every grouping alone, then random combinations.
    func all(seed: UInt64) -> [AggregateRequest] { functions + groupings + mixed(seed: seed) }

    private static let zones = ["GMT", "Europe/Berlin", "America/St_Johns", "Asia/Kolkata", "Pacific/Apia"]

    private var functions: [AggregateRequest] {
        properties.map {
            AggregateRequest(
                [.count, .countValues($0), .countDistinct($0), .minimum($0), .maximum($0)], of: search)
        }
            + numbers.flatMap {
                [AggregateRequest([.sum($0)], of: search), AggregateRequest([.average($0)], of: search)]
            }
    }

    private var groupings: [AggregateRequest] {
        properties.map { AggregateRequest([.count], of: search, groupedBy: .values($0)) }
            + dates.flatMap { date in
                DatePeriod.allCases.map { period in
                    AggregateRequest(
                        [.count, .maximum(date)], of: search,
                        groupedBy: .periods(date, period, TimeZone(identifier: Self.zones[1]) ?? .gmt))
                }
            }
    }

    private func mixed(seed: UInt64) -> [AggregateRequest] {
        var random = Draws(seed: seed &+ 17)
        return (0..<300).map { index in
            var request = AggregateRequest([], of: search)
            if index % 3 > 0 { request.search.filter = .leaf(random.one(of: leaves)) }
            request.functions = (0..<Int.random(in: 1...4, using: &random)).map { _ in function(&random) }
            if index % 4 > 0 { request.grouping = grouping(&random) }
            if index % 5 == 0 {
                request.having = [
                    AggregateCondition(
                        random.one(of: [.count, .countDistinct(properties[0])]),
                        random.one(of: [.equal, .atLeast, .atMost, .lessThan, .moreThan]),
                        value: .integer(Int64.random(in: 1...5, using: &random)))
                ]
            }
            let direction: QuireCore.SortOrder = random.chance(2) ? .ascending : .descending
            request.order = random.chance(2) ? .function(function(&random), direction) : .key(direction)
            if random.chance(2) { request.limit = Int.random(in: 1...9, using: &random) }
            return request
        }
    }

    private func function(_ random: inout Draws) -> AggregateFunction {
        let property = random.one(of: properties)
        let number = random.one(of: numbers)
        return random.one(
            of: [
                .count, .countValues(property), .countDistinct(property), .minimum(property),
                .maximum(property),
                .sum(number), .average(number),
            ])
    }

    private func grouping(_ random: inout Draws) -> AggregateGrouping {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            let zone = TimeZone(identifier: random.one(of: Self.zones)) ?? .gmt
            return .periods(random.one(of: dates), random.one(of: DatePeriod.allCases), zone)
        case 1:
            return .ranges(
                random.one(of: ranged),
                bounds: [.integer(0), .number(0.5), .integer(2)])
        default: return .values(random.one(of: properties))
        }
    }
}
