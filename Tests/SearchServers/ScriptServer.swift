import Foundation

/// A server in Python whose script prints its port in the first line, for tests of engines that others write.
public final class ScriptServer: Sendable {
    public let url: URL
    private let process: GuardedProcess

    private init(url: URL, process: GuardedProcess) {
        self.url = url
        self.process = process
    }

    /// Starts the script. The server ends with the returned object, or with this process.
    public static func start(_ script: URL) async throws -> ScriptServer {
        try await OwnThread.run { cancellation in
            let process = try GuardedProcess(
                "/usr/bin/env", ["python3", script.path], folder: ServerFolder.make())
            let log = process.folder.appendingPathComponent("log")
            let url = try Readiness.wait(for: process, cancellation) { () -> URL? in
                guard let text = try? String(contentsOf: log, encoding: .utf8), text.contains("\n"),
                    let port = text.split(separator: "\n").first.flatMap({ Int($0) })
                else { return nil }
                return URL(string: "http://127.0.0.1:\(port)")
            }
            return ScriptServer(url: url, process: process)
        }
    }
}
