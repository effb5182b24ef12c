#if SQLite
import Foundation
import Quire
import Testing

import QuireStore

/// `unique` in the store: which writes are refused, and which content is kept.
@Suite struct UniqueTests {
    private func store() async throws -> (Store, ContentClient) {
        let store = try await Store(.memory, modules: [Members.descriptor])
        return (store, ContentClient(engine: store))
    }

    private func draft(_ email: String?, age: Int? = nil) -> ContentDraft<Members> {
        var draft = ContentDraft<Members>()
        if let email { draft.email = .set(email) }
        if let age { draft.age = .set(age) }
        return draft
    }

    @Test(
        "A second item with the value is refused, and the error names the field, the value and the other item"
    )
    func secondItem() async throws {
        let (store, content) = try await store()
        _ = try await content.create(draft("a@x", age: 20), id: "first")
        let error = await #expect(throws: WriteError.self) {
            try await content.create(draft("a@x", age: 20), id: "second")
        }
        #expect(error?.reason == .invalid)
        #expect(error?.fields.compactMap(\.constraint) == [.unique, .unique])
        #expect(
            error?.description
                == #"Could not create members second: values break constraints of the schema; email: expected a value that no other item has, found "a@x", which the item "first" has; age: expected a value that no other item has, found 20, which the item "first" has. Use another value, or update the item that has it."#
        )
        #expect(try await store.count(Members.self) == 1)
    }

    @Test("Values are compared exactly: case, Unicode form and missing values differ")
    func comparison() async throws {
        let (store, content) = try await store()
        for email in ["a@x", "A@x", "é@x", "e\u{301}@x", " a@x"] {
            _ = try await content.create(draft(email))
        }
        for _ in 0..<3 { _ = try await content.create(draft(nil)) }
        #expect(try await store.count(Members.self) == 8)
    }

    @Test("An item may be updated with its own value, and take a value that another item gave up")
    func updates() async throws {
        let (_, content) = try await store()
        let first = try await content.create(draft("a@x"), id: "first")
        _ = try await content.create(draft("b@x"), id: "second")
        _ = try await content.update(first.id, with: draft("a@x", age: 30))
        await #expect(throws: WriteError.self) { try await content.update(first.id, with: draft("b@x")) }
        _ = try await content.update("second", with: draft("c@x"))
        _ = try await content.update(first.id, with: draft("b@x"))
        try await content.delete(ContentID<Members>("second"))
        _ = try await content.create(draft("c@x"))
    }

    @Test(
        "In a batch, the first of two items with the value is stored, and the error of the second names both")
    func batch() async throws {
        let (_, content) = try await store()
        var batch = WriteBatch()
        batch.create(draft("a@x"), id: "first")
        batch.create(draft("a@x"), id: "second")
        batch.create(draft("b@x"), id: "third")
        let result = try await content.write(batch)
        #expect(result.succeeded == 2)
        let failure = try #require(result.failures.first)
        #expect(failure.id == "second")
        #expect(failure.fields.first?.message?.contains(#"the item "first" has"#) == true)
    }

    @Test("Upserting items stores none of them if one has the value of another")
    func upsert() async throws {
        let (store, _) = try await store()
        let items = [
            Members.item("1", .init(email: "a@x")), Members.item("2", .init(email: "a@x", nick: "too long")),
        ]
        let error = await #expect(throws: WriteError.self) { try await store.upsert(items) }
        #expect(error?.id == "2")
        #expect(error?.fields.compactMap(\.constraint) == [.maxLength(5), .unique])
        #expect(try await store.count(Members.self) == 0)
        try await store.upsert(items, checksConstraints: false)
        #expect(try await store.count(Members.self) == 2)
    }

    @Test("Of two connections that write the same value at once, exactly one succeeds")
    func connections() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sqlite").path
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let stores = [
            try await Store(.file(path), modules: [Members.descriptor]),
            try await Store(.file(path), modules: [Members.descriptor]),
        ]
        let successes = await withTaskGroup(of: [Int].self) { group in
            for store in stores {
                group.addTask {
                    var stored: [Int] = []
                    for number in 0..<50 {
                        let draft = draft("\(number)@x")
                        if (try? await ContentClient(engine: store).create(draft)) != nil {
                            stored.append(number)
                        }
                    }
                    return stored
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(successes.sorted() == Array(0..<50))
        #expect(try await stores[0].count(Members.self) == 50)
    }

    @Test("The lookup of a unique value uses an index")
    func usesIndex() async throws {
        let (store, _) = try await store()
        let column = try store.column(of: "email", in: "members")
        #expect(column.isIndexed)
        let plan = try await store.queryPlan(
            "SELECT id FROM \(store.table(of: "members")) WHERE \"\(column.name)\" = 'a' "
                + "AND id <> 'b' AND deletedAt IS NULL")
        #expect(plan.hasPrefix("SEARCH") && plan.contains(column.name), "\(plan)")
    }

    @Test("A file with duplicates opens under a schema that forbids them, and they stay readable")
    func tightened() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sqlite").path
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let loose = ModuleDescriptor(
            #"{"name": "members", "fields": [{"name": "email", "type": "text"}, {"name": "nick", "type": "text"}, {"name": "age", "type": "integer"}]}"#
        )
        do {
            let store = try await Store(.file(path), modules: [loose])
            let lines = (0..<3).map {
                #"{"id":"\#($0)","values":{"email":"same","nick":"far too long","age":3}}"#
            }
            let summary = try await store.load(
                "members", from: .data(Data(lines.joined(separator: "\n").utf8)))
            #expect(summary.inserted == 3)
        }
        let store = try await Store(.file(path), modules: [Members.descriptor])
        let content = ContentClient(engine: store)
        let page = try await content.fetch(Members.query())
        #expect(page.map(\.nick) == ["far too long", "far too long", "far too long"])
        // An update of one field does not check the others.
        var draft = ContentDraft<Members>()
        draft.nick = .set("short")
        let updated = try await content.update("0", with: draft)
        #expect(updated.email == "same")
        await #expect(throws: WriteError.self) { try await content.save(updated) }
    }
}
#endif
