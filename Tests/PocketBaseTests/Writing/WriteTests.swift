import Foundation
import Quire
import QuireCore
import QuirePocketBase
import QuireRemote
import Testing
import TransportDoubles

/// Creating, updating and deleting on the real server, in both kinds of collections.
@Suite struct WriteTests {
    enum Mode: String, CaseIterable, CustomTestStringConvertible {
        case existing, managed
        var testDescription: String { rawValue }

        func engine(_ server: WritingServer) async throws -> PocketBaseEngine {
            switch self {
            case .existing: try await server.existing()
            case .managed: try await server.managed()
            }
        }
    }

    @Test(
        "An item is created with an id of its own, updated in part, and deleted", arguments: Mode.allCases,
        [true, false])
    func lifeCycle(_ mode: Mode, _ batches: Bool) async throws {
        let server = try await WritingServer.make(batches: batches)
        let engine = try await mode.engine(server)
        let values: JSONValue = .of([
            "title": .string("Emma"), "count": .integer(3), "price": .number(0.1), "done": .boolean(true),
            "day": .integer(1_714_972_089_123), "picks": .texts(["a", "b"]),
            "extra": .of(["k": .array([.integer(1), .null, .string("12")])]),
        ])
        let created = try await server.write(server.operation(.create, nil, values), to: engine)
        let id = try #require(created.instance?["id"]?.string)
        #expect(id.wholeMatch(of: /[a-z0-9]{15}/) != nil)
        for member in values.members ?? [] { #expect(created.values?[member.name] == member.value) }

        // Three states: set, clear, leave.
        let updated = try await server.write(
            server.operation(.update, id, .of(["title": .null, "count": .integer(4)])), to: engine)
        #expect(updated.values?["title"] == nil)
        #expect(updated.values?["count"]?.int == 4)
        #expect(updated.values?["price"]?.double == 0.1)
        #expect(updated.values?["picks"] == .texts(["a", "b"]))

        let changed = server.operation(.createOrUpdate, id, .of(["title": .string("New")]))
        #expect(try await server.write(changed, to: engine).values?["title"] == .string("New"))
        let other = server.operation(.createOrUpdate, "other0000000001", .of(["title": .string("Other")]))
        #expect(try await server.write(other, to: engine).values?["title"] == .string("Other"))

        #expect(try await server.write(server.operation(.delete, id), to: engine) == .deleted(nil))
        let again = try await server.write(server.operation(.delete, id), to: engine)
        #expect(again.failure?.reason == .notFound)
        let late = server.operation(.update, id, .of(["count": .integer(1)]))
        #expect(try await server.write(late, to: engine).failure?.reason == .notFound)
        #expect(try await server.count() == 1)
        let taken = server.operation(.create, "other0000000001", .of(["title": .string("Third")]))
        #expect(try await server.write(taken, to: engine).failure?.reason == .exists)
        #expect(try await server.record("other0000000001")["title"] == .string("Other"))
    }

    @Test(
        "Many operations go into few calls, and each succeeds or fails on its own", arguments: Mode.allCases)
    func batch(_ mode: Mode) async throws {
        let server = try await WritingServer.make()
        let engine = try await mode.engine(server)
        _ = try await server.write(server.operation(.create, "id0000000000000"), to: engine)
        var batch = WriteBatch()
        for number in 0..<120 {
            // Two of them have an id that is taken.
            let id = number == 60 || number == 100 ? "id0000000000000" : nil
            batch.operations.append(
                server.operation(.create, id, .of(["count": .integer(Int64(number))])))
        }
        server.log.clear()
        let results = try await engine.write(batch)
        #expect(results.indices.filter { results[$0].failure != nil } == [60, 100])
        #expect(results[60].failure?.reason == .exists && results[100].failure?.reason == .exists)
        #expect(try await server.count() == 119)
        #expect(server.log.requests.count < 12)
        var updates = WriteBatch()
        for result in results where result.failure == nil {
            updates.operations.append(
                server.operation(.update, result.instance?["id"]?.string, .of(["title": .string("x")])))
        }
        server.log.clear()
        #expect(try await engine.write(updates).allSatisfy(\.isSuccess))
        #expect(server.log.requests.count < 16)
    }

    @Test("All or none: a failure undoes the whole batch, and names its operation", arguments: Mode.allCases)
    func together(_ mode: Mode) async throws {
        let server = try await WritingServer.make()
        var settings = PocketBaseSettings(batches: .allOrNone)
        let first = server.operation(.create, "first0000000001", .of(["title": .string("A")]))
        let single = try await mode.engine(server)
        _ = try await server.write(first, to: single)
        settings.collections = single.settings.collections
        let engine = server.engine(settings, as: server.superuser)
        var batch = WriteBatch([
            server.operation(.create, "second000000001", .of(["title": .string("B")])),
            server.operation(.update, "first0000000001", .of(["title": .string("C")])),
            server.operation(.delete, "missing00000001"),
        ])
        var results = try await engine.write(batch)
        #expect(results.map { $0.failure?.reason } == [.other, .other, .notFound])
        #expect(results[0].failure?.message.contains("operation 3") == true)
        #expect(try await server.count() == 1)
        #expect(try await server.record("first0000000001")["title"] == .string("A"))
        batch.operations.removeLast()
        results = try await engine.write(batch)
        #expect(results.map { $0.values?["title"] } == [.string("B"), .string("C")])
        #expect(try await server.count() == 2)

        let without = try await WritingServer.make(batches: false)
        await #expect(throws: UnsupportedError.self) {
            try await without.engine(settings, as: without.superuser)
                .write(WriteBatch([without.operation(.create, nil)]))
        }
    }

    @Test("A collection is emptied by a superuser, and by nobody else")
    func truncate() async throws {
        let server = try await WritingServer.make()
        let guest = try await server.existing()
        _ = try await guest.write(WriteBatch((0..<60).map { _ in server.operation(.create, nil) }))
        let truncate = server.operation(.truncate, nil)
        #expect(try await server.write(truncate, to: guest).failure?.reason == .notAllowed)
        #expect(try await server.count() == 60)
        let superuser = server.engine(as: server.superuser)
        #expect(try await server.write(truncate, to: superuser) == .truncated(nil))
        #expect(try await server.count() == 0)
    }

    @Test("What the server would ignore or change is refused or reported, never silently lost")
    func exactness() async throws {
        let server = try await WritingServer.make()
        let engine = try await server.existing()
        // Before anything is sent.
        let refused: [(String, JSONValue)] = [
            ("count", .integer(1 << 53 + 1)), ("day", .integer(400_000_000_000_000)), ("title", .string("")),
            ("picks", .texts(["a", "a"])), ("unknown", .integer(1)), ("extra", .integer(.max)),
        ]
        for (name, value) in refused {
            let failure = try await server.write(
                server.operation(.create, nil, .object([.init(name, value)])), to: engine
            ).failure
            #expect(failure?.reason == .invalid, "\(name)")
            #expect(failure?.fields.map(\.name) == [name], "\(name)")
        }
        #expect(!server.log.requests.contains { $0.method == .post && $0.url.path.hasSuffix("records") })
        // By the server, as problems of fields.
        func created(_ name: String, _ value: JSONValue) async throws -> WriteError? {
            try await server.write(
                server.operation(.create, nil, .object([.init(name, value)])), to: engine
            ).failure
        }
        let long = try await created("title", .string(String(repeating: "x", count: 6_000)))
        #expect(long?.reason == .invalid && long?.fields.map(\.name) == ["title"])
        #expect(try await created("title", .string("unique 1")) == nil)
        let twin = try await created("title", .string("unique 1"))
        #expect(twin?.reason == .invalid && twin?.fields.first?.constraint == .unique)
        let choice = try await created("picks", .texts(["z"]))
        #expect(choice?.reason == .invalid && choice?.fields.map(\.name) == ["picks"])
        // By comparing the response: the server ignores values of a field that it hides.
        let collection = try await server.call(.get, ["collections", server.module.name], nil)
        let fields = (collection["fields"]?.elements ?? []).map {
            $0["name"] == .string("price") ? $0.setting("hidden", .boolean(true)) : $0
        }
        try await server.call(
            .patch, ["collections", server.module.name], .of(["fields": .array(fields)]))
        let dropped = try await server.write(
            server.operation(
                .create, "dropped00000001", .of(["count": .integer(1), "price": .number(2)])), to: engine
        ).failure
        #expect(dropped?.reason == .other)
        #expect(dropped?.fields.map(\.name) == ["price"])
        #expect(dropped?.fields.first?.code == "fieldNotWritten")
        #expect(try await server.record("dropped00000001")["count"]?.int == 1)
        // Nothing is lost where the field has no value in a new item. A former value that is to be cleared would be.
        #expect(try await created("count", .integer(3)) == nil)
        let kept = try await server.write(
            server.operation(.update, "dropped00000001", .of(["price": .null])), to: engine
        ).failure
        #expect(kept?.fields.map(\.name) == ["price"])
    }

    @Test("A rule that forbids a write is told apart from an item that does not exist")
    func rules() async throws {
        let server = try await WritingServer.make(batches: false)
        let engine = try await server.existing(updateRule: "@request.auth.id != ''")
        let one: JSONValue = .of(["count": .integer(1)])
        _ = try await server.write(server.operation(.create, "a00000000000001", one), to: engine)
        let update = server.operation(.update, "a00000000000001", .of(["count": .integer(2)]))
        let forbidden = try await server.write(update, to: engine).failure
        #expect(forbidden?.reason == .notAllowed && forbidden?.status == 404)
        let missing = server.operation(.update, "b00000000000001", one)
        #expect(try await server.write(missing, to: engine).failure?.reason == .notFound)
        try await server.call(
            .patch, ["collections", server.module.name],
            .of(["createRule": .string("@request.auth.id != ''")]))
        let create = server.operation(.create, nil, one)
        #expect(try await server.write(create, to: engine).failure?.reason == .notAllowed)
        #expect(try await server.record("a00000000000001")["count"]?.int == 1)
    }

    @Test("Hostile texts are stored to the byte", arguments: Mode.allCases)
    func hostile(_ mode: Mode) async throws {
        let server = try await WritingServer.make()
        let engine = try await mode.engine(server)
        let texts = [
            "'\"\\`", "%_", "@request.auth.id", "@now", "a && b || (c)", "\u{0}x", "null", "12", "{\"a\":1}",
            " lead", "\u{202E}x", "e\u{301} \u{E9}", "|p1|", "\u{E0F0}\u{E0F2}", "<script>", "{{x}}",
        ]
        let batch = WriteBatch(
            texts.map { text in
                server.operation(
                    .create, nil, .of(["title": .string(text), "extra": .of([text: .string(text)])]))
            })
        for (text, result) in zip(texts, try await engine.write(batch)) {
            #expect(
                result.failure == nil, "\(text.debugDescription): \(String(describing: result.failure))")
            guard case .string(let stored)? = result.values?["title"] else { continue }
            #expect(Array(stored.utf8) == Array(text.utf8))
            #expect(result.values?["extra"] == .of([text: .string(text)]))
        }
    }
}
