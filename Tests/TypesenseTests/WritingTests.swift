import Foundation
import Quire
import QuireTypesense
import SampleModules
import Testing

/// Writes have the same effect as on every engine that stores content.
@Suite struct WritingTests {
    @Test("Items are created, changed, saved and deleted; a change since the read is a conflict")
    func lifeCycle() async throws {
        try await withLiveEngine([Books.descriptor, Authors.descriptor]) { (engine) async throws in
            let content = ContentClient(engine: engine)
            var draft = Books.Draft()
            draft.title = .set("Emma")
            draft.age = .set(12)
            draft.price = .set(1)
            draft.active = .set(true)
            let created = try await content.create(draft)
            #expect(created.id.rawValue.count == 24)
            #expect(try await content.fetch(Books.query()).items == [created])
            var change = Books.Draft()
            change.age = .set(13)
            let updated = try await content.update(created, with: change)
            #expect(updated.age == 13)
            #expect(updated.title == "Emma")
            await #expect(throws: WriteConflictError<Books>.self) {
                try await content.update(created, with: change)
            }
            #expect(try await content.count(Books.query().where(\.age == 13)) == 1)
            #expect(try await content.count(Books.query().where(\.age == 12)) == 0)
            let missing = await #expect(throws: WriteError.self) {
                try await content.update(ContentID<Books>("nobody"), with: change)
            }
            #expect(missing?.reason == .notFound)
            let twice = await #expect(throws: WriteError.self) {
                try await content.create(draft, id: created.id)
            }
            #expect(twice?.reason == .exists)
            try await content.delete(updated)
            #expect(try await content.count(Books.query()) == 0)
            await #expect(throws: WriteError.self) { try await content.delete(updated) }
        }
    }

    @Test("A batch over modules runs in order, and each operation has its own result")
    func batch() async throws {
        try await withLiveEngine([Books.descriptor, Authors.descriptor]) { (engine) async throws in
            let content = ContentClient(engine: engine)
            try await engine.fill(Books.descriptor, (1...3).map { #"{"id":"old\#($0)","values":{}}"# })
            let book = Book(id: "b1", values: .init(title: "Emma", age: 1))
            let result = try await content.batch { batch in
                batch.delete(ContentID<Books>("b1"))
                batch.create(book)
                batch.delete(all: Books.self)
                batch.create(Author(id: "a1", values: .init(fullName: "Ann")))
                batch.delete(ContentID<Authors>("a9"))
            }
            #expect(result.results.map(\.isSuccess) == [true, true, true, true, false])
            guard case .truncated(3) = result.results[2] else {
                Issue.record("\(result.results[2])")
                return
            }
            #expect(try await content.count(Books.query()) == 0)
            #expect(try await content.fetch(Authors.query()).map(\.fullName) == ["Ann"])
        }
    }

    @Test("Many concurrent writers of one engine lose no change of one item")
    func concurrentWriters() async throws {
        try await withLiveEngine([Books.descriptor]) { (engine) async throws in
            let content = ContentClient(engine: engine)
            try await content.create(Book(id: "b1", values: .init(title: "Emma", age: 1)))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<12 {
                    group.addTask {
                        var draft = Books.Draft()
                        switch index % 3 {
                        case 0: draft.rank = .set(7)
                        case 1: draft.registration = .set("r")
                        default: draft.price = .set(9.5)
                        }
                        try await content.update(ContentID<Books>("b1"), with: draft)
                    }
                }
                try await group.waitForAll()
            }
            let book = try #require(try await content.fetch(Books.query()).first)
            #expect(book.rank == 7)
            #expect(book.registration == "r")
            #expect(book.price == 9.5)
        }
    }

    @Test("If two engines create one item concurrently, one gets the error that it exists")
    func creatingTwice() async throws {
        let prefix = "t\(UUID().uuidString)_"
        try await withLiveEngine([Books.descriptor], prefix: prefix) { (engine) async throws in
            let other = try await liveEngine(prefix: prefix)
            for round in 0..<5 {
                let results = await withTaskGroup(of: WriteResult?.self) { group in
                    for (number, engine) in [engine, other].enumerated() {
                        group.addTask {
                            let book = Book(
                                id: ContentID("b\(round)"), values: .init(title: "T\(number)", age: 1))
                            var batch = WriteBatch()
                            batch.create(book)
                            return try? await engine.write(batch).first
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(results.count { $0?.isSuccess == true } == 1)
                let failures = results.compactMap {
                    if case .failed(let failure)? = $0 { failure } else { nil }
                }
                #expect(failures.map(\.reason) == [.exists])
            }
        }
    }
}
