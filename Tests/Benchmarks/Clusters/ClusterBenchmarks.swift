import Foundation
import Quire

/// The client's CPU for the records of items, and for whole searches: see `ClientBenchmarks`.
enum ClusterBenchmarks {
    struct Difference: Error, CustomStringConvertible {
        let description: String
    }

    static func run() async throws -> [Measurement] {
        var measurements: [Measurement] = []
        for cluster in ClusterFixture.allCases {
            measurements += try await items(cluster)
        }
        return measurements
    }

    // MARK: - Items

    private static func items(_ cluster: ClusterFixture) async throws -> [Measurement] {
        let page = PageFixture.page()
        guard case .array(let instances)? = try JSONValue(parsing: page)["items"] else {
            throw Difference(description: "the page has no items")
        }
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
        for count in [20, 250] {
            measurements.append(try await ClientBenchmarks.search(cluster, documents, count))
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
        guard try await cluster.store(some, writer).allSatisfy({ $0 == nil }) else {
            throw Difference(description: "\(cluster.rawValue): an item was refused")
        }
        let documents = taking.documents
        guard documents.count == size else {
            throw Difference(
                description: "\(cluster.rawValue): \(documents.count) of \(size) items were sent")
        }
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
