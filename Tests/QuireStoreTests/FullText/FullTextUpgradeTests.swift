#if SQLite
import Foundation
import Quire
import Testing

import QuireStore

@Suite("Upgrading the full-text index")
struct FullTextUpgradeTests {
    private static let fields = [
        FieldDescriptor(name: "title", kind: .text, searchWeight: 10),
        FieldDescriptor(name: "body", kind: .longText, searchWeight: 1),
        FieldDescriptor(name: "age", kind: .integer),
    ]

    private func module(_ fields: [FieldDescriptor] = Self.fields) -> ModuleDescriptor {
        ModuleDescriptor(name: "articles", fields: fields)
    }

    private static let lines = [
        Articles.line("a", ["title": "alpha", "body": "common first", "age": 1]),
        Articles.line("b", ["title": "beta common", "body": "second", "age": 2]),
        Articles.line("c", ["title": "gamma", "body": "Straße", "age": 3, "later": "omega"]),
    ]

    /// The index blocks that contain words; a rebuilt index has different ones.
    private func indexState(_ path: String) throws -> String {
        try SQLiteShell.rows(
            path, "SELECT id, hex(block) FROM quire_text_articles_f_data WHERE id > 10 ORDER BY id")
    }

    @Test("Another analyzer rebuilds the words once; a read-only store rejects the file until then")
    func analyzer() async throws {
        let folder = try Folder()
        var store = try await Store(.file(folder.file()), modules: [module()])
        try await store.load(module(), Self.lines)
        #expect(try await store.ids("second", in: module()) == ["b"])
        await store.close()
        let first = try indexState(folder.file())
        store = try await Store(.file(folder.file()), modules: [module()])
        await store.close()
        #expect(try indexState(folder.file()) == first, "the same analyzer")

        var options = StoreOptions()
        options.analyzer = TextAnalyzer(stopWords: ["common"])
        var reading = options
        reading.isReadOnly = true
        let error = await #expect(throws: StoreError.self) {
            try await Store(.file(folder.file()), modules: [self.module()], options: reading)
        }
        #expect(error?.code == .needsMigration)
        store = try await Store(.file(folder.file()), modules: [module()], options: options)
        #expect(store.schemaChanges == [])
        #expect(try await store.ids(.all("common second", matching: .wholeWords), in: module()) == ["b"])
        #expect(try await store.ids(.all("common", matching: .wholeWords), in: module()) == [])
        #expect(try await store.fullText.check() == [])
        await store.close()
        let second = try indexState(folder.file())
        #expect(second != first)
        // Marks the index: a second rebuild would erase the mark.
        store = try await Store(.file(folder.file()), modules: [module()], options: options)
        try await store.runInside(
            "INSERT INTO quire_text_articles_f (rowid, v_title, v_body) VALUES (99, 'marked', '')")
        await store.close()
        store = try await Store(.file(folder.file()), modules: [module()], options: options)
        #expect(
            try await store.storedInteger("SELECT count(*) FROM quire_text_articles_f_docsize WHERE id = 99")
                == 1)
        #expect(try await store.fullText.check() != [])
    }

    @Test("New weights change the ranking immediately, and keep the indexed words")
    func weights() async throws {
        let folder = try Folder()
        var store = try await Store(.file(folder.file()), modules: [module()])
        let lines = (0..<20).map { Articles.line("n\($0)", ["title": "none", "body": "other"]) }
        try await store.load(
            module(),
            lines + [
                Articles.line("t", ["title": "common none", "body": "other"]),
                Articles.line("b", ["title": "none", "body": "common other"]),
            ])
        #expect(try await store.ids("common", in: module()) == ["t", "b"])
        await store.close()
        let before = try indexState(folder.file())
        let turned = module([
            FieldDescriptor(name: "title", kind: .text, searchWeight: 1),
            FieldDescriptor(name: "body", kind: .longText, searchWeight: 10),
            FieldDescriptor(name: "age", kind: .integer),
        ])
        store = try await Store(.file(folder.file()), modules: [turned])
        #expect(try await store.ids("common", in: turned) == ["b", "t"])
        #expect(store.schemaChanges == [])
        await store.close()
        #expect(try indexState(folder.file()) == before)
        store = try await Store(.file(folder.file()), modules: [turned])
        #expect(try await store.ids("common", in: turned) == ["b", "t"])
    }

    @Test("Adding, removing, retyping or excluding a field updates its words")
    func fields() async throws {
        let folder = try Folder()
        var store = try await Store(.file(folder.file()), modules: [module()])
        try await store.load(module(), Self.lines)
        await store.close()
        // A field that is not searchable: the words stay, and the items with a value for it are rewritten.
        let before = try indexState(folder.file())
        let plainer = module(Self.fields + [FieldDescriptor(name: "other", kind: .text)])
        store = try await Store(.file(folder.file()), modules: [plainer])
        #expect(try await store.fullText.check() == [])
        await store.close()
        #expect(try indexState(folder.file()) == before)
        let carried = module(
            Self.fields + [
                FieldDescriptor(name: "other", kind: .text), FieldDescriptor(name: "later", kind: .text),
            ])
        store = try await Store(.file(folder.file()), modules: [carried])
        #expect(store.schemaChanges.map(\.added) == [["later"]])
        #expect(try await store.ids("gamma", in: carried) == ["c"])
        #expect(try await store.ids("omega", in: carried) == [])
        #expect(try await store.fullText.check() == [])
        await store.close()
        // A searchable field.
        let searched = module(
            Self.fields + [
                FieldDescriptor(name: "other", kind: .text),
                FieldDescriptor(name: "later", kind: .text, searchWeight: 2),
            ])
        store = try await Store(.file(folder.file()), modules: [searched])
        #expect(try await store.ids("omega", in: searched) == ["c"])
        #expect(try await store.fullText.check() == [])
        await store.close()
        // HTML instead of text; one field is removed, another is no longer searchable.
        let changed = module([
            FieldDescriptor(name: "title", kind: .html, searchWeight: 10),
            FieldDescriptor(name: "body", kind: .longText),
            FieldDescriptor(name: "later", kind: .list(.text), searchWeight: 2),
        ])
        store = try await Store(.file(folder.file()), modules: [changed])
        #expect(try await store.ids("beta", in: changed) == ["b"])
        #expect(try await store.ids("second", in: changed) == [])
        #expect(try await store.fullText.check() == [])
        await store.close()
        // No field is searchable any more.
        let silent = module([FieldDescriptor(name: "title", kind: .html)])
        store = try await Store(.file(folder.file()), modules: [silent])
        await #expect(throws: QueryError.self) { try await store.ids("beta", in: silent) }
        await store.close()
        #expect(
            try SQLiteShell.rows(
                folder.file(), "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'quire_text%'") == "[[0]]")
        store = try await Store(.file(folder.file()), modules: [module()])
        #expect(try await store.ids("beta", in: module()) == ["b"])
        #expect(try await store.fullText.check() == [])
    }

    @Test("An index that an upgrade rebuilds keeps pending items and the items that a hook excludes")
    func leftOut() async throws {
        let folder = try Folder()
        var store = try await Store(.file(folder.file()), modules: [module()])
        store.fullText.use(FullTextHooks(shouldIndex: { $0.id != "b" }))
        try await store.load(module(), Self.lines)
        try await store.fullText.stop()
        try await store.load(module(), [Articles.line("d", ["title": "common too"])])
        await store.close()
        var options = StoreOptions()
        options.analyzer = TextAnalyzer(stopWords: ["the"])
        store = try await Store(.file(folder.file()), modules: [module()], options: options)
        #expect(try await store.fullText.isStopped())
        // The index is empty now, and the missing items are counted as pending.
        #expect(try await store.fullText.pending() == 3)
        #expect(try await store.fullText.check() == [])
        #expect(try await store.fullText.resume() == 3)
        #expect(try await Set(store.ids("common", in: module())) == ["a", "d"])
        #expect(try await store.fullText.check() == [])
    }

    @Test("The items of an interrupted load are found after the next opening")
    func cutOff() async throws {
        let folder = try Folder()
        var store = try await Store(.file(folder.file()), modules: [module()])
        let filler = String(repeating: "filler ", count: 100)
        let lines = (0..<3_000).map {
            Articles.line("n\($0)", ["title": "word\($0)", "body": Sample(filler)])
        }
        // A killed process leaves this behind: a load that has begun and written one batch.
        try await store.beginLoad(lines, into: "articles")
        #expect(try await store.fullText.pending() == 3_000)
        #expect(try await store.ids("word5", in: module()) == [])
        // In the same session, a rebuild repairs it.
        try await store.fullText.rebuild("articles")
        #expect(try await store.ids("word2999", in: module()) == ["n2999"])
        await store.close()
        store = try await Store(.file(folder.file()), modules: [module()])
        #expect(try await store.ids("word2999", in: module()) == ["n2999"])
        #expect(try await store.fullText.pending() == 0)
        #expect(try await store.fullText.check() == [])
    }

    @Test(
        "Two stores on one file find each other's writes, and a newer analyzer rejects the older one's words"
    )
    func twoStores() async throws {
        let folder = try Folder()
        let first = try await Store(.file(folder.file()), modules: [module()])
        let second = try await Store(.file(folder.file()), modules: [module()])
        try await first.load(module(), Self.lines)
        #expect(try await second.ids("alpha", in: module()) == ["a"])
        try await second.delete(["a"], from: "articles")
        try await second.load(module(), [Articles.line("z", ["title": "zeta"])])
        #expect(try await first.ids("alpha", in: module()) == [])
        #expect(try await first.ids("zeta", in: module()) == ["z"])
        #expect(try await first.fullText.check() == [])
        try await second.fullText.stop()
        try await first.load(module(), [Articles.line("y", ["title": "ypsilon"])])
        #expect(try await second.fullText.pending() == 1)
        #expect(try await first.fullText.resume() == 1)
        #expect(try await second.ids("ypsilon", in: module()) == ["y"])
        // A third store indexes with other rules: the words of the first two would be incompatible.
        var options = StoreOptions()
        options.analyzer = TextAnalyzer(keepsSymbols: true)
        let third = try await Store(.file(folder.file()), modules: [module()], options: options)
        await #expect(throws: StoreError.self) {
            try await first.load(self.module(), [Articles.line("x", ["title": "xi"])])
        }
        await #expect(throws: StoreError.self) { try await first.ids("zeta", in: self.module()) }
        #expect(try await third.ids("zeta", in: module()) == ["z"])
        #expect(try await third.fullText.check() == [])
    }
}
#endif
