import Foundation
import Quire
import QuireCore
import QuirePocketBase
import QuireRemote
import Testing
import TransportDoubles

/// Concurrent writers.
@Suite struct ConflictTests {
    private static let id = "a00000000000001"

    @Test(
        "An update that is based on an older version is a conflict", arguments: [true, false],
        WriteTests.Mode.allCases)
    func conflict(_ batches: Bool, _ mode: WriteTests.Mode) async throws {
        let server = try await WritingServer.make(batches: batches)
        let engine = try await mode.engine(server)
        func update(_ count: Int64, _ seen: Date?) async throws -> WriteResult {
            try await server.write(
                server.operation(.update, Self.id, .of(["count": .integer(count)]), seen: seen), to: engine)
        }
        let first = try await server.write(
            server.operation(.create, Self.id, .of(["count": .integer(1)])), to: engine)
        // Versions are milliseconds.
        try await Task.sleep(for: .milliseconds(3))
        #expect(try await update(2, first.updatedAt).isSuccess)
        let late = try await update(3, first.updatedAt)
        #expect(late.failure?.reason == .conflict)
        let newer = try late.failure?.newer.map { try JSONValue(parsing: $0) }
        #expect(newer?["values"]?["count"]?.int == 2)
        #expect(try await server.record(Self.id)["count"]?.int == 2)
        #expect(
            try await engine.conflictDetection == (mode == .managed && batches ? .revisions : .compare))
    }

    @Test("Of 240 increments by four writers, none is lost with revisions")
    func revisions() async throws {
        let server = try await WritingServer.make()
        let engine = try await server.managed(PocketBaseSettings(timeout: .seconds(300)))
        _ = try await server.write(
            server.operation(.create, Self.id, .of(["count": .integer(0)])), to: engine)
        try await Self.race { try await Self.add(server, engine) }
        #expect(try await server.record(Self.id)["count"]?.int == 240)
    }

    @Test("If something sets a record's revision back, its updates go on, and none is lost")
    func setBack() async throws {
        let server = try await WritingServer.make()
        let engine = try await server.managed(PocketBaseSettings(timeout: .seconds(300)))
        _ = try await server.write(
            server.operation(.create, Self.id, .of(["count": .integer(0)])), to: engine)
        for _ in 0..<12 { try await Self.add(server, engine) }
        // As a form in the dashboard does that was open meanwhile.
        let revision = try #require(try await server.record(Self.id)["q_rev"]?.wholeNumber)
        let path = Administrator.records(of: server.module.name, Self.id)
        try await server.call(.patch, path, .of(["q_rev": .integer(revision - 11)]))
        try await Self.race { try await Self.add(server, engine) }
        let record = try await server.record(Self.id)
        #expect(record["count"]?.int == 252)
        #expect(record["q_rev"]?.wholeNumber == revision + 240)
    }

    @Test(
        "Of 480 increments by four writers, none is lost with an update rule, nor with PocketBase's own modifier"
    )
    func rule() async throws {
        let server = try await WritingServer.make()
        let rule = "@request.headers.x_if_updated = '' || updated = @request.headers.x_if_updated"
        let engine = try await server.existing(
            updateRule: rule,
            settings: PocketBaseSettings(timeout: .seconds(300), conflictDetection: .rule))
        _ = try await server.write(
            server.operation(.create, Self.id, .of(["count": .integer(0)])), to: engine)
        try await Self.race { try await Self.add(server, engine) }
        #expect(try await server.record(Self.id)["count"]?.int == 240)
        try await Self.race { try await Self.readAndAdd(server, engine) }
        #expect(try await server.record(Self.id)["count"]?.int == 480)
    }

    @Test(
        "Without an exact way, a change that depends on the stored value is refused",
        arguments: WriteTests.Mode.allCases)
    func refused(_ mode: WriteTests.Mode) async throws {
        let server = try await WritingServer.make(batches: false)
        let engine = try await mode.engine(server)
        _ = try await server.write(
            server.operation(.create, Self.id, .of(["count": .integer(0)])), to: engine)
        let result = try await server.write(server.adding(1, Self.id), to: engine)
        #expect(result.failure?.reason == .invalid && result.failure?.fields.map(\.name) == ["count"])
        #expect(try await server.record(Self.id)["count"]?.int == 0)
    }

    @Test("Changes of choices are made by the server in an existing collection")
    func lists() async throws {
        let server = try await WritingServer.make()
        let engine = try await server.existing()
        _ = try await server.write(
            server.operation(.create, Self.id, .of(["picks": .texts(["a", "b"])])), to: engine)
        var operation = server.operation(.update, Self.id)
        operation.modifiers = [FieldModifier(.remove, .texts(["a"]), of: "picks")]
        #expect(try await server.write(operation, to: engine).values?["picks"] == .texts(["b"]))
        operation.modifiers = [FieldModifier(.append, .texts(["c", "b"]), of: "picks")]
        #expect(try await server.write(operation, to: engine).values?["picks"] == .texts(["b", "c"]))
    }

    /// Four writers, 60 times each.
    private static func race(_ write: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<60 { try await write() } }
            }
            try await group.waitForAll()
        }
    }

    private static func add(_ server: WritingServer, _ engine: PocketBaseEngine) async throws {
        if let failure = try await server.write(server.adding(1, id), to: engine).failure { throw failure }
    }

    /// Adds 1 as a program does that reads first, and again after each conflict.
    private static func readAndAdd(_ server: WritingServer, _ engine: PocketBaseEngine) async throws {
        while true {
            let record = try await server.record(id)
            let result = try await server.write(
                server.operation(
                    .update, id, .of(["count": .integer(Int64((record["count"]?.int ?? 0) + 1))]),
                    seen: Administrator.date(record["updated"]?.string ?? "")), to: engine)
            guard let failure = result.failure else { return }
            guard failure.reason == .conflict else { throw failure }
        }
    }
}
