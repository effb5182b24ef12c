#if SQLite
import Foundation
import Quire
import QuireToolbox
import Testing
import TransportDoubles

import QuireStore

@Suite("Vectors of a store stay true to the items")
struct VectorUpkeepTests {
    private let folder: Folder
    private let embedder = WordEmbedder()

    init() throws { folder = try Folder() }

    private func search(_ text: String, _ store: Store) async throws -> SearchResponse<String> {
        try await MeaningLibrary.page(MeaningLibrary.request(text), store)
    }

    private func vectors(_ store: Store) async throws -> Int64? {
        try await store.vectorCount(of: "notes")
    }

    @Test("Items without a vector are found by words, and the page counts them")
    func missing() async throws {
        let store = try await MeaningLibrary.store(
            [MeaningLibrary.item("1", "sofa"), MeaningLibrary.item("2", "couch")], embedder)
        let before = try await search("sofa", store)
        #expect(before.items == ["1"])
        #expect(before.text?.meaning?.itemsWithoutVector == 2)
        try await store.fullText.embed()
        let after = try await search("sofa", store)
        #expect(after.items == ["1", "2"])
        #expect(after.text?.meaning?.itemsWithoutVector == 0)
    }

    @Test("A changed text loses its vector in the same transaction; other changes keep it")
    func changes() async throws {
        let store = try await MeaningLibrary.store(
            [MeaningLibrary.item("1", "couch"), MeaningLibrary.item("2", "clock")], embedder,
            at: .file(folder.file()))
        try await store.fullText.embed()
        #expect(try await search("sofa", store).items.first == "1")
        try await MeaningLibrary.write([MeaningLibrary.item("1", "couch", age: 9)], store)
        #expect(try await vectors(store) == 2)
        try await MeaningLibrary.write([MeaningLibrary.item("1", "bread")], store)
        let page = try await search("sofa", store)
        #expect(page.items == ["2"])
        #expect(page.text?.meaning?.itemsWithoutVector == 1)
        // A transaction that fails leaves the vectors alone.
        await #expect(throws: CancellationError.self) {
            try await store.transaction("write") { transaction in
                try transaction.upsert(
                    Data("\(MeaningLibrary.item("2", "bread"))".utf8), into: "notes")
                throw CancellationError()
            }
        }
        #expect(try await vectors(store) == 1)
        try await store.fullText.embed()
        #expect(embedder.calls.value.suffix(1) == [["bread"]])
        try await store.transaction("delete") { _ = try $0.delete("1", from: "notes") }
        #expect(try await vectors(store) == 1)
        try await store.transaction("delete") { _ = try $0.deleteAll(from: "notes") }
        #expect(try await vectors(store) == 0)
        // A new item may get the number of a deleted one.
        try await MeaningLibrary.write([MeaningLibrary.item("3", "couch")], store)
        #expect(try await search("sofa", store).items.isEmpty)
    }

    @Test("An item that a hook excludes is not found by its meaning")
    func hooks() async throws {
        let store = try await MeaningLibrary.store(
            [MeaningLibrary.item("1", "couch"), MeaningLibrary.item("2", "settee")], embedder)
        try await store.fullText.embed()
        store.fullText.use(FullTextHooks(shouldIndex: { $0.id != "1" }))
        try await MeaningLibrary.write([MeaningLibrary.item("1", "couch", age: 2)], store)
        try await store.fullText.embed()
        #expect(try await search("sofa", store).items == ["2"])
    }

    @Test("After an error or a cancellation, the next call embeds only the rest")
    func resume() async throws {
        let items = (0..<100).map { MeaningLibrary.item("\($0)", "couch \($0)") }
        let calls = Locked(0)
        let failing = BrokenEmbedder { [embedder] texts in
            if calls.withLock({
                $0 += 1; return $0
            }) == 3 {
                throw BrokenEmbedder.Failure()
            }
            return texts.map(embedder.vector)
        }
        let store = try await MeaningLibrary.store(items, failing)
        let progress = Locked<[EmbeddingProgress]>([])
        await #expect(throws: BrokenEmbedder.Failure.self) {
            try await store.fullText.embed { step in progress.withLock { $0.append(step) } }
        }
        #expect(progress.value.map(\.completed) == [32, 64])
        #expect(progress.value.allSatisfy { $0.total == 100 && $0.module == "notes" })
        #expect(try await vectors(store) == 64)
        // Cancelled after the next batch.
        let task = Task {
            try await store.fullText.embed { _ in withUnsafeCurrentTask { $0?.cancel() } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await vectors(store) == 96)
        try await store.fullText.embed()
        #expect(try await vectors(store) == 100)
        #expect(try await search("sofa", store).items.count == 100)
    }

    @Test("A text that changes while it is embedded gets no vector of the old one")
    func concurrentChange() async throws {
        let opened = Locked<Store?>(nil)
        struct Writing: Embedder {
            let opened: Locked<Store?>
            let words: WordEmbedder
            var model: String { "words" }
            func vectors(for texts: [String]) async throws -> [[Float]] {
                if texts.contains("couch"), let store = opened.value {
                    try await MeaningLibrary.write([MeaningLibrary.item("1", "bread")], store)
                }
                return texts.map(words.vector)
            }
        }
        let store = try await MeaningLibrary.store(
            [MeaningLibrary.item("1", "couch")], Writing(opened: opened, words: embedder))
        opened.withLock { $0 = store }
        try await store.fullText.embed()
        #expect(try await vectors(store) == 0)
        try await store.fullText.embed()
        #expect(try await vectors(store) == 1)
        opened.withLock { $0 = nil }
    }

    @Test("Another model, other dimensions or other fields drop the vectors; no embedding drops the table")
    func migration() async throws {
        let path = folder.file()
        let items = [MeaningLibrary.item("1", "couch")]
        func reopened(_ module: ModuleDescriptor, _ embedder: any Embedder) async throws -> Store {
            let store = try await MeaningLibrary.open(.file(path), embedder, module)
            return store
        }
        var store = try await MeaningLibrary.store(items, embedder, at: .file(path))
        try await store.fullText.embed()
        await store.close()
        store = try await reopened(MeaningLibrary.module(), embedder)
        #expect(store.schemaChanges.isEmpty)
        #expect(try await vectors(store) == 1)
        await store.close()
        for (module, embedder) in [
            (MeaningLibrary.module(model: "letters"), WordEmbedder(model: "letters")),
            (MeaningLibrary.module(dimensions: 8), WordEmbedder(dimensions: 8)),
            (MeaningLibrary.module(of: ["title"]), WordEmbedder()),
        ] {
            store = try await reopened(module, embedder)
            #expect(try await vectors(store) == 0)
            try await store.fullText.embed()
            #expect(try await vectors(store) == 1)
            let page = try await MeaningLibrary.page(MeaningLibrary.request("sofa", module: module), store)
            #expect(page.items == ["1"])
            await store.close()
        }
        store = try await reopened(MeaningLibrary.module(model: nil), embedder)
        let tables = try await store.storedInteger(
            "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'quire_text_%_m'")
        #expect(tables == 0)
        await store.close()
    }

    @Test("A migration that rewrites the items keeps the vectors of the same texts")
    func rewriting() async throws {
        let path = folder.file()
        let store = try await MeaningLibrary.store(
            [MeaningLibrary.item("1", "couch"), MeaningLibrary.item("2", "clock")], embedder, at: .file(path))
        try await store.fullText.embed()
        await store.close()
        let module = MeaningLibrary.module()
        let fewer = ModuleDescriptor(
            name: "notes", embedding: module.embedding,
            fields: module.fields.fields.filter { !["age", "tags"].contains($0.name) })
        let reopened = try await MeaningLibrary.open(.file(path), embedder, fewer)
        #expect(reopened.schemaChanges.first?.removed == ["tags", "age"])
        #expect(try await vectors(reopened) == 2)
        let page = try await MeaningLibrary.page(MeaningLibrary.request("sofa", module: fewer), reopened)
        #expect(page.items == ["1", "2"])
        await reopened.close()
    }

    @Test("Another process's vectors are seen, and a store's own check finds nothing wrong")
    func otherStore() async throws {
        let path = folder.file()
        let store = try await MeaningLibrary.store(
            [MeaningLibrary.item("1", "couch")], embedder, at: .file(path))
        #expect(try await search("sofa", store).items.isEmpty)
        let other = try await MeaningLibrary.open(.file(path), embedder)
        try await other.fullText.embed()
        #expect(try await search("sofa", store).items == ["1"])
        try await MeaningLibrary.write([MeaningLibrary.item("1", "bread")], other)
        #expect(try await search("sofa", store).items.isEmpty)
        await other.close()
        await store.close()
        let report = try await Store.check(.file(path))
        #expect(report.problems.isEmpty)
    }
}
#endif
