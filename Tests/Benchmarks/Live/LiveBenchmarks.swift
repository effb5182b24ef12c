#if SQLite
import Foundation
import QuireCore
import QuireEngine
import QuireStore

/// The cost of live queries over 100,000 items: of a result, beside a plain query; of a write while a thousand of them are
/// open; and the time until a commit of another process arrives.
enum LiveBenchmarks {
    private static let count = 100_000
    private static let open = 1_000

    static let module = ModuleDescriptor(
        name: "notes",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isRequired: true),
            FieldDescriptor(name: "shelf", kind: .choice),
            FieldDescriptor(name: "rank", kind: .integer, isSortable: true),
        ])
    private static let other = ModuleDescriptor(
        name: "others", fields: [FieldDescriptor(name: "title", kind: .text)])
    static let modules = [module, other]

    static func run() async throws -> [Measurement] {
        let folder = NSTemporaryDirectory() + "quire-benchmarks-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = try await Store(.file("\(folder)/notes.sqlite"), modules: modules)
        let lines = (0..<count).map { number in
            let values = #"{"title":"Note \#(number)","shelf":"s\#(number % 1_000)","rank":\#(number)}"#
            return #"{"id":"n\#(number)","values":\#(values)}"#
        }
        try await store.load("notes", from: .data(Data(lines.joined(separator: "\n").utf8)))
        var measurements = [try await result(store)]
        for (name, requests) in [
            ("items", items), ("shelves", shelves), ("ranks", ranks), ("another module", others),
        ] {
            // Beside each other, because the file grows.
            let plain = try await writing(store, [])
            let cost = try await writing(store, requests)
            measurements.append(
                Measurement(
                    "live", "live.write.\(name)", cost / plain, "× a write without live queries",
                    peer: String(format: "%.0f beside %.0f µs CPU", cost * 1e6, plain * 1e6),
                    goal: .atMost(2)))
        }
        measurements.append(try await OtherProcessBenchmark.run(store, "\(folder)/notes.sqlite"))
        await store.close()
        return measurements
    }

    // MARK: - A result after a commit

    private static func result(_ store: Store) async throws -> Measurement {
        let request = newest
        let content = ContentClient(engine: store)
        let read: @Sendable (ContentClient) async throws -> [String] = { content in
            try await content.response(request, reading: .ids(of: module)).items
        }
        var results = content.live(read).makeAsyncIterator()
        _ = try await results.next()
        var (live, plain) = (Double.infinity, Double.infinity)
        var rank = count
        for _ in 0..<5 {
            let start = CPUClock.now()
            for _ in 0..<300 {
                rank += 1
                try await write(rank, "new\(rank)", to: store)
                _ = try await results.next()
            }
            live = min(live, (CPUClock.now() - start) / 300)
        }
        results = content.live(read).makeAsyncIterator()
        for _ in 0..<5 {
            let start = CPUClock.now()
            for _ in 0..<300 {
                rank += 1
                try await write(rank, "new\(rank)", to: store)
                _ = try await read(content)
            }
            plain = min(plain, (CPUClock.now() - start) / 300)
        }
        return Measurement(
            "live", "live.result", live / plain, "× a write and a query",
            peer: String(format: "%.0f beside %.0f µs CPU", live * 1e6, plain * 1e6), goal: .atMost(2))
    }

    // MARK: - Writes while live queries are open

    /// Seconds of CPU for a write that no open live query depends on.
    private static func writing(_ store: Store, _ requests: [SearchRequest]) async throws -> Double {
        let content = ContentClient(engine: store)
        var started = 0
        let (ready, readiness) = AsyncStream.makeStream(of: Void.self)
        let tasks = requests.map { request in
            Task {
                let results = content.live { content in
                    try await content.response(request, reading: .ids(of: request.module)).items
                }
                for try await _ in results { readiness.yield() }
            }
        }
        if !requests.isEmpty {
            for await _ in ready {
                started += 1
                if started == requests.count { break }
            }
        }
        let prefix = UUID().uuidString
        var best = Double.infinity
        for round in 0..<5 {
            let start = CPUClock.now()
            for number in 0..<300 { try await write(-1 - number, "\(prefix)-\(round)-\(number)", to: store) }
            best = min(best, (CPUClock.now() - start) / 300)
        }
        for task in tasks { task.cancel() }
        for task in tasks { _ = await task.result }
        return best
    }

    static func write(_ rank: Int, _ id: String, to store: Store) async throws {
        var operation = WriteOperation(.createOrUpdate, module, id: id)
        operation.values = .object([
            .init("title", .string("New")), .init("shelf", .string("new")),
            .init("rank", .integer(Int64(rank))),
        ])
        _ = try await store.write(WriteBatch([operation]))
    }

    private static func requests(_ change: (inout SearchRequest, Int) -> Void) -> [SearchRequest] {
        (0..<open).map { number in
            var request = SearchRequest(module: module)
            request.page = .offset(0, limit: 20)
            request.countsTotal = false
            change(&request, number)
            return request
        }
    }

    static var newest: SearchRequest {
        var request = SearchRequest(module: module)
        request.filter = .leaf(.init(.greater, "rank", value: .integer(100), type: .number))
        request.sort = [SortKey(.value("rank"), .descending)]
        request.page = .offset(0, limit: 20)
        request.countsTotal = false
        return request
    }

    /// A thousand items.
    private static var items: [SearchRequest] { requests { $0.ids = ["n\($1)"] } }

    /// A thousand filters by equal values.
    private static var shelves: [SearchRequest] {
        requests {
            $0.filter = .leaf(.init(.equal, "shelf", value: .string("s\($1)"), type: .string))
            $0.sort = [SortKey(.value("rank"))]
        }
    }

    /// A thousand filters by ranges. Each is tested against each changed item, on a queue beside the writer.
    private static var ranks: [SearchRequest] {
        requests {
            $0.filter = .leaf(.init(.greater, "rank", value: .integer(Int64(1_000 + $1)), type: .number))
            $0.sort = [SortKey(.value("rank"))]
        }
    }

    private static var others: [SearchRequest] {
        (0..<open).map { _ in SearchRequest(module: other) }
    }
}
#endif
