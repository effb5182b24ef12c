#if SQLite
import Foundation
import Quire
import QuireStore
import SampleModules
import Testing

/// Writes in the store: types are checked, one transaction, unknown values stay.
@Suite("Writing: the store")
struct StoreWriteTests {
    @Test("An invalid value fails its own operation, and names the field")
    func invalid() async throws {
        let store = try await Store(.memory, modules: [Novels.descriptor])
        var bad = WriteOperation(.create, Novels.descriptor, id: "bad")
        bad.values = .object([.init("title", .string("x")), .init("rank", .string("first"))])
        var good = WriteOperation(.create, Novels.descriptor, id: "good")
        good.values = .object([.init("title", .string("x"))])
        let results = try await store.write(WriteBatch([bad, good]))
        guard case .failed(let failure) = results[0] else {
            Issue.record("\(results)")
            return
        }
        #expect(failure.reason == .invalid)
        #expect(failure.fields.map(\.name) == ["rank"])
        #expect(results[1].isSuccess)
        #expect(try await store.count(Novels.self) == 1)
    }

    @Test("An unknown module is rejected, and nothing of the batch is stored")
    func unknownModule() async throws {
        let store = try await Store(.memory, modules: [Novels.descriptor])
        await #expect(throws: StoreError.self) {
            try await ContentClient(engine: store).batch { batch in
                batch.create(Novel(id: "1", values: .init(title: "x")))
                batch.create(Book(id: "2", values: .init(title: "x", age: 1)))
            }
        }
        #expect(try await store.count(Novels.self) == 0)
    }

    @Test("Values outside the schema survive a partial update")
    func unknownValues() async throws {
        let store = try await Store(.memory, modules: [Novels.descriptor])
        let content = ContentClient(engine: store)
        var novel = Novel(id: "1", values: .init(title: "Emma"))
        novel.metadata.unknownValues = ["shelf": .integer(7)]
        try await content.create(novel)
        var draft = Novels.Draft()
        draft.rank = .set(1)
        try await content.update("1", with: draft)
        let read = try await content.fetch(Novels.query().keepUnknownValues())
        #expect(read.first?.metadata.unknownValues == ["shelf": .integer(7)])
        #expect(read.first?.rank == 1)
    }

    @Test("When many writers each increment a number, every increment counts: conflicts make them read again")
    func writers() async throws {
        let store = try await Store(.memory, modules: [Novels.descriptor])
        let content = ContentClient(engine: store)
        try await content.create(Novel(id: "1", values: .init(title: "Counter", rank: 0)))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<5 {
                        var isDone = false
                        while !isDone {
                            guard var novel = try await content.first(Novels.query()) else { return }
                            novel.rank = (novel.rank ?? 0) + 1
                            do {
                                try await content.save(novel)
                                isDone = true
                            } catch is WriteConflictError<Novels> {}
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await content.first(Novels.query())?.rank == 40)
    }
}
#endif
