#if SQLite
import Foundation
import Quire
import StoreCrashWriter
import Testing

import QuireStore

@Suite("Damaged files", .timeLimit(.minutes(60 * Soak.factor)))
struct DamageTests {
    /// Runs more rounds than usual with `QUIRE_SOAK=10`.
    private static let factor = Soak.factor

    @Test(
        "The process never crashes: the file is rejected with the cause, place and remedy, and stays unchanged",
        arguments: 0..<2)
    func rounds(part: Int) async throws {
        let folder = try Folder()
        let rounds = 120 * Self.factor
        let end = try await WriterProcess.run(.damage, folder.path, "\(part * 1_000_000)", "\(rounds)")
        #expect(
            end.lines.last == "done", "the process ended in \(end.lines.last { $0.hasPrefix("round") } ?? "")"
        )
        for (line, outcome) in zip(end.lines, end.lines.dropFirst()) where outcome.hasPrefix("wrong") {
            Issue.record("\(line): \(outcome)")
        }
        let refusals = end.lines.filter { $0.hasPrefix("refused ") }
        #expect(refusals.count > rounds / 4, "most of the damage must be detected")
        #expect(refusals.contains { $0.hasPrefix("refused corrupt opening") })
        #expect(refusals.contains { $0.hasPrefix("refused corrupt using") })
    }

    @Test("An empty file becomes a new store; a text file or a lone header is rejected and left unchanged")
    func otherFiles() async throws {
        let folder = try Folder()
        let file = URL(fileURLWithPath: folder.file())
        try Data().write(to: file)
        let store = try await Store(.file(file.path), modules: [Things.module])
        try await store.carryOut(Ledger(seed: 1).step(0))
        await store.close()
        let header = try Data(contentsOf: file).prefix(100)
        for content in [header, Data("Dear diary, ".utf8), Data(repeating: 0, count: 10_000)] {
            try content.write(to: file)
            await #expect {
                _ = try await Store(.file(file.path), modules: [Things.module])
            } throws: { error in
                (error as? StoreError)?.code == .corrupt
            }
            #expect(try Data(contentsOf: file) == content)
        }
    }

    @Test(
        "If only the full-text index is damaged, the error says so, all content is readable, and a rebuild repairs it"
    )
    func fullText() async throws {
        let folder = try Folder()
        let ledger = Ledger(seed: 8)
        var store = try await Store(.file(folder.file()), modules: [Things.module])
        for number in 0..<10 { try await store.carryOut(ledger.step(number)) }
        let pages = try store.textPages(of: "things")
        await store.close()
        // The index's pages are in a table that any program can write.
        _ = try SQLiteShell.rows(
            folder.file(), "UPDATE \(pages) SET block = zeroblob(length(block)) WHERE id > 10")
        store = try await Store(.file(folder.file()), modules: [Things.module])
        var search = SearchRequest(module: Things.module)
        search.text = TextSearch(.any("salinger jerome", matching: .prefixes))
        do {
            _ = try await store.searchData(search)
            Issue.record("the search succeeded")
        } catch let error as StoreError {
            #expect(error.code == .corrupt && error.advice.contains("`store.fullText.rebuild()`"), "\(error)")
        }
        #expect(try await Stored.mistake(in: store, versions: ledger.versions(after: 10)) == nil)
        #expect(try await !store.fullText.check().isEmpty)
        try await store.fullText.rebuild()
        #expect(try await TextAgreement.mistake(in: store) == nil)
        #expect(try await !Stored.values(in: store, matching: search).isEmpty)
        try await store.carryOut(ledger.step(10))
        #expect(try await Stored.mistake(in: store, versions: ledger.versions(after: 11)) == nil)
    }

    @Test(
        "A full-text index with rows that cannot be is an error, not a crash",
        arguments: [.min, -5, 0, 1 << 40, .max])
    func impossibleRows(number: Int64) async throws {
        let folder = try Folder()
        let store = try await Store(.file(folder.file()), modules: [Things.module])
        for number in 0..<10 { try await store.carryOut(Ledger(seed: 8).step(number)) }
        let (index, columns) = try store.textTable(of: "things")
        try await store.runInside(
            "INSERT INTO \(index) (rowid, \(columns[0])) VALUES (\(number), 'zyzzyva')")
        var search = SearchRequest(module: Things.module)
        search.text = TextSearch(.all("zyzzyva"))
        await #expect {
            _ = try await store.searchData(search)
        } throws: { error in
            (error as? StoreError)?.code == .corrupt
                && (error as? StoreError)?.advice.contains("`store.fullText.rebuild()`") == true
        }
        try await store.fullText.rebuild()
        #expect(try await Stored.values(in: store, matching: search).isEmpty)
        await store.close()
    }

    @Test(
        "An item whose row has a number that cannot be is not found, and the others are found in their order",
        arguments: [-7, .min, 1 << 40, .max], [nil, "votes"] as [String?])
    func impossibleItems(number: Int64, popularity: String?) async throws {
        let module = ModuleDescriptor(
            name: "books", ranking: RankingDescriptor(popularity: popularity),
            fields: [
                FieldDescriptor(name: "title", kind: .text, searchWeight: 1),
                FieldDescriptor(name: "votes", kind: .integer),
            ])
        let folder = try Folder()
        let store = try await Store(.file(folder.file()), modules: [module])
        let lines = (0..<9).map { (number: Int) in
            #"{"id":"\#(number * 7 % 9)","values":{"title":"rose","votes":\#(number % 3)}}"#
        }
        #expect(try await store.load(module, lines).inserted == 9)
        let table = try store.table(of: "books")
        try OtherConnection(folder.file()).execute("UPDATE \(table) SET item = \(number) WHERE id = '0'")
        var search = SearchRequest(module: module)
        search.text = TextSearch(.all("rose"))
        let expected =
            popularity == nil
            ? ["1", "2", "3", "4", "5", "6", "7", "8"] : ["2", "5", "8", "1", "4", "7", "3", "6"]
        // The second search knows what the first one has read.
        for _ in 0..<2 { #expect(try await store.ids(search) == expected) }
        // Indexed with this number, the item is an error.
        try await store.fullText.rebuild()
        let error = await #expect(throws: StoreError.self) { try await store.ids(search) }
        #expect(error?.code == .corrupt)
        await store.close()
    }

    @Test("Another program's file with its own journal is rejected, and the journal stays")
    func foreignJournal() async throws {
        let folder = try Folder()
        let open = folder.file("open")
        let other = try OtherConnection(open)
        try other.execute("PRAGMA journal_mode = WAL")
        try other.execute("CREATE TABLE t (a)")
        try other.execute("INSERT INTO t VALUES (1)")
        // As a killed program leaves it.
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: open + suffix, toPath: folder.file() + suffix)
        }
        let before = ["", "-wal"].map { FileManager.default.contents(atPath: folder.file() + $0) }
        await #expect {
            _ = try await Store(.file(folder.file()), modules: [Things.module])
        } throws: { error in
            (error as? StoreError)?.code == .notAStore
        }
        #expect(["", "-wal"].map { FileManager.default.contents(atPath: folder.file() + $0) } == before)
        #expect(try SQLiteShell.rows(folder.file(), "SELECT a FROM t") == "[[1]]")
    }
}
#endif
