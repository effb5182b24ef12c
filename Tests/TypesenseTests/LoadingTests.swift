import Foundation
import Quire
import QuireRemote
import QuireTypesense
import SampleModules
import Testing
import TransportDoubles

/// Bulk loads: stored lines, rejected lines with reasons, and resuming.
@Suite struct LoadingTests {
    private static func line(_ number: Int) -> String {
        #"{"id":"b\#(number)","updatedAt":\#(number),"createdBy":"Ann","odd":[1],"values":{"title":"T\#(number)","age":\#(number),"price":1,"active":true,"more":{"a":1.5}}}"#
    }

    @Test("Invalid lines are reported by number; the others are stored completely")
    func failingLines() async throws {
        try await withLiveEngine([Books.descriptor], settings: { $0.batchSize = 3 }) {
            (engine) async throws in
            var lines = (1...10).map(Self.line)
            lines[1] = "{bad"
            lines[4] = #"{"values":{}}"#
            lines[9] = "[]"
            let log = Log()
            let summary = try await engine.load(Books.descriptor, from: lines.map { Data($0.utf8) }) {
                log.add("\($0.nextLine) \($0.stored) \($0.failed)")
            }
            #expect(summary.stored == 7)
            #expect(summary.failures.map(\.line) == [2, 5, 10])
            #expect(summary.failures.allSatisfy { $0.failure.reason == .invalid })
            #expect(summary.lines == 10)
            #expect(log.lines.last == "11 7 3")
            let stored = try await engine.instances(of: ["b1", "b2"], in: Books.descriptor)
            #expect(
                stored[0].map(sorted) == sorted(try instance(Self.line(1))), "\(stored[0]?.description ?? "")"
            )
            #expect(stored[1] == nil)
        }
    }

    @Test("A cancelled load resumes from the line in its progress")
    func resuming() async throws {
        try await withLiveEngine([Books.descriptor], settings: { $0.batchSize = 10 }) {
            (engine) async throws in
            let lines = (1...40).map { Data(Self.line($0).utf8) }
            let next = Log()
            let task = Task {
                try await engine.load(Books.descriptor, from: lines) { progress in
                    next.add("\(progress.nextLine)")
                    if progress.nextLine == 21 { withUnsafeCurrentTask { $0?.cancel() } }
                }
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            let line = try #require(next.lines.last.flatMap { Int($0) })
            #expect(line == 21)
            #expect(try await engine.page(SearchRequest(module: Books.descriptor)).pageInfo.totalItems == 20)
            let rest = try await engine.load(Books.descriptor, from: lines, startingAt: line)
            #expect(rest.stored == 20)
            #expect(try await engine.page(SearchRequest(module: Books.descriptor)).pageInfo.totalItems == 40)
        }
    }

    @Test("Only lines that temporarily failed are sent again")
    func retries() async throws {
        let busy = #"{"code":503,"error":"busy","success":false}"#
        let transport = ScriptedNode([
            .status(
                200, [:], "{\"success\":true}\n\(busy)\n{\"code\":400,\"error\":\"no\",\"success\":false}"),
            .status(200, [:], #"{"success":true}"#),
        ])
        let url = try #require(URL(string: "http://127.0.0.1:8108"))
        let engine = TypesenseEngine(nodes: [url], apiKey: "k", transport: transport)
        let summary = try await engine.load(Books.descriptor, from: (1...3).map { Data(Self.line($0).utf8) })
        #expect(summary.stored == 2)
        #expect(summary.failures.map(\.line) == [3])
        let counts = transport.requests.map {
            String(decoding: $0.body ?? Data(), as: UTF8.self).split(separator: "\n").count
        }
        #expect(counts == [3, 1])
        #expect(
            transport.requests.first?.url.absoluteString
                == "http://127.0.0.1:8108/collections/books_57ea6aa43d5b5ba1/documents/import?action=upsert&dirty_values=reject&batch_size=100"
        )
    }

    @Test("If the cluster ends a load, the error contains the line to resume from")
    func interruption() async throws {
        let transport = ScriptedNode([
            .status(200, [:], "{\"success\":true}\n{\"success\":true}"), .status(403, [:], "{}"),
        ])
        let url = try #require(URL(string: "http://127.0.0.1:8108"))
        let engine = TypesenseEngine(
            nodes: [url], apiKey: "k", settings: TypesenseSettings(batchSize: 2), transport: transport)
        let error = await #expect(throws: ImportInterruptedError.self) {
            try await engine.load(Books.descriptor, from: (1...5).map { Data(Self.line($0).utf8) })
        }
        #expect(error?.nextLine == 3)
        #expect(error?.summary.stored == 2)
    }

    @Test("Typed items are stored completely, and read back equal")
    func items() async throws {
        try await withLiveEngine([Books.descriptor]) { (engine) async throws in
            var book = Book(id: "b`1", name: "Emma", values: .init(title: "Emma", age: 12, price: 7.5))
            book.metadata.updatedAt = Date(timeIntervalSince1970: 5)
            book.metadata.tags = [Tag(name: "new", tagType: nil)]
            #expect(try await engine.load([book]).stored == 1)
            let found = try await ContentClient(engine: engine).fetch(Books.query()).items
            #expect(found == [book])
        }
    }

    @Test("The items that a query finds are removed and counted: with a filter, a long filter, and words")
    func deletion() async throws {
        try await withLiveEngine([Books.descriptor]) { (engine) async throws in
            try await engine.fill(Books.descriptor, (1...300).map(Self.line))
            func left() async throws -> Int? {
                try await engine.page(SearchRequest(module: Books.descriptor)).pageInfo.totalItems
            }
            #expect(try await engine.delete(Books.query().where(\.age > 290).page(1, size: 2)) == 10)
            #expect(try await left() == 290)
            #expect(try await engine.delete(Books.query().ids((1...280).map { ContentID("b\($0)") })) == 280)
            #expect(try await left() == 10)
            #expect(try await engine.delete(Books.query().search(.all("T285", matching: .wholeWords))) == 1)
            // Items that only share a word stay.
            #expect(try await engine.delete(Books.query().search("T286 nothing")) == 0)
            #expect(try await engine.delete(Books.query().ids([])) == 0)
            #expect(try await left() == 9)
            #expect(try await engine.delete(Books.query()) == 9)
            #expect(try await left() == 0)
        }
    }
}
