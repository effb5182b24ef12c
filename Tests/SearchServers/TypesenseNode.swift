import Foundation
import Quire

/// A running Typesense, alone or in a cluster.
final class TypesenseNode: @unchecked Sendable {
    let url: URL
    let apiKey: String
    private let folder: URL
    private let arguments: [String]
    private let lock = NSLock()
    private var process: GuardedProcess

    /// Ports of a node: of the API, and of its talk with the other nodes.
    struct Ports {
        var api: Int
        var peering: Int
    }

    /// Starts a node, which is not ready yet.
    ///
    /// - Parameter nodes: The ports of all nodes of the cluster; empty for a node alone.
    init(ports: Ports, apiKey: String, nodes: [Ports] = []) throws {
        guard let url = URL(string: "http://127.0.0.1:\(ports.api)") else {
            throw SearchServerFailure("\(ports.api) is no port.")
        }
        self.url = url
        self.apiKey = apiKey
        folder = try ServerFolder.make()
        var arguments = [
            "--data-dir=\(folder.appendingPathComponent("data").path)", "--api-key=\(apiKey)",
            "--api-address=127.0.0.1", "--api-port=\(ports.api)",
            "--peering-address=127.0.0.1", "--peering-port=\(ports.peering)",
        ]
        if !nodes.isEmpty {
            let file = folder.appendingPathComponent("nodes")
            let list = nodes.map { "127.0.0.1:\($0.peering):\($0.api)" }.joined(separator: ",")
            try Data(list.utf8).write(to: file)
            arguments.append("--nodes=\(file.path)")
        }
        self.arguments = arguments
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("data"), withIntermediateDirectories: true)
        process = try GuardedProcess(ServerBinary.typesense.path(), arguments, folder: folder)
    }

    /// A node alone, ready to work.
    static func start() async throws -> TypesenseNode {
        var failure: any Error = SearchServerFailure("Typesense was not started.")
        // Another process may take a port between the choice and the start.
        for _ in 0..<3 {
            let ports = try FreePorts.choose(2)
            let node = try TypesenseNode(ports: Ports(api: ports[0], peering: ports[1]), apiKey: newKey())
            do {
                try await node.waitUntilReady()
                return node
            } catch {
                failure = error
                node.stop()
                if error is CancellationError { break }
            }
        }
        throw failure
    }

    static func newKey() -> String { UUID().uuidString }

    /// Waits until it answers our key, so that it is ours, and says that it is well.
    func waitUntilReady() async throws {
        _ = try await Readiness.wait(for: current) {
            guard try await state() != nil else { return nil as Data? }
            return try await Readiness.get(url.appendingPathComponent("health"))
        }
    }

    /// What it is in its cluster: 1 the leader, 4 a follower; `nil` where it does not answer.
    func state() async throws -> Int? {
        guard let body = try await Readiness.get(url.appendingPathComponent("debug"), headers) else {
            return nil
        }
        return try? JSONDecoder().decode(Debug.self, from: body).state
    }

    var headers: HTTPHeaders { ["X-TYPESENSE-API-KEY": apiKey] }

    var isRunning: Bool { current.exitCode == nil }

    var logTail: String { current.logTail }

    func send(_ signal: Int32) { current.send(signal) }

    /// Waits until the server is gone.
    func waitUntilEnded() async throws {
        let process = current
        try await Self.wait(for: process) { process.exitCode != nil || process.isAbandoned }
    }

    private static func wait(for process: GuardedProcess, _ isGone: () -> Bool) async throws {
        let start = ContinuousClock.now
        while !isGone() {
            guard ContinuousClock.now - start < Readiness.limit else { throw process.failure("does not end") }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Starts the ended node anew, on its ports and its data.
    func restart() async throws {
        for attempt in 1...3 {
            let ended = current
            ended.stop(keepingFolder: true)
            // The guard too: it looks at the folder last.
            try await Self.wait(for: ended) { ended.isAbandoned }
            let process = try GuardedProcess(ServerBinary.typesense.path(), arguments, folder: folder)
            lock.withLock { self.process = process }
            do {
                return try await waitUntilReady()
            } catch  where attempt < 3 && process.exitCode != nil {
                // Something else may hold one of its ports for a moment.
                try await Task.sleep(for: .milliseconds(500))
            }
        }
    }

    func stop() { current.stop() }

    private var current: GuardedProcess { lock.withLock { process } }

    private struct Debug: Decodable {
        var state: Int
    }
}
