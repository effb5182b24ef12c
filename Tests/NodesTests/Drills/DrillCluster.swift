import Foundation
import Quire
import QuireCluster
import QuireTypesense
import SampleModules
import SearchServers
import Testing

/// The cluster of three real nodes that the drills share; each drill leaves it intact.
struct DrillCluster: Sendable {
    static let shared = Task.detached { try await DrillCluster() }

    let nodes: TypesenseCluster
    /// The books that every read of a drill finds.
    static let seed = 7

    private init() async throws {
        nodes = try await TypesenseCluster.start()
        let engine = engine()
        try await engine.prepare([Books.descriptor])
        let books = (0..<20).map { number in
            Book(
                id: ContentID("seed-\(number)"), name: "seed",
                values: Books.Values(title: "Seed \(number)", age: Self.seed))
        }
        let summary = try await engine.load(books)
        try #require(summary.failures.isEmpty)
        try await waitUntilAll { try await $0.ids(Books.query().where(\.age == Self.seed)).count == 20 }
    }

    /// An engine over all nodes, like an app's.
    func engine(_ settings: NodeSettings = NodeSettings()) -> TypesenseEngine {
        TypesenseEngine(
            nodes: nodes.urls, apiKey: nodes.apiKey, settings: TypesenseSettings(nodes: settings))
    }

    /// A client of only one node.
    func client(of node: Int) -> ContentClient {
        ContentClient(
            engine: TypesenseEngine(
                nodes: [nodes.urls[node]], apiKey: nodes.apiKey,
                settings: TypesenseSettings(nodes: NodeSettings(timeout: .seconds(5)))))
    }

    /// Waits until a condition holds on each node separately.
    func waitUntilAll(_ holds: @Sendable (ContentClient) async throws -> Bool) async throws {
        for node in 0..<3 {
            let client = client(of: node)
            let start = ContinuousClock.now
            while true {
                // Retries a node that is not up or has no data yet.
                let isTrue = (try? await holds(client)) ?? false
                if isTrue { break }
                try #require(ContinuousClock.now - start < .seconds(60), "node \(node) does not catch up")
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }
}
