import Foundation
import Quire
import QuireCore
import QuireHTTP
import QuirePocketBase
import QuireRemote
import Testing
import TransportDoubles

/// Batches that the server ends, rejections whose reason cannot be read, and the claims of revisions.
@Suite("PocketBase: rejected writes", .serialized) struct RefusalTests {
    /// The numbers of parts of the batches that were sent.
    private static func batches(_ bodies: [JSONValue]) -> [Int] {
        bodies.compactMap { $0["requests"]?.elements?.count }.filter { $0 > 0 }
    }

    private static func creation(_ number: Int) -> WriteOperation {
        var operation = WriteOperation(
            .create, FillingServer.former, id: FillingServer.id(number))
        operation.values = .of(["title": .string("\(number)"), "age": .count(number)])
        return operation
    }

    @Test("A batch that takes longer than the server allows is divided until it fits")
    func timeout() async throws {
        let server = try await FillingServer.start(files: [
            "pb_hooks/slow.pb.js": """
            onRecordCreate((e) => { sleep(350); e.next() }, "filled")
            """
        ])
        defer { server.node.stop() }
        try await server.call(
            .patch, ["settings"],
            .of([
                "batch": .of([
                    "enabled": .boolean(true), "maxRequests": .integer(50), "timeout": .integer(1),
                ])
            ]))
        let bodies = SentBodies()
        let transport = InterleavedTransport(NetworkTransport()) { bodies.note($0) }
        let operations = (0..<8).map(Self.creation)
        let results = try await server.engine(transport: transport).write(WriteBatch(operations))
        #expect(results.count == 8 && results.allSatisfy(\.isSuccess), "\(results)")
        let sizes = Self.batches(bodies.all)
        #expect(sizes.first == 8 && sizes.contains(4) && sizes.contains(2), "\(sizes)")
        #expect(try await server.items().count == 8)
    }

    @Test("A rejection whose reason cannot be read is an unknown result, not that the item exists")
    func unreadable() async throws {
        let server = try await FillingServer.start()
        defer { server.node.stop() }
        try await server.write([1], seed: 1)
        let transport = WatchedTransport(NetworkTransport()) { request, response in
            request.method == .get && request.url.path().hasSuffix("/records/\(FillingServer.id(1))")
                ? HTTPResponse(status: 503) : response
        }
        let engine = server.engine(transport: transport)
        await #expect { try await engine.write(WriteBatch([Self.creation(1)])) } throws: {
            ($0 as? PocketBaseError)?.status == 503
        }
        var settings = engine.settings
        settings.batchSize = 1
        let single = PocketBaseEngine(
            baseURL: server.node.url, authorization: BearerToken(server.token), settings: settings,
            transport: transport)
        let results = try await single.write(WriteBatch([Self.creation(2), Self.creation(1)]))
        #expect(results.first?.isSuccess == true)
        #expect(results.last?.failure?.reason == .noResponse)
        // The plain reason.
        let known = try await server.engine().write(WriteBatch([Self.creation(1)]))
        #expect(known.first?.failure?.reason == .exists)
    }

    @Test(
        "Claims of revisions are removed after a day, by prepare and by the hooks", arguments: [false, true])
    func claims(_ byHooks: Bool) async throws {
        var files = [
            "pb_hooks/age.pb.js": """
            routerAdd("POST", "/api/age", (e) => {
                $app.db().newQuery("UPDATE quire_revisions SET created = '2024-01-01 00:00:00.000Z'").execute()
                return e.noContent(204)
            })
            """
        ]
        for (name, text) in PocketBaseHooks().files { files["pb_hooks/\(name)"] = text }
        let server = try await FillingServer.start(files: files)
        defer { server.node.stop() }
        let engine = server.engine(.revisions)
        _ = try await engine.write(WriteBatch((0..<3).map(Self.creation)))
        func update(_ count: Int) async throws {
            for round in 0..<count {
                var operation = WriteOperation(
                    .update, FillingServer.former, id: FillingServer.id(round % 3))
                operation.modifiers = [FieldModifier(.add, .integer(1), of: "age")]
                let results = try await engine.write(WriteBatch([operation]))
                #expect(results.first?.isSuccess == true)
            }
        }
        func claims() async throws -> Int? {
            try await server.call(.get, ["collections", "quire_revisions", "records"])["totalItems"]?.int
        }
        try await update(70)
        try await server.call(.post, ["age"])
        try await update(4)
        #expect(try await claims() == 74)
        if byHooks {
            try await server.call(.post, ["crons", "quire_journal"])
            try await eventually { try await claims() == 4 }
        } else {
            try await engine.prepare([FillingServer.former])
        }
        #expect(try await claims() == 4)
        // The claims are not in the journal.
        let journal = try await server.call(.get, ["collections", "quire_journal", "records"])
        #expect(journal["totalItems"]?.int == 77)
        try await update(3)
        #expect(try await claims() == 7)
        let ages = try await server.items().values.compactMap { $0["age"]?.int }.reduce(0, +)
        #expect(ages == 0 + 1 + 2 + 77)
    }

    @Test("The server's clock decides which claims are old, whatever the device's says")
    func clock() async throws {
        let server = try await FillingServer.start()
        defer { server.node.stop() }
        let engine = server.engine(.revisions)
        _ = try await engine.write(WriteBatch([Self.creation(1)]))
        var operation = WriteOperation(.update, FillingServer.former, id: FillingServer.id(1))
        operation.values = .of(["age": .integer(5)])
        #expect(try await engine.write(WriteBatch([operation])).first?.isSuccess == true)
        func claims() async throws -> Int? {
            try await server.call(.get, ["collections", "quire_revisions", "records"])["totalItems"]?.int
        }
        /// Prepares with a server whose clock seems to be ahead.
        func prepare(ahead hours: Double) async throws {
            let date = Date(timeIntervalSinceNow: hours * 3_600)
            let transport = WatchedTransport(NetworkTransport()) { _, response in
                var response = response
                response.headers["Date"] = Self.httpDate(date)
                return response
            }
            try await server.engine(transport: transport).prepare([FillingServer.former])
        }
        try await prepare(ahead: 23)
        #expect(try await claims() == 1)
        try await prepare(ahead: -1_000)
        #expect(try await claims() == 1)
        try await prepare(ahead: 25)
        #expect(try await claims() == 0)
    }

    private static func httpDate(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: date)
    }
}

/// The bodies of requests, parsed.
private final class SentBodies: @unchecked Sendable {
    private let lock = NSLock()
    private var bodies: [JSONValue] = []

    var all: [JSONValue] { lock.withLock { bodies } }

    func note(_ request: HTTPRequest) {
        guard let body = request.body, let json = try? JSONValue(parsing: body) else { return }
        lock.withLock { bodies.append(json) }
    }
}
