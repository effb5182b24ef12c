import Foundation
import Quire

/// The client's CPU for searches: see `ClientBenchmarks`.
enum ClusterBenchmarks {
    struct Difference: Error, CustomStringConvertible {
        let description: String
    }

    static func run() async throws -> [Measurement] {
        var measurements: [Measurement] = []
        for cluster in ClusterFixture.allCases {
            measurements += try await searches(cluster)
        }
        return measurements
    }

    private static func searches(_ cluster: ClusterFixture) async throws -> [Measurement] {
        guard case .array(let instances)? = try JSONValue(parsing: PageFixture.page())["items"] else {
            throw Difference(description: "the page has no items")
        }
        let documents = try await documents(of: Array(instances.prefix(250)), cluster)
        var measurements: [Measurement] = []
        for count in [20, 250] {
            measurements.append(try await ClientBenchmarks.search(cluster, documents, count))
        }
        return measurements
    }

    /// The documents that an engine creates.
    private static func documents(
        of instances: [JSONValue], _ cluster: ClusterFixture
    ) async throws -> [JSONValue] {
        if cluster.isPocketBase {
            return instances.map {
                RecordFixture.record(of: $0, isManaged: cluster == .managedPocketBase)
            }
        }
        let transport = TakingTransport(cluster)
        let errors = try await cluster.store(instances, cluster.engine(transport))
        let documents = transport.documents
        guard errors.allSatisfy({ $0 == nil }), documents.count == instances.count else {
            throw Difference(
                description: "\(cluster.rawValue): \(documents.count) of \(instances.count) items were sent")
        }
        return documents
    }
}
