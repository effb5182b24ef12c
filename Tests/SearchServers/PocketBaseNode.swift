import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A running PocketBase server with one superuser and no collections of its own, apart from `users`.
///
/// ```swift
/// let node = try await PocketBaseNode.start()
/// defer { node.stop() }
/// ```
public final class PocketBaseNode: @unchecked Sendable {
    public let url: URL
    /// The superuser.
    public let email = "tests@example.org"
    public let password: String
    private let port: Int
    private let lock = NSLock()
    private var process: GuardedProcess

    private init(port: Int, password: String, files: [String: String]) throws {
        guard let url = URL(string: "http://127.0.0.1:\(port)") else {
            throw SearchServerFailure("\(port) is no port.")
        }
        self.url = url
        self.port = port
        self.password = password
        let folder = try ServerFolder.make()
        for (path, text) in files {
            let file = folder.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        process = try Self.process(folder, email, password, port)
    }

    private static func process(
        _ folder: URL, _ email: String, _ password: String, _ port: Int
    ) throws -> GuardedProcess {
        // The server would print a link for the first superuser if there were none. Setting the password again would
        // revoke all tokens of the superuser.
        let script = """
            { test -d data || "$0" superuser upsert "$1" "$2" --dir data; } && exec "$0" serve --http "127.0.0.1:$3" --dir data --automigrate=false
            """
        return try GuardedProcess(
            "/bin/sh", ["-c", script, ServerBinary.pocketBase.path(), email, password, String(port)],
            folder: folder)
    }

    /// Starts a server for one test, and waits until it is ready.
    ///
    /// - Parameter files: The texts of files to write before, by their paths: `pb_hooks/quire.pb.js`.
    public static func start(files: [String: String] = [:]) async throws -> PocketBaseNode {
        try await OwnThread.run { try startNow($0, files: files) }
    }

    /// Starts a server. Blocks until it is ready.
    static func startNow(
        _ cancellation: Cancellation = Cancellation(), files: [String: String] = [:]
    ) throws -> PocketBaseNode {
        var failure: any Error = SearchServerFailure("PocketBase was not started.")
        // Another process may take a port before the server starts.
        for _ in 0..<3 {
            let node = try PocketBaseNode(
                port: try FreePorts.choose(1)[0], password: UUID().uuidString, files: files)
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
        _ = try Readiness.wait(for: current, cancellation) { () -> Data? in
            guard let text = try? String(contentsOf: log, encoding: .utf8),
                text.contains("Server started at \(url.absoluteString)")
            else { return nil }
            return LocalRequest.get(url.appendingPathComponent("api/health"))
        }
    }

    /// The process id.
    public var pid: Int32? { current.pid }

    /// The folder with the server's data, which the end of the server removes.
    public var folder: URL { current.folder }

    /// Ends the server and removes its data.
    public func stop() { current.stop() }

    /// Kills the server without a warning, keeps its data, and waits until nothing of it is left.
    public func kill() async throws {
        let process = current
        try await OwnThread.run { cancellation in
            process.send(SIGKILL)
            while process.exitCode == nil { try Self.pause(cancellation) }
            process.stop(keepingFolder: true)
            while !process.isAbandoned { try Self.pause(cancellation) }
        }
    }

    private static func pause(_ cancellation: Cancellation) throws {
        try cancellation.check()
        Thread.sleep(forTimeInterval: 0.005)
    }

    /// Starts a killed server again, with its data and at its address.
    public func restart() async throws {
        let process = try Self.process(folder, email, password, port)
        lock.withLock { self.process = process }
        try await OwnThread.run { try self.waitUntilReady($0) }
    }

    private var current: GuardedProcess { lock.withLock { process } }
}
