import Foundation
import Quire
import QuireRemote
import Testing
import TransportDoubles

@testable import QuireCommand

@Suite("A cluster's batch responses determine how a load continues")
struct ClusterTargetTests {
    /// Stores its input, and responds from a script; the lines are numbered by their ids.
    private final class ScriptedCluster: InstanceLoading, @unchecked Sendable {
        private let lock = NSLock()
        private var sent: [[String]] = []
        private let response: @Sendable (_ id: String, _ attempt: Int) throws -> WriteError?

        init(_ response: @escaping @Sendable (String, Int) throws -> WriteError?) { self.response = response }

        var batches: [[String]] { lock.withLock { sent } }

        let capabilities = EngineCapabilities(
            name: "Scripted", operations: [], sortsByValue: false, supportsNullOrdering: false,
            supportsCursors: false,
            countsTotal: false, fullText: false, facets: false, includes: false)

        func loadingPlace(
            for module: ModuleDescriptor, replacing: Bool, resuming: Bool
        ) async throws -> LoadingPlace { LoadingPlace(name: "notes", identity: "1", isLive: false) }

        func load(
            _ instances: [JSONValue], into place: LoadingPlace, of module: ModuleDescriptor
        ) async throws -> [WriteError?] {
            let ids = instances.map(\.instanceID)
            let attempts = lock.withLock {
                sent.append(ids)
                return ids.map { id in sent.count { $0.contains(id) } }
            }
            return try zip(ids, attempts).map { try response($0, $1) }
        }

        func putLive(_ place: LoadingPlace, of module: ModuleDescriptor) async throws {}

        func search<Item: Sendable>(
            _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
        ) async throws -> [SearchResponse<Item>] { [] }

        func searchData(_ request: SearchRequest) async throws -> Data { Data() }
        func validate(_ request: SearchRequest) throws {}

        func explain(_ request: SearchRequest) throws -> String { "" }
    }

    private final class ReportedBatches: @unchecked Sendable {
        private let lock = NSLock()
        private var reported: [LoadedBatch] = []

        func add(_ batch: LoadedBatch) { lock.withLock { reported.append(batch) } }
        var batches: [LoadedBatch] { lock.withLock { reported } }
    }

    private static func failure(_ status: Int?, _ reason: WriteError.Reason = .other) -> WriteError {
        var failure = WriteError(
            reason, WriteOperation(.createOrUpdate, ModuleDescriptor(name: "notes", fields: [])),
            message: "no room")
        failure.status = status
        return failure
    }

    /// Loads ten lines in batches of four.
    private func load(
        _ cluster: ScriptedCluster, from position: LinePosition = .start
    ) async throws -> (reported: [LoadedBatch], error: (any Error)?) {
        let command = try BuiltCommand()
        defer { command.remove() }
        let path = try command.write(
            (1...10).map { #"{"id":"\#($0)","values":{}}"# }.joined(separator: "\n"), to: "notes.ndjson")
        let target = ClusterTarget(
            cluster, address: "a", module: ModuleDescriptor(name: "notes", fields: []), requiresFields: true,
            replaces: false)
        _ = try await target.prepare(resuming: false)
        let reported = ReportedBatches()
        do {
            try await target.load(path, from: position, batchSize: 4) { reported.add($0) }
            return (reported.batches, nil)
        } catch {
            return (reported.batches, error)
        }
    }

    @Test("A batch is reported once it is acknowledged, with the position after it")
    func acknowledged() async throws {
        let cluster = ScriptedCluster { _, _ in nil }
        let (reported, error) = try await load(cluster)
        #expect(error == nil)
        #expect(reported.map(\.position.line) == [4, 8, 10] && reported.map(\.loaded) == [4, 4, 2])
        #expect(cluster.batches == [["1", "2", "3", "4"], ["5", "6", "7", "8"], ["9", "10"]])
        // From the position of any batch, exactly the rest is sent.
        let rest = ScriptedCluster { _, _ in nil }
        _ = try await load(rest, from: reported[0].position)
        #expect(rest.batches == Array(cluster.batches.dropFirst()))
    }

    @Test("Permanently rejected lines are skipped; the others of the batch are stored")
    func refused() async throws {
        let cluster = ScriptedCluster { id, _ in id == "6" ? Self.failure(400, .invalid) : nil }
        let (reported, error) = try await load(cluster)
        #expect(error == nil)
        #expect(reported.map(\.loaded) == [4, 3, 2])
        #expect(reported[1].problems == [LineProblem(line: 6, reason: "no room")])
        #expect(cluster.batches.count == 3)
    }

    @Test(
        "Only lines that temporarily failed are sent again", arguments: [429, 503, nil])
    func again(status: Int?) async throws {
        let cluster = ScriptedCluster { id, attempt in
            id == "6" && attempt < 3 ? Self.failure(status, status == nil ? .noResponse : .other) : nil
        }
        let (reported, error) = try await load(cluster)
        #expect(
            error == nil && reported.map(\.loaded) == [4, 4, 2] && reported.allSatisfy(\.problems.isEmpty))
        #expect(cluster.batches.map(\.count) == [4, 4, 1, 1, 2])
    }

    @Test("A line that keeps failing temporarily stops the load before its batch: it is not lost")
    func never() async throws {
        let cluster = ScriptedCluster { id, _ in id == "6" ? Self.failure(503) : nil }
        let (reported, error) = try await load(cluster)
        #expect(reported.map(\.position.line) == [4])
        #expect(
            "\(error.map { "\($0)" } ?? "")"
                == "line 6: no room. Run the command again to resume from its batch.")
    }

    @Test("A failing cluster stops the load before the batch")
    func failing() async throws {
        let failing = ScriptedCluster { id, _ in
            if id == "5" { throw URLError(.timedOut) }
            return nil
        }
        let (reported, error) = try await load(failing)
        #expect(reported.map(\.position.line) == [4] && error is URLError)
    }
}

@Suite("The progress of a load")
struct LoadPaceTests {
    @Test(
        "It shows lines per second, and the remaining time based on this run",
        arguments: [
            (1000, 2.0, 0.0, 0.5, "500 lines a second, 0:02 left"),
            (25_000, 10.0, 0.5, 0.75, "2,500 lines a second, 0:10 left"),
            (9, 60.0, 0.0, 0.01, "0 lines a second, 1:39:00 left"), (9, 1.0, 0.0, 1.0, "9 lines a second"),
            (9, 1.0, 0.5, 0.5, "9 lines a second"), (0, 1.0, 0.0, 0.0, ""), (5, 0.0, 0.0, 0.5, ""),
            (10, 1.0, 0.0, 0.000_000_001, "10 lines a second"),
        ])
    func text(_ lines: Int, _ seconds: Double, _ from: Double, _ to: Double, _ expected: String) {
        #expect(LoadPace.text(lines: lines, seconds: seconds, share: (from, to)) == expected)
    }

    @Test(
        "The clock counts whole seconds",
        arguments: [(0.1, "0:01"), (59.9, "1:00"), (61, "1:01"), (3599.5, "1:00:00"), (36_061, "10:01:01")])
    func clock(_ seconds: Double, _ expected: String) {
        #expect(LoadPace.clock(seconds) == expected)
    }
}
