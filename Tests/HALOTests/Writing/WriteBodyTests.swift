import Foundation
import Quire
import SampleModules
import Testing
import TransportDoubles

@testable import QuireHALO

/// The request bodies of writes: §1.11 and §1.12 of HALO's protocol, byte for byte.
@Suite("HALO: write requests")
struct WriteBodyTests {
    /// 14 November 2023, 22:13:20.123.
    private static let now = Date(milliseconds: 1_700_000_000_123)

    private func call(_ fill: (inout WriteBatch) -> Void) throws -> HALOCall {
        var batch = WriteBatch()
        fill(&batch)
        let write = HALOWrite(settings: .init(), now: Self.now)
        try write.check(batch)
        return try #require(try write.call(batch.operations[0]))
    }

    private func text(_ call: HALOCall) -> String {
        String(decoding: call.body ?? Data(), as: UTF8.self)
    }

    private func batchText(
        _ settings: HALOEngine.Settings = .init(), _ fill: (inout WriteBatch) -> Void
    ) throws -> String {
        var batch = WriteBatch()
        fill(&batch)
        let write = HALOWrite(settings: settings, now: Self.now)
        try write.check(batch)
        return text(write.call(batch))
    }

    private static func novel() -> Novel {
        var novel = Novel(id: "n/1", name: "Emma", values: .init(title: "Emma", rank: 3))
        novel.metadata.module = "m1"
        novel.metadata.createdAt = Date(milliseconds: 1_474_980_516_487)
        novel.metadata.updatedAt = Date(milliseconds: 1_474_980_516_999)
        novel.metadata.publishedAt = Date(milliseconds: 1_474_980_516_495)
        novel.metadata.tags = [Tag(name: "brand", value: "Lamborghini")]
        novel.metadata.createdBy = "Jane"
        novel.metadata.updatedBy = "Jane"
        novel.metadata.deletedBy = "Jane"
        novel.metadata.revision = 3
        novel.metadata.customerId = 1
        return novel
    }

    @Test(
        "A draft is created with its module, name, the time in milliseconds, values, and tags even if empty"
    )
    func createDraft() throws {
        var draft = Novels.Draft()
        draft.metadata.name = .set("Book 1")
        draft.title = .set("Émile \"x\"")
        draft.released = .set(Date(timeIntervalSince1970: 86_400))
        let call = try call { $0.create(draft) }
        #expect(call.method == .post)
        #expect(call.path == ["generalcontent", "instance"])
        #expect(
            text(call)
                == #"{"module":"m1","name":"Book 1","createdAt":1700000000123,"values":{"title":"Émile \"x\"","released":"1970-01-02"},"tags":[]}"#
        )
    }

    @Test("A draft may lack everything, including required fields")
    func createEmptyDraft() throws {
        #expect(
            text(try call { $0.create(incomplete: Novels.Draft()) })
                == #"{"module":"m1","createdAt":1700000000123,"values":{},"tags":[]}"#)
    }

    @Test("A whole item is created with its values; author, revision and customer are set by the server")
    func createItem() throws {
        var novel = Self.novel()
        novel.metadata.unknownValues = ["shelf": .integer(7)]
        novel.metadata.removedAt = Date(milliseconds: 1)
        #expect(
            text(try call { $0.create(novel) })
                == #"{"id":"n/1","module":"m1","name":"Emma","createdAt":1474980516487,"values":{"title":"Emma","rank":3,"shelf":7},"#
                + #""tags":[{"name":"brand","value":"Lamborghini","tagType":"000000000000000000000002"}],"#
                + #""publishedAt":1474980516495,"removedAt":1}"#)
    }

    @Test("A whole item is saved with the updatedAt that was read; missing values are null, and so cleared")
    func save() throws {
        let call = try call { $0.update(Self.novel()) }
        #expect(call.method == .put)
        #expect(call.path == ["generalcontent", "instance", "n/1"])
        #expect(
            text(call)
                == #"{"id":"n/1","module":"m1","name":"Emma","createdAt":1474980516487,"#
                + #""values":{"title":"Emma","rank":3,"released":null,"author":null},"#
                + #""tags":[{"name":"brand","value":"Lamborghini","tagType":"000000000000000000000002"}],"#
                + #""updatedAt":1474980516999,"publishedAt":1474980516495,"removedAt":null,"deletedAt":null,"archivedAt":null}"#
        )
    }

    @Test("A partial update sends set and cleared fields, and nothing else")
    func partial() throws {
        var draft = Novels.Draft()
        draft.rank = .clear
        draft.title = .set("New")
        draft.author = .set("a1")
        #expect(
            text(try call { $0.update("1", with: draft) })
                == #"{"id":"1","module":"m1","values":{"title":"New","rank":null,"author":"a1"}}"#)
        var metadata = Novels.Draft()
        metadata.metadata.name = .clear
        metadata.metadata.tags = .clear
        metadata.metadata.publishedAt = .set(Date(milliseconds: 1_500))
        metadata.metadata.removedAt = .clear
        metadata.metadata.archivedAt = .clear
        metadata.metadata.deletedAt = .set(Date(milliseconds: 2))
        #expect(
            text(try call { $0.update("1", with: metadata) })
                == #"{"id":"1","module":"m1","name":null,"tags":[],"publishedAt":1500,"removedAt":null,"deletedAt":2,"archivedAt":null}"#
        )
    }

    @Test("A partial update of an item that was read sends its updatedAt")
    func partialOfItem() throws {
        var draft = Novels.Draft()
        draft.rank = .set(4)
        #expect(
            text(try call { $0.update(Self.novel(), with: draft) })
                == #"{"id":"n/1","module":"m1","values":{"rank":4},"updatedAt":1474980516999}"#)
    }

    @Test("An included related item is sent as its id")
    func includedItem() throws {
        var novel = Novel(id: "1", values: .init(title: "Emma"))
        let author = Author(id: "a1", values: .init(fullName: "Jane Austen"))
        novel.author = Relation("a1", item: author)
        #expect(
            text(try call { $0.create(novel) })
                == #"{"id":"1","module":"m1","createdAt":1700000000123,"values":{"title":"Emma","author":"a1"},"tags":[]}"#
        )
    }

    @Test("Dates are rounded to the millisecond, never truncated to the second")
    func milliseconds() throws {
        var draft = Novels.Draft()
        draft.metadata.publishedAt = .set(Date(timeIntervalSince1970: 1_475_046_170.0877))
        #expect(
            text(try call { $0.update("1", with: draft) })
                == #"{"id":"1","module":"m1","publishedAt":1475046170088}"#)
    }

    @Test("A module without an id in the schema is sent by name, or by the item's own module id")
    func moduleName() throws {
        var book = Book(id: "1", values: .init(title: "Emma", age: 1))
        #expect(text(try call { $0.create(book) }).hasPrefix(#"{"id":"1","module":"books","#))
        book.metadata.module = "570772df82b5872b00ebcbcf"
        #expect(
            text(try call { $0.create(book) }).hasPrefix(#"{"id":"1","module":"570772df82b5872b00ebcbcf","#))
    }

    @Test("A delete has the id in its path and no body")
    func delete() throws {
        let call = try call { $0.delete(ContentID<Novels>("a b")) }
        #expect(call.method == .delete)
        #expect(call.path == ["generalcontent", "instance", "a b"])
        #expect(call.body == nil)
    }

    @Test("A create must not be sent twice; updates and deletes may")
    func repeatable() throws {
        #expect(try call { $0.create(incomplete: Novels.Draft()) }.isRepeatable == false)
        #expect(try call { $0.update("1", with: Novels.Draft()) }.isRepeatable == nil)
        #expect(try call { $0.delete(ContentID<Novels>("1")) }.isRepeatable == nil)
        var batch = WriteBatch()
        batch.delete(ContentID<Novels>("1"))
        #expect(HALOWrite(settings: .init(), now: Self.now).call(batch).isRepeatable == false)
    }

    @Test("A batch has a group for each kind, in HALO's order; each group keeps the caller's order")
    func batch() throws {
        var draft = Novels.Draft()
        draft.title = .set("New")
        let sent = try batchText {
            $0.delete(ContentID<Novels>("d1"))
            $0.createOrUpdate(Novel(id: "cu", values: .init(title: "C")))
            $0.create(draft)
            $0.update("u1", with: draft)
            $0.create(incomplete: Novels.Draft(), id: "c2")
            $0.delete(all: Novels.self)
            $0.delete(ContentID<Books>("d2"))
        }
        #expect(
            sent == #"{"truncated":[{"module":"m1"}],"#
                + #""created":[{"module":"m1","createdAt":1700000000123,"values":{"title":"New"},"tags":[]},"#
                + #"{"id":"c2","module":"m1","createdAt":1700000000123,"values":{},"tags":[]}],"#
                + #""updated":[{"id":"u1","module":"m1","values":{"title":"New"}}],"#
                + #""createdOrUpdated":[{"id":"cu","module":"m1","name":null,"#
                + #""values":{"title":"C","rank":null,"released":null,"author":null},"tags":[],"#
                + #""publishedAt":null,"removedAt":null,"deletedAt":null,"archivedAt":null}],"#
                + #""deleted":[{"id":"d1"},{"id":"d2"}]}"#)
    }

    @Test("Groups without an operation are omitted")
    func emptyGroups() throws {
        #expect(try batchText { $0.delete(ContentID<Novels>("x")) } == #"{"deleted":[{"id":"x"}]}"#)
    }

    @Test("Truncating uses the spelling from the settings")
    func truncateKey() throws {
        #expect(try batchText { $0.delete(all: Novels.self) } == #"{"truncated":[{"module":"m1"}]}"#)
        #expect(
            try batchText(.init(truncateKey: .truncate)) { $0.delete(all: Novels.self) }
                == #"{"truncate":[{"module":"m1"}]}"#)
    }

    @Test("Writes that HALO cannot express or that name no item are rejected before sending")
    func refused() async throws {
        let transport = ScriptedTransport([])
        let url = try #require(URL(string: "https://halo-db.com"))
        let content = ContentClient(engine: HALOEngine(baseURL: url, transport: transport))
        await #expect(throws: EmptyBatchError.self) { try await content.batch { _ in } }
        await #expect(throws: UnsupportedError.self) {
            try await content.update(ContentID<Novels>(""), with: Novels.Draft())
        }
        await #expect(throws: UnsupportedError.self) { try await content.delete(ContentID<Novels>("")) }
        var seen = WriteOperation(.delete, Novels.descriptor, id: "1")
        seen.seenUpdatedAt = Self.now
        await #expect(throws: UnsupportedError.self) { try await content.write(WriteBatch([seen])) }
        #expect(transport.requests.isEmpty)
    }
}
