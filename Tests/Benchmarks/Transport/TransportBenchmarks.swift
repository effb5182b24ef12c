import Foundation
import LoopbackServer
import Quire
import QuireHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The transport's overhead compared with the system's own: CPU per small POST, both in one process with one server.
enum TransportBenchmarks {
    /// Quire's and the peer's runs alternate, so that a busy machine slows both alike; the ratio is of the sums.
    static func run() async throws -> [Measurement] {
        let server = try LoopbackServer(records: false) { _ in response }
        defer { server.stop() }
        let url = server.url.appending(path: "api/generalcontent/instance/search")
        let network = NetworkTransport()
        let session = URLSessionTransport()
        let bare = BareClient()

        var measurements: [Measurement] = []
        for width in [1, 8, 64] {
            var (networkTotal, sessionTotal, bareTotal) = (0.0, 0.0, 0.0)
            let rounds = 12
            let count = 400
            for round in -1..<rounds {
                let first = try await cpu(server, count, width) { try await bare.post(url, body).count }
                let second = try await cpu(server, count, width) { try await post(url, over: network) }
                let third = try await cpu(server, count, width) { try await post(url, over: session) }
                // The first round warms up.
                guard round >= 0 else { continue }
                bareTotal += first
                networkTotal += second
                sessionTotal += third
            }
            let each = 1e6 / Double(rounds * count)
            for (name, total, goal) in [("", networkTotal, 1.3), (" over URLSession", sessionTotal, 1.3)] {
                measurements.append(
                    Measurement(
                        "transport", "CPU per small POST\(name), \(width) at a time", total / bareTotal, "×",
                        peer: String(
                            format: "a bare data task %.0f µs, ours %.0f µs", bareTotal * each, total * each),
                        goal: .atMost(goal)))
            }
        }
        return measurements
    }

    private static func post(_ url: URL, over transport: some Transport) async throws -> Int {
        var request = HTTPRequest(.post, url, headers: ["Content-Type": "application/json"], body: body)
        request.isRepeatable = true
        return try await transport.send(request, deadline: .after(.seconds(30))).body.count
    }

    /// The size of a typical search.
    private static let body = Data(
        (#"{"moduleName":"books","searchValues":{"condition":"and","operands":["#
            + #"{"operation":">=","property":"age","value":18,"type":"number"},"#
            + #"{"operation":"=","property":"language","value":"eng","type":"string"}]},"#
            + #""pagination":{"page":1,"limit":20,"skip":"false"},"segmentMode":"partial","sort":"values.age desc"}"#)
            .utf8)

    private static let response = Reply.json(
        #"{"pagination":{"page":1,"limit":20,"offset":0,"totalItems":1,"totalPages":1},"items":["#
            + #"{"id":"57ea6aa40cf4ec003b4d8285","name":"n","values":{"title":"\#(String(repeating: "x", count: 250))"}}]}"#
    )

    /// CPU seconds of the process for this many posts, without those of the server's connections.
    private static func cpu(
        _ server: LoopbackServer, _ count: Int, _ width: Int,
        _ post: @escaping @Sendable () async throws -> Int
    ) async throws -> Double {
        let start = CPUClock.now() - server.cpuSeconds
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<width {
                group.addTask {
                    for _ in stride(from: worker, to: count, by: width) {
                        guard try await post() > 250 else { throw URLError(.badServerResponse) }
                    }
                }
            }
            try await group.waitForAll()
        }
        return CPUClock.now() - server.cpuSeconds - start
    }
}
