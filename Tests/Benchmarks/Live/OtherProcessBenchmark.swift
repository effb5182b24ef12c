#if SQLite
import Foundation
import QuireCore
import QuireEngine
import QuireStore

/// The time from a commit to the result of a live query, for commits of another process beside those of this one.
///
/// Wall-clock time, because a live query mostly waits for the next check of the file. The id of an item has the time at
/// which its writer began to write it.
enum OtherProcessBenchmark {
    /// The argument that makes this program the writer. The file follows it.
    static let argument = "--live-writer"

    private static let commits = 150

    static func run(_ store: Store, _ file: String) async throws -> Measurement {
        let own = try await latencies(store) { try await write(to: store) }
        let others = try await latencies(store) {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
            process.arguments = [argument, file]
            try process.run()
        }
        let texts = [others, own].map {
            String(format: "median %.1f, 95th percentile %.1f ms", percentile(50, $0), percentile(95, $0))
        }
        return Measurement(
            "live", "live.otherProcess", percentile(50, others) - percentile(50, own),
            "ms more than in the process", peer: texts.joined(separator: " beside "), goal: .atMost(50))
    }

    /// Writes one item after another, as the other process.
    static func write(arguments: [String]) async throws {
        guard let file = arguments.last else { return }
        let store = try await Store(.file(file), modules: LiveBenchmarks.modules)
        try await write(to: store)
        await store.close()
    }

    private static func write(to store: Store) async throws {
        for number in 0..<commits {
            // Any time between two checks of the file.
            try await Task.sleep(for: .milliseconds(.random(in: 60...110)))
            let start = now()
            try await LiveBenchmarks.write(start, "\(start)-\(number)", to: store)
        }
    }

    /// Milliseconds from the beginning of each write to its result, in ascending order.
    private static func latencies(
        _ store: Store, _ writing: @escaping @Sendable () async throws -> Void
    ) async throws -> [Double] {
        var results = ContentClient(engine: store).live { content in
            try await content.response(LiveBenchmarks.newest, reading: .ids(of: LiveBenchmarks.module)).items
        }.makeAsyncIterator()
        _ = try await results.next()
        let writer = Task { try await writing() }
        var latencies: [Double] = []
        while let id = try await results.next()?.first {
            let end = now()
            let parts = id.split(separator: "-").compactMap { Int($0) }
            guard parts.count == 2 else { continue }
            latencies.append(Double(end - parts[0]) / 1e6)
            if parts[1] == commits - 1 { break }
        }
        try await writer.value
        return latencies.sorted()
    }

    private static func percentile(_ percent: Int, _ sorted: [Double]) -> Double {
        sorted.isEmpty ? .infinity : sorted[min(sorted.count - 1, sorted.count * percent / 100)]
    }

    /// Nanoseconds of a clock that all processes share.
    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
#endif
