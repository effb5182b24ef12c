import Foundation
import Quire

/// The client-side cost of search clusters: CPU of a search, of reading its response, and of creating the records of
/// items.
enum ClusterBenchmarks {
    struct Difference: Error {}

    static func run() async throws -> [Measurement] {
        var measurements: [Measurement] = []
        for cluster in ClusterFixture.allCases {
            measurements += try await search(cluster)
            measurements += try await items(cluster)
        }
        return measurements
    }

    // MARK: - A search

    /// A search with seven leaves compared with one without a filter, each with an empty response.
    private static func search(_ cluster: ClusterFixture) async throws -> [Measurement] {
        let response = Data(cluster.emptyResponse.utf8)
        let index = try await ClusterFixture.index()
        let engine = cluster.engine(
            ClosureTransport { request in
                // OpenSearch asks once whether the index has the fields of the filter.
                request.body == nil && cluster == .openSearch
                    ? HTTPResponse(
                        status: 200, body: Data(ClusterFixture.fields(of: index, askedBy: request.url).utf8))
                    : HTTPResponse(status: 200, body: response)
            })
        let rounds = 2_000
        func cost(_ filter: @Sendable (Int) -> Filter?) async throws -> Double {
            let decoder = ItemDecoder<Content<BenchmarkBooks>>.content()
            let seconds = try await CPUClock.best(of: 5) {
                for round in 0..<rounds {
                    var request = SearchRequest(module: BenchmarkBooks.descriptor)
                    request.page = .page(1, size: 20)
                    request.filter = filter(round)
                    keep(try await engine.search([request], decoding: decoder))
                }
            }
            return seconds / Double(rounds) * 1e6
        }
        let plain = try await cost { _ in nil }
        let filtered = try await cost { Self.filter($0) }
        let halo =
            CPUClock.best(of: 5) {
                for round in 0..<rounds {
                    var writer = JSONWriter(capacity: 1024)
                    Self.filter(round).write(to: &writer)
                    keep(writer.bytes.count)
                }
            } / Double(rounds) * 1e6
        return [
            Measurement(
                "clusters", "\(cluster.rawValue): a search of 7 leaves", filtered / plain,
                "× without a filter",
                peer: String(format: "%.1f µs beside %.1f µs", filtered, plain)),
            Measurement(
                "clusters", "\(cluster.rawValue): what 7 leaves add to a search", (filtered - plain) / halo,
                "× HALO's form",
                peer: String(format: "%.1f µs; built and encoded for HALO %.1f µs", filtered - plain, halo),
                goal: .atMost(4)),
        ]
    }

    @inline(never)
    private static func filter(_ round: Int) -> Filter {
        func leaf(_ operation: FilterOperation, _ name: String, _ value: FilterValue) -> Filter {
            .leaf(.init(operation, name, value, type: .number))
        }
        return .and([
            .or([
                .and([
                    leaf(.greaterOrEqual, "age", .integer(Int64(round))), leaf(.less, "age", .integer(100)),
                ]), leaf(.equal, "rating", .null),
            ]), leaf(.notEqual, "title", .string("July Young")), leaf(.lessOrEqual, "price", .number(9.5)),
            .or([leaf(.equal, "available", .boolean(true)), leaf(.equal, "title", .string("x"))]),
        ])
    }

    // MARK: - Items

    private static func items(_ cluster: ClusterFixture) async throws -> [Measurement] {
        let page = PageFixture.page()
        guard case .array(let instances)? = try JSONValue(parsing: page)["items"] else { throw Difference() }
        var measurements: [Measurement] = []
        let documents: [JSONValue]
        if cluster.isPocketBase {
            documents = instances.map {
                RecordFixture.record(of: $0, isManaged: cluster == .managedPocketBase)
            }
        } else {
            let written = try await records(cluster, instances, page)
            documents = written.documents
            measurements.append(written.measurement)
        }
        for count in [20, cluster.largestPage] {
            measurements.append(try await decode(cluster, documents, count))
        }
        return measurements
    }

    /// The records that an engine creates, and what that costs.
    private static func records(
        _ cluster: ClusterFixture, _ instances: [JSONValue], _ page: Data
    ) async throws -> (documents: [JSONValue], measurement: Measurement) {
        let taking = TakingTransport(cluster)
        let writer = cluster.engine(taking)
        let size = cluster.largestPage
        let some = Array(instances.prefix(size))
        guard try await cluster.store(some, writer).allSatisfy({ $0 == nil }) else { throw Difference() }
        let documents = taking.documents
        guard documents.count == size else { throw Difference() }
        let store = try await CPUClock.best(of: 5) {
            keep(try await cluster.store(some, writer))
        }
        let models = try PlainPage.decoder.decode(PlainPage.self, from: page).items.prefix(size)
        let encode = try CPUClock.best(of: 3) { keep(try PlainPage.encoder.encode(Array(models))) }
        let perItem = store / Double(size) * 1e6
        return (
            documents,
            Measurement(
                "clusters", "\(cluster.rawValue): an item's record, beside JSONEncoder", store / encode, "×",
                peer: String(
                    format: "%.1f µs an item; JSONEncoder %.1f", perItem, encode / Double(size) * 1e6))
        )
    }

    /// A page of items from the engine's response, compared with `JSONDecoder` on the same items as plain models.
    private static func decode(
        _ cluster: ClusterFixture, _ documents: [JSONValue], _ count: Int
    ) async throws -> Measurement {
        let some = Array(documents.prefix(count))
        let engine = cluster.engine(
            ReplayTransport { request in
                if request.body == nil, !cluster.isPocketBase {
                    return Data(ClusterFixture.fields(of: "books-1", askedBy: request.url).utf8)
                }
                let documents = try some.map { try cluster.asked($0, by: request) }
                return Data(cluster.response(documents: documents, of: count).utf8)
            })
        let decoder = ItemDecoder<Content<BenchmarkBooks>>.content()
        var request = SearchRequest(module: BenchmarkBooks.descriptor)
        request.page = .page(1, size: count)
        let plain = PageFixture.page(items: count)
        let expected = try decoder.decodePage(plain).items
        let found = try await engine.search([request], decoding: decoder).first?.items ?? []
        guard found.count == count, zip(found, expected).allSatisfy(isSame) else { throw Difference() }
        let rounds = max(1, 400 / count)
        let search = request
        let times = try await TurnTimes(
            of: [
                { for _ in 0..<rounds { keep(try await engine.search([search], decoding: decoder)) } },
                { for _ in 0..<rounds { keep(try decoder.decodePage(plain)) } },
                {
                    for _ in 0..<rounds {
                        keep(try PlainPage.decoder.decode(PlainPage.self, from: plain))
                    }
                },
            ], turns: 9)
        let unit = 1e6 / Double(rounds * count)
        return Measurement(
            "clusters", "\(cluster.rawValue): a page of \(count) items, over JSONDecoder",
            times.ratio(of: 2, over: 0), "×",
            peer: String(
                format: "%.1f µs an item; JSONDecoder %.1f, HALO's own form %.1f", times.best(0) * unit,
                times.best(2) * unit, times.best(1) * unit), goal: .atLeast(8))
    }

    /// Whether an item has the expected values. An address of a file belongs to its server.
    private static func isSame(
        _ item: Content<BenchmarkBooks>, _ expected: Content<BenchmarkBooks>
    ) -> Bool {
        var (values, others) = (item.values, expected.values)
        guard values.cover?.rawValue.hasSuffix("front-large.jpg") == true else { return false }
        (values.cover, others.cover) = (nil, nil)
        var (own, other) = (JSONWriter(), JSONWriter())
        values.write(to: &own, .epochMilliseconds)
        others.write(to: &other, .epochMilliseconds)
        return item.id == expected.id && own.bytes == other.bytes
            && item.metadata.createdAt == expected.metadata.createdAt
    }
}

extension CPUClock {
    /// The smallest CPU time of several runs of the body, in seconds.
    fileprivate static func best(of runs: Int, _ body: () async throws -> Void) async rethrows -> Double {
        var best = Double.infinity
        for _ in 0..<runs {
            let start = now()
            try await body()
            best = min(best, now() - start)
        }
        return best
    }
}
