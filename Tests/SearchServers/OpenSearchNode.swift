import Foundation

/// A running server with OpenSearch's protocol.
final class OpenSearchNode: Sendable {
    let url: URL
    private let process: GuardedProcess

    private init(url: URL, process: GuardedProcess) {
        self.url = url
        self.process = process
    }

    /// Starts a server on a port that it chooses and prints in its first line. Blocks until it responds.
    static func start() throws -> OpenSearchNode {
        let process = try GuardedProcess(
            ServerBinary.openSearch.path(), ["-addr", "127.0.0.1:0", "-no-stdin-watch"],
            folder: ServerFolder.make())
        let log = process.folder.appendingPathComponent("log")
        let url = try Readiness.wait(for: process) { () -> URL? in
            guard let text = try? String(contentsOf: log, encoding: .utf8),
                let line = text.split(separator: "\n").first(where: { $0.hasPrefix("{\"url\"") }),
                let start = try? JSONDecoder().decode(Start.self, from: Data(line.utf8)),
                LocalRequest.get(start.url) != nil
            else { return nil }
            return start.url
        }
        return OpenSearchNode(url: url, process: process)
    }

    private struct Start: Decodable {
        var url: URL
    }
}
