import Foundation
import Quire
import QuireCore
import QuireHTTP
import QuirePocketBase
import Testing

/// The everyday calls of a client, on a real server, with collections as they are and with managed ones.
@Suite(.serialized, .timeLimit(.minutes(30))) struct EverydayCallTests {
    private static let count = 330

    private static func with(
        _ collections: PocketBaseSettings.Collections,
        _ body: (ContentClient, NotesServer) async throws -> Void
    ) async throws {
        let server = try await NotesServer.start()
        defer { server.node.stop() }
        if collections == .managed { try await server.call(.delete, "collections/notes") }
        let engine = server.engine(
            BearerToken(server.token),
            PocketBaseSettings(collections: collections, timeout: .seconds(900)))
        if collections == .managed { try await engine.prepare([Notes.descriptor]) }
        let content = ContentClient(engine: engine)
        for start in stride(from: 0, to: count, by: 110) {
            let created = try await content.batch { batch in
                for number in start..<start + 110 {
                    var draft = ContentDraft<Notes>()
                    draft.title = number % 5 == 0 ? .clear : .set("note \(number % 7)")
                    draft.number = .set(number)
                    batch.create(draft, id: ContentID(NotesServer.id(number)))
                }
            }
            #expect(created.failures.isEmpty)
        }
        try await body(content, server)
    }

    private static let kinds: [PocketBaseSettings.Collections] = [.existing, .managed]

    @Test("Items by id, existence, counts and limits", arguments: kinds)
    func reading(_ collections: PocketBaseSettings.Collections) async throws {
        try await Self.with(collections) { content, _ in
            let id: (Int) -> ContentID<Notes> = { ContentID(NotesServer.id($0)) }
            #expect(try await content.item(id(7)).number == 7)
            await #expect(throws: ItemNotFoundError.self) { try await content.item(id(999)) }
            #expect(try await content.item(ifExists: id(999)) == nil)
            let wanted = [300, 2, 299, 1]
            #expect(try await content.items(wanted.map(id)).map(\.number) == wanted)
            #expect(try await content.exists(Notes.query().where(\.number == 329)))
            #expect(try await !content.exists(Notes.query().where(\.number == 330)))
            #expect(try await content.count(Notes.query().where(\.title == nil)) == Self.count / 5)
            let few = try await content.fetch(Notes.query().sort(by: \.number, .descending).limit(3))
            #expect(few.map(\.number) == [329, 328, 327])
            var all: [Int] = []
            for try await note in content.all(Notes.query().sort(by: \.number)) { all.append(note.number) }
            #expect(all == Array(0..<Self.count))
        }
    }

    @Test(
        "Changes of all items of a query, although they leave the query, and deletions", arguments: kinds)
    func writing(_ collections: PocketBaseSettings.Collections) async throws {
        try await Self.with(collections) { content, _ in
            let matched = Notes.query().where(\.number < 250)
            #expect(try await content.update(matched) { $0.number = .set(1_000) } == 250)
            #expect(try await content.update(matched) { $0.number = .set(1_000) } == 0)
            #expect(try await content.count(Notes.query().where(\.number == 1_000)) == 250)
            #expect(try await content.delete(Notes.query().where(\.number == 1_000).limit(130)) == 130)
            #expect(try await content.delete(Notes.query().where(\.number == 1_000)) == 120)
            let left = try await content.fetch(Notes.query().sort(by: \.number).page(1, size: 200))
            #expect(left.map(\.number) == Array(250..<Self.count))
        }
    }

    @Test("Aggregates are refused, or computed in the client where the query allows it", arguments: kinds)
    func aggregates(_ collections: PocketBaseSettings.Collections) async throws {
        try await Self.with(collections) { content, _ in
            let query = Notes.query().where(\.number >= 10)
            await #expect(throws: UnsupportedError.self) {
                try await content.aggregate(query, .count, .max(\.number))
            }
            let (count, largest, mean) = try await content.aggregate(
                query.fallback(.clientSide(maxScanned: 1_000)), .count, .max(\.number), .average(\.number))
            let numbers = Array(10..<Self.count)
            #expect(count == numbers.count && largest == numbers.last)
            #expect(mean == Double(numbers.reduce(0, +)) / Double(numbers.count))
            await #expect(throws: (any Error).self) {
                try await content.aggregate(query.fallback(.clientSide(maxScanned: 100)), .count)
            }
            let titles = try await content.values(
                of: \.title, in: query.fallback(.clientSide(maxScanned: 1_000)))
            #expect(Set(titles) == Set((0..<7).map { "note \($0)" }))
            await #expect(throws: UnsupportedError.self) {
                try await content.transaction { _ in }
            }
        }
    }
}
