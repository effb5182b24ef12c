import Foundation

/// A running Typesense node, by itself or in a cluster.
final class TypesenseNode: @unchecked Sendable {
    let url: URL
    let apiKey: String
    private let folder: URL
    private let arguments: [String]
    private let lock = NSLock()
    private var process: GuardedProcess

    /// The ports of a node: for the API, and for communication with other nodes.
    struct Ports {
        var api: Int
        var peering: Int
    }

    /// Starts a node. It is not ready yet when this returns.
    ///
    /// - Parameter nodes: The ports of all nodes of the cluster; empty for a single node.
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

    /// Starts a single node. Blocks until it is ready.
    static func start() throws -> TypesenseNode {
        var failure: any Error = SearchServerFailure("Typesense was not started.")
        // Another process may take a port before the server starts.
        for _ in 0..<3 {
            let ports = try FreePorts.choose(2)
            let node = try TypesenseNode(ports: Ports(api: ports[0], peering: ports[1]), apiKey: newKey())
            do {
                try node.waitUntilReady()
                return node
            } catch {
                failure = error
                node.stop()
            }
        }
        throw failure
    }

    static func newKey() -> String { UUID().uuidString }

    /// Waits until the node accepts our key, which shows that it is ours, and is healthy. Blocks.
    func waitUntilReady(_ cancellation: Cancellation = Cancellation()) throws {
        _ = try Readiness.wait(for: current, cancellation) {
            guard state() != nil else { return nil as Data? }
            return LocalRequest.get(url.appendingPathComponent("health"))
        }
    }

    /// The node's state in its cluster: 1 for the leader, 4 for a follower; `nil` if it does not respond. Blocks.
    func state() -> Int? {
        let headers = ["X-TYPESENSE-API-KEY": apiKey]
        guard let body = LocalRequest.get(url.appendingPathComponent("debug"), headers: headers) else {
            return nil
        }
        return try? JSONDecoder().decode(Debug.self, from: body).state
    }

    var isRunning: Bool { current.exitCode == nil }

    func send(_ signal: Int32) { current.send(signal) }

    /// Waits until the server has ended. Blocks.
    ///
    /// - Parameter grace: Kills the server if it still runs after this many seconds; `nil` never does.
    func waitUntilEnded(_ cancellation: Cancellation, grace: TimeInterval? = nil) throws {
        let process = current
        let end = grace.map { Date().addingTimeInterval($0) }
        try Self.wait(for: process, cancellation) {
            if let end, Date() > end { process.send(SIGKILL) }
            return process.exitCode != nil || process.isAbandoned
        }
    }

    private static func wait(
        for process: GuardedProcess, _ cancellation: Cancellation, _ isGone: () -> Bool
    ) throws {
        try Readiness.wait("does not end", for: [process], cancellation) { isGone() ? () : nil }
    }

    /// Restarts the server with the same ports and data. Blocks.
    func restart(_ cancellation: Cancellation) throws {
        for attempt in 1...3 {
            let ended = current
            ended.stop(keepingFolder: true)
            // Also waits for the guard, which uses the folder last.
            try Self.wait(for: ended, cancellation) { ended.isAbandoned }
            let process = try GuardedProcess(ServerBinary.typesense.path(), arguments, folder: folder)
            lock.withLock { self.process = process }
            do {
                return try waitUntilReady(cancellation)
            } catch  where attempt < 3 && process.exitCode != nil {
                // Another process may temporarily use one of its ports.
                Thread.sleep(forTimeInterval: 0.5)
            }
        }
    }

    func stop() { current.stop() }

    var current: GuardedProcess { lock.withLock { process } }

    private struct Debug: Decodable {
        var state: Int
    }
}
