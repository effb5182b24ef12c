#if SQLite
import Foundation
import Quire
import Testing

@testable import QuireStore

@Suite("Stopping full-text indexing and indexing on demand")
struct FullTextIndexingTests {
    private func upsert(_ store: Store, _ id: String, _ title: String) async throws {
        let line = Articles.line(id, ["title": Sample(title)])
        try await store.transaction("write") { transaction in
            _ = try transaction.upsert(Data(line.utf8), into: "articles")
        }
    }

    @Test(
        "Writes while indexing is stopped are counted, survive reopening, and are found after it resumes"
    )
    func stopAndResume() async throws {
        let folder = try Folder()
        var store = try await Store(.file(folder.file()), modules: [Articles.module])
        for (id, title) in [("a", "alpha"), ("b", "beta"), ("c", "gamma")] {
            try await upsert(store, id, title)
        }
        #expect(try await store.fullText.isStopped() == false)
        try await store.fullText.stop()
        try await upsert(store, "b", "delta")
        try await upsert(store, "d", "epsilon")
        try await upsert(store, "d", "zeta")
        try await store.delete(["c"], from: "articles")
        // Neither old nor new words of changed items are found; deleted items are gone.
        for (word, ids) in [("alpha", ["a"]), ("beta", []), ("delta", []), ("zeta", []), ("gamma", [])] {
            #expect(try await store.ids(.all(word)) == ids, "\(word)")
        }
        // Nor does it match as an item without the word.
        #expect(try await store.ids(.none("nothing")) == ["a"])
        #expect(try await store.fullText.pending() == 2)
        #expect(try await store.fullText.check() == [])
        await store.close()
        store = try await Store(.file(folder.file()), modules: [Articles.module])
        #expect(try await store.fullText.isStopped())
        #expect(try await store.fullText.pending() == 2)
        try await upsert(store, "e", "eta")
        #expect(try await store.ids("eta") == [])
        #expect(try await store.fullText.resume() == 3)
        #expect(try await store.fullText.pending() == 0)
        for (word, id) in [("alpha", "a"), ("delta", "b"), ("zeta", "d"), ("eta", "e")] {
            #expect(try await store.ids(.all(word)) == [id], "\(word)")
        }
        try await upsert(store, "f", "theta")
        #expect(try await store.ids("theta") == ["f"])
        #expect(try await store.fullText.check() == [])
    }

    @Test("A rebuild leaves FTS5 with its usual options, whether or not it succeeds")
    func options() async throws {
        let folder = try Folder()
        let store = try await Store(.file(folder.file()), modules: [Articles.module])
        try await upsert(store, "a", "alpha")
        func options() async throws -> String? {
            let text = try #require(try store.layout("articles", action: "test").text)
            return try await store.readers.withConnection { connection in
                let table = SQLite.quoted(text.index + "_config")
                return try connection.text(
                    "SELECT group_concat(k || '=' || v) FROM \(table) WHERE k <> 'version'")
            }
        }
        #expect(try await options() == "automerge=4,hashsize=1048576")
        await #expect(throws: CancellationError.self) {
            _ = try await store.fullText.run("fail", on: "articles") { index in
                try index.rebuild()
                throw CancellationError()
            }
        }
        #expect(try await options() == "automerge=4,hashsize=1048576")
        try await store.fullText.rebuild()
        #expect(try await options() == "automerge=4,hashsize=1048576")
        #expect(try await store.ids("alpha") == ["a"])
        #expect(try await store.fullText.check() == [])
        await store.close()
    }

    @Test("While indexing is stopped, one item or all changed items can be indexed on demand")
    func onDemand() async throws {
        let store = try await Store(.memory, modules: [Articles.module, Authors.descriptor])
        try await store.fullText.stop()
        for number in 0..<1_200 { try await upsert(store, "n\(number)", "one two word\(number) one") }
        #expect(try await store.fullText.index("n7", in: "articles") == 3)
        #expect(try await store.ids("one") == ["n7"])
        // Indexing it again changes nothing.
        #expect(try await store.fullText.index("n7", in: "articles") == 3)
        #expect(try await store.fullText.index("none", in: "articles") == nil)
        await #expect(throws: QueryError.self) { try await store.fullText.index("a", in: "authors") }
        #expect(try await store.fullText.pending() == 1_199)
        #expect(try await store.fullText.indexChanged() == 1_199)
        #expect(try await store.ids("one").count == 1_200)
        #expect(try await store.fullText.isStopped())
        #expect(try await store.fullText.check() == [])
    }

    @Test("A load into an empty module while indexing is stopped leaves all its items pending")
    func loadWhileStopped() async throws {
        let store = try await Store(.memory, modules: [Articles.module])
        try await store.fullText.stop()
        let long = String(repeating: "filler ", count: 60)
        let lines = (0..<4_000).map { Articles.line("n\($0)", ["title": "word\($0)", "body": Sample(long)]) }
        try await store.load(Articles.module, lines)
        #expect(try await store.fullText.pending() == 4_000)
        #expect(try await store.ids("filler") == [])
        #expect(try await store.fullText.resume() == 4_000)
        #expect(try await store.ids("word17").contains("n17"))
        #expect(try await store.fullText.check() == [])
    }

    @Test("One hook excludes items; another receives the indexed items and their words")
    func hooks() async throws {
        let heard = Heard()
        let store = try await Store(.memory, modules: [Articles.module])
        store.fullText.use(
            FullTextHooks(
                shouldIndex: { $0.texts["title"]?.hasPrefix("secret") != true },
                didIndex: { heard.add($0, $1) }))
        try await upsert(store, "a", "Open door, open house")
        try await upsert(store, "b", "secret door")
        #expect(try await store.ids("door") == ["a"])
        #expect(heard.take() == ["articles a: door house open"])
        #expect(try await store.fullText.pending() == 0)
        #expect(try await store.fullText.check() == [])
        // Not even by a word that it lacks.
        #expect(try await store.ids(.none("nothing")) == ["a"])
        // Written again without the secret, it is found, and vice versa.
        try await upsert(store, "b", "no more secret door")
        try await upsert(store, "a", "secret house")
        #expect(try await store.ids("door") == ["b"])
        #expect(heard.take() == ["articles b: door more no secret"])
        #expect(try await store.fullText.index("a", in: "articles") == 0)
        #expect(try await store.fullText.check() == [])
        // A rebuild runs the hooks again; without hooks, everything is indexed.
        try await store.fullText.rebuild()
        #expect(heard.take() == ["articles b: door more no secret"])
        #expect(try await store.ids("house") == [])
        store.fullText.use(nil)
        #expect(try await store.fullText.index("a", in: "articles") == 2)
        #expect(try await store.ids("house") == ["a"])
        #expect(try await store.fullText.check() == [])
    }

    @Test("A rebuild reports its progress, and cancelling it keeps the old index")
    func rebuilding() async throws {
        let store = try await Store(.memory, modules: [Articles.module])
        try await upsert(store, "a", "alpha")
        let heard = Heard()
        try await store.fullText.rebuild { heard.note("\($0.module) \($0.completed)/\($0.total)") }
        #expect(heard.take() == ["articles 1/1"])
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await store.fullText.rebuild()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await store.ids("alpha") == ["a"])
        try await store.fullText.optimize()
        #expect(try await store.ids("alpha") == ["a"])
        #expect(try await store.fullText.check() == [])
    }
}

/// The calls that the hooks received.
private final class Heard: @unchecked Sendable {
    private let lock = NSLock()
    private var notes: [String] = []

    func note(_ note: String) { lock.withLock { notes.append(note) } }

    func add(_ item: FullTextHooks.Item, _ words: Set<String>) {
        note("\(item.module) \(item.id): \(words.sorted().joined(separator: " "))")
    }

    func take() -> [String] {
        lock.withLock {
            defer { notes = [] }
            return notes
        }
    }
}
#endif
