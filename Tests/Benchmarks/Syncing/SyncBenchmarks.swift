#if SQLite
import Foundation
import Quire
import QuireHTTP
import QuireSync
import QuirePocketBase
import QuireStore

/// The client-side cost of a first sync from PocketBase into a store file, beside storing the same instances.
enum SyncBenchmarks {
    struct Difference: Error {}

    static func run() async throws -> [Measurement] {
        let folder = NSTemporaryDirectory() + "quire-benchmarks-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = SyncedCollection(count: 100_000)
        guard let url = URL(string: "http://127.0.0.1:1") else { throw Difference() }
        let engine = PocketBaseEngine(baseURL: url, transport: server)
        var synced = Double.infinity
        var stored = Double.infinity
        for round in 0..<3 {
            let store = try await Store(
                .file("\(folder)/synced\(round).sqlite"), modules: [SyncedCollection.module])
            let start = CPUClock.now()
            let summary = try await ContentSync(from: engine, into: store).sync(SyncedCollection.module.name)
            synced = min(synced, CPUClock.now() - start)
            guard summary.created == server.count else { throw Difference() }
            await store.close()
            let plain = try await Store(
                .file("\(folder)/stored\(round).sqlite"), modules: [SyncedCollection.module])
            stored = min(stored, try await Self.cost(of: server, into: plain))
            await plain.close()
        }
        return [
            Measurement(
                "syncing", "first sync of 100,000 records, over storing them", synced / stored, "×",
                peer: String(format: "%.2f s CPU beside %.2f s", synced, stored)),
            Measurement(
                "syncing", "first sync of 100,000 records, per second", Double(server.count) / synced,
                "records/s CPU", goal: .atLeast(10_000)),
        ]
    }

    private static func cost(of server: SyncedCollection, into store: Store) async throws -> Double {
        let name = SyncedCollection.module.name
        let start = CPUClock.now()
        try await store.transaction("store") { transaction in
            for number in 0..<server.count {
                _ = try transaction.upsert(Data(server.instance(number).utf8), into: name)
            }
        }
        return CPUClock.now() - start
    }
}

/// A collection of PocketBase in this process, whose pages are made once.
private final class SyncedCollection: Transport {
    static let module = ModuleDescriptor(
        name: "synced",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isSortable: true),
            FieldDescriptor(name: "body", kind: .longText),
            FieldDescriptor(name: "age", kind: .integer, isRequired: true, isSortable: true),
            FieldDescriptor(name: "price", kind: .number, isRequired: true),
            FieldDescriptor(name: "done", kind: .boolean, isRequired: true),
            FieldDescriptor(name: "day", kind: .dateTime(.epochMilliseconds)),
        ])

    let count: Int
    private let pages: [Data]

    init(count: Int) {
        self.count = count
        pages = stride(from: 0, through: count, by: 1_000).map { start in
            let records = (start..<min(start + 1_000, count)).map(Self.record).joined(separator: ",")
            return Data(
                #"{"items":[\#(records)],"page":1,"perPage":1000,"totalItems":\#(count),"totalPages":1}"#.utf8
            )
        }
    }

    private static func id(_ number: Int) -> String { "item\(10_000_000_000 + number)" }

    private static let body = String(repeating: "A sentence of the body. ", count: 12)

    private static func values(_ number: Int) -> String {
        #""title":"Title \#(number)","body":"\#(body)","age":\#(number % 90),"price":\#(number % 100).5,"done":true"#
    }

    private static func record(_ number: Int) -> String {
        #"{"id":"\#(id(number))","created":"2024-05-06 05:08:09.123Z","updated":"2024-05-06 05:08:09.123Z",\#(values(number)),"day":"2024-05-06 05:08:09.123Z"}"#
    }

    /// The record as an instance in HALO's form.
    func instance(_ number: Int) -> String {
        #"{"id":"\#(Self.id(number))","createdAt":1714972089123,"updatedAt":1714972089123,"values":{\#(Self.values(number)),"day":1714972089123}}"#
    }

    func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        func value(_ name: String) -> String { query.first { $0.name == name }?.value ?? "" }
        // What has changed meanwhile: nothing. The last page is empty.
        if value("sort").hasPrefix("updated") { return response(pages.count - 1) }
        // `id>'item10000000999'`
        guard let last = Int(value("filter").filter(\.isNumber)) else { return response(0) }
        return response((last - 10_000_000_000 + 1) / 1_000)
    }

    private func response(_ page: Int) -> HTTPResponse {
        HTTPResponse(
            status: 200, headers: ["Date": "Thu, 26 Nov 2026 12:00:00 GMT"], body: pages[page])
    }

    func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        HTTPStream(try await send(request, deadline: deadline))
    }
}
#else
enum SyncBenchmarks {
    static func run() async throws -> [Measurement] { [] }
}
#endif
