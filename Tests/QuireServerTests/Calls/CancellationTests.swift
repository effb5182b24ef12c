#if SQLite
import Foundation
import Quire
import QuireStore
import Testing

@testable import QuireServer

/// Requests that wait for the store, and cancelled requests.
@Suite(.timeLimit(.minutes(30))) struct CancellationTests {
    /// Holds the store's only writer until it is released.
    private final class HeldWriter: Sendable {
        private let gate = DispatchSemaphore(value: 0)
        private let task: Task<Void, any Error>

        init(_ store: Store) async throws {
            let (entries, entered) = AsyncStream<Void>.makeStream()
            task = Task { [gate] in
                try await store.transaction("hold the writer") { _ in
                    entered.yield()
                    gate.wait()
                }
            }
            for await _ in entries { break }
        }

        func letGo() async throws {
            gate.signal()
            try await task.value
        }
    }

    /// A store in a file, which can be read during writes.
    private func library() async throws -> (Library, TemporaryFolder) {
        let folder = try TemporaryFolder()
        let library = try await Library(.file(folder.url.appendingPathComponent("store.sqlite").path))
        try await library.load("books", #"{"id":"b","values":{"title":"B"}}"#)
        try await library.load("authors", #"{"id":"a","values":{"name":"A"}}"#)
        return (library, folder)
    }

    @Test("An invalid body is rejected before the transaction opens, and waits for no writer")
    func checksFirst() async throws {
        let (library, folder) = try await library()
        let writer = try await HeldWriter(library.store)
        for (method, path, body) in [
            ("POST", "generalcontent/instance", #"{"module":"books","values":{"titel":1}}"#),
            ("POST", "generalcontent/instance", #"{"values":{}}"#),
            ("POST", "generalcontent/instance", #"{"module":"books","publishedAt":"x"}"#),
            ("POST", "generalcontent/instance", #"{"module":"books","tags":[{}]}"#),
            ("PUT", "generalcontent/instance/b", #"{"module":"books","values":{"titel":1}}"#),
            ("PUT", "generalcontent/instance/b", #"{"values":{"titel":1}}"#),
            ("PUT", "generalcontent/instance/b?module=books", #"{"values":{"titel":1}}"#),
            ("DELETE", "generalcontent/instance/b?module=none", ""),
            ("POST", "generalcontent/instance/batch", #"{"created":7}"#),
        ] {
            #expect(try await library.send(method, path, body).status == 400, "\(method) \(path) \(body)")
        }
        try await writer.letGo()
        withExtendedLifetime(folder) {}
    }

    @Test("A search over several modules of a file reads concurrently with the writer")
    func searchesBeside() async throws {
        let (library, folder) = try await library()
        let writer = try await HeldWriter(library.store)
        #expect(try await library.search(#"{"sort":"createdAt asc"}"#).ids().count == 2)
        try await writer.letGo()
        withExtendedLifetime(folder) {}
    }

    @Test(
        "A write that is cancelled while it waits writes nothing",
        arguments: [
            ("POST", "generalcontent/instance", #"{"module":"books","id":"n","values":{}}"#),
            ("PUT", "generalcontent/instance/b", #"{"module":"books","values":{"title":"Changed"}}"#),
            ("DELETE", "generalcontent/instance/b", ""),
            (
                "POST", "generalcontent/instance/batch",
                #"{"created":[{"module":"books","id":"n","values":{}}],"deleted":[{"id":"b"}]}"#
            ),
        ])
    func givenUp(_ method: String, _ path: String, _ body: String) async throws {
        let (library, folder) = try await library()
        let before = try await library.search(#"{"moduleName":"books"}"#)
        let writer = try await HeldWriter(library.store)
        let request = Task { try await library.send(method, path, body) }
        request.cancel()
        try await writer.letGo()
        #expect(try await request.value.status == 503)
        #expect(try await library.search(#"{"moduleName":"books"}"#).json == before.json)
        withExtendedLifetime(folder) {}
    }

    @Test("A batch that is cancelled halfway is rolled back completely, not reported as partly failed")
    func cancelledBatch() async throws {
        let library = try await Library()
        let sent = (0..<200).map { #"{"module":"authors","id":"\#($0)","values":{}}"# }.joined(separator: ",")
        let batch = try await BatchPlan(
            [(.create, try elements(#"[\#(sent)]"#))], library.api.writes)
        let task = Task {
            try await library.store.transaction("write a batch") { transaction in
                let writing = library.api.writes.writing(in: transaction)
                return try library.api.writes.carryOut(batch, writing) { done in
                    if done == 100 { withUnsafeCurrentTask { $0?.cancel() } }
                }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await library.store.count(of: "authors") == 0)
    }

    @Test("A batch that is cancelled in its last operation is rolled back too")
    func cancelledAtTheEnd() async throws {
        let library = try await Library.filled()
        let batch = try await BatchPlan(
            [(.truncate, try elements(#"[{"module":"books"}]"#))], library.api.writes)
        let task = Task {
            try await library.store.transaction("write a batch") { transaction in
                let writing = library.api.writes.writing(in: transaction)
                return try library.api.writes.carryOut(batch, writing) { _ in
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("An error of the store ends a batch, and is not reported as one operation's failure")
    func storeError() async throws {
        let (library, folder) = try await library()
        let batch = try await BatchPlan(
            [(.create, try elements(#"[{"module":"authors","id":"n","values":{}}]"#))], library.api.writes)
        // A reader's connection cannot write.
        await #expect(throws: StoreError.self) {
            try await library.store.snapshot("write a batch") { transaction in
                let writing = library.api.writes.writing(in: transaction)
                return try library.api.writes.carryOut(batch, writing)
            }
        }
        withExtendedLifetime(folder) {}
    }

    @Test("Work inside a transaction ends when its request is cancelled: planning, truncating, merging")
    func cancelledWork() async throws {
        let library = try await Library.filled()
        func cancelled<Value: Sendable>(
            _ body: @escaping @Sendable () async throws -> Value
        ) async -> (any Error)? {
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await body()
            }
            do {
                _ = try await task.value
                return nil
            } catch {
                return error
            }
        }
        let created = try elements(#"[{"module":"authors","values":{}}]"#)
        #expect(
            await cancelled { try await BatchPlan([(.create, created)], library.api.writes) }
                is CancellationError)
        // Cancelled inside, because the store checks for cancellation before it starts.
        let call = try SearchCall(
            BodyObject(members: [.init("sort", .string("createdAt asc"))], path: ""), library.api.catalog)
        let truncating = Task {
            try await library.store.transaction("truncate") { transaction in
                withUnsafeCurrentTask { $0?.cancel() }
                return try library.api.writes.writing(in: transaction).truncate(
                    Library.modules[0])
            }
        }
        await #expect(throws: CancellationError.self) { try await truncating.value }
        let merging = Task {
            try await library.store.snapshot("search") { transaction in
                withUnsafeCurrentTask { $0?.cancel() }
                return try MergedSearch(
                    call: call, format: library.api.searches.formats.format(locale: nil),
                    transaction: transaction
                ).run()
            }
        }
        await #expect(throws: CancellationError.self) { try await merging.value }
        #expect(try await library.search(#"{"moduleName":"books"}"#).ids().count == 5)
    }

    private func elements(_ json: String) throws -> [JSONValue] {
        guard case .array(let elements) = try JSONValue(parsing: Data(json.utf8)) else { return [] }
        return elements
    }

    @Test(
        "Stopping cancels requests that run too long: the waiting write is not made, and the store can be closed"
    )
    func stops() async throws {
        let folder = try TemporaryFolder()
        let store = try await Store(
            .file(folder.url.appendingPathComponent("store.sqlite").path),
            modules: Library.modules.map(\.descriptor))
        var options = DevelopmentServer.Options()
        options.limits.stopTime = 100
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        options.faults = { _ in
            arrived.yield()
            return nil
        }
        let server = try DevelopmentServer(store: store, modules: Library.modules, options: options)
        try await server.start()
        let writer = try await HeldWriter(store)
        let client = try await RawClient.connect(server.port)
        try await client.send(post("generalcontent/instance", #"{"module":"authors","id":"n","values":{}}"#))
        for await _ in arrivals { break }
        async let stopped: Void = server.stop()
        // No response: the time limit has passed.
        #expect(try await client.rest() == "")
        try await writer.letGo()
        await stopped
        #expect(try await store.count(of: "authors") == 0)
        await store.close()
    }
}
#endif
