import Foundation

/// A running PocketBase server with one superuser and no collections of its own, apart from `users`.
///
/// ```swift
/// let node = try await PocketBaseNode.start()
/// defer { node.stop() }
/// ```
public final class PocketBaseNode: Sendable {
    public let url: URL
    /// The superuser.
    public let email = "tests@example.org"
    public let password: String
    private let process: GuardedProcess

    private init(port: Int, password: String) throws {
        guard let url = URL(string: "http://127.0.0.1:\(port)") else {
            throw SearchServerFailure("\(port) is no port.")
        }
        self.url = url
        self.password = password
        // The server would print a link for the first superuser if there were none.
        let script = """
            "$0" superuser upsert "$1" "$2" --dir data && exec "$0" serve --http "127.0.0.1:$3" --dir data --automigrate=false
            """
        process = try GuardedProcess(
            "/bin/sh", ["-c", script, ServerBinary.pocketBase.path(), email, password, String(port)],
            folder: ServerFolder.make())
    }

    /// Starts a server for one test, and waits until it is ready.
    public static func start() async throws -> PocketBaseNode { try await OwnThread.run { try startNow($0) } }

    /// Starts a server. Blocks until it is ready.
    static func startNow(_ cancellation: Cancellation = Cancellation()) throws -> PocketBaseNode {
        var failure: any Error = SearchServerFailure("PocketBase was not started.")
        // Another process may take a port before the server starts.
        for _ in 0..<3 {
            let node = try PocketBaseNode(port: try FreePorts.choose(1)[0], password: UUID().uuidString)
            do {
                try node.waitUntilReady(cancellation)
                return node
            } catch {
                failure = error
                node.stop()
                if error is CancellationError { break }
            }
        }
        throw failure
    }

    /// Waits until the log says that the server runs at our address, and the server is healthy. Blocks.
    private func waitUntilReady(_ cancellation: Cancellation) throws {
        let log = folder.appendingPathComponent("log")
        _ = try Readiness.wait(for: process, cancellation) { () -> Data? in
            guard let text = try? String(contentsOf: log, encoding: .utf8),
                text.contains("Server started at \(url.absoluteString)")
            else { return nil }
            return LocalRequest.get(url.appendingPathComponent("api/health"))
        }
    }

    /// The process id.
    public var pid: Int32? { process.pid }

    /// The folder with the server's data, which the end of the server removes.
    public var folder: URL { process.folder }

    /// Ends the server and removes its data.
    public func stop() { process.stop() }
}
