#if SQLite
import Foundation
import Quire
import SampleModules
import StoreCrashWriter
import Testing
import TransportDoubles

import QuireEngine
import QuireStore

@Suite("Live queries of a store's file", .timeLimit(.minutes(60)))
struct LiveStoreTests {
    private struct Regret: Error {}

    private func titles(_ folder: Folder) async throws -> Store {
        try await Store(.file(folder.file()), modules: Titles.library)
    }

    @Test("A transaction comes as a whole, and a rolled back one causes no query")
    func transactions() async throws {
        let folder = try Folder()
        let store = try await titles(folder)
        let counter = SearchCounter()
        let content = ContentClient(engine: store)
        var pages = store.counted(by: counter).live(Titles.query()).makeAsyncIterator()
        #expect(try await pages.next()?.count == 0)
        await #expect(throws: Regret.self) {
            try await content.transaction { content in
                try await content.create(Titles.draft("Emma"), id: "b1")
                throw Regret()
            }
        }
        try await content.transaction { content in
            for number in 0..<10 { try await content.create(Titles.draft("T"), id: ContentID("b\(number)")) }
        }
        #expect(try await pages.next()?.pageInfo.totalItems == 10)
        #expect(counter.modules.count == 2)
    }

    @Test("A load, a truncation, a deletion and a write by a query count")
    func ways() async throws {
        let folder = try Folder()
        let store = try await titles(folder)
        let content = ContentClient(engine: store)
        var counts = content.live { content in
            (
                try await content.count(Titles.query()),
                try await content.count(Titles.query().where(\.age > 8))
            )
        }.makeAsyncIterator()
        func next() async throws -> [Int] { try await counts.next().map { [$0.0, $0.1] } ?? [] }
        #expect(try await next() == [0, 0])
        let lines = (0..<700).map { number in
            #"{"id":"b\#(number)","values":{"title":"T","age":\#(number % 10),"price":1,"active":true}}"#
        }
        try await store.load("books", from: .data(Data(lines.joined(separator: "\n").utf8)))
        var seen = try await next()
        while seen[0] < 700 { seen = try await next() }
        #expect(seen == [700, 70])
        try await content.update(Titles.query().where(\.age == 8)) { $0.age = .set(9) }
        #expect(try await next() == [700, 140])
        try await store.delete(["b9"], from: "books")
        #expect(try await next() == [699, 139])
        try await store.deleteAll(Titles.self)
        #expect(try await next() == [0, 0])
    }

    @Test("Full text that was stopped and is resumed counts")
    func resumedText() async throws {
        let folder = try Folder()
        let store = try await titles(folder)
        let content = ContentClient(engine: store)
        try await store.fullText.stop()
        try await content.create(Titles.draft("Emma"), id: "b1")
        var pages = content.live(Titles.query().search("emma")).makeAsyncIterator()
        #expect(try await pages.next()?.count == 0)
        try await store.fullText.resume()
        #expect(try await pages.next()?.count == 1)
    }

    @Test("Commits of another store of the same file count, and those from before the first page do not")
    func otherStore() async throws {
        let folder = try Folder()
        let (mine, other) = (try await titles(folder), try await titles(folder))
        let writer = ContentClient(engine: other)
        try await writer.create(Titles.draft("Emma"), id: "b1")
        let counter = SearchCounter()
        var pages = mine.counted(by: counter).live(Titles.query().sort(by: \.title)).makeAsyncIterator()
        #expect(try await pages.next()?.map(\.title) == ["Emma"])
        try await writer.create(Titles.draft("Dune"), id: "b2")
        #expect(try await pages.next()?.map(\.title) == ["Dune", "Emma"])
        #expect(counter.modules.count == 2)
        // Writes of both sides, in turns.
        for number in 0..<10 {
            let content = number % 2 == 0 ? writer : ContentClient(engine: mine)
            try await content.create(Titles.draft("T\(number)"), id: ContentID("t\(number)"))
            var page = try await pages.next()
            while (page?.pageInfo.totalItems ?? 0) < 3 + number { page = try await pages.next() }
        }
    }

    @Test("Each result is a committed state while another process writes, is killed, and a third one writes")
    func otherProcess() async throws {
        let folder = try Folder()
        let store = try await Store(.file(folder.file()), modules: [Things.module])
        let read: @Sendable (ContentClient) async throws -> [String] = { content in
            var request = SearchRequest(module: Things.module)
            request.page = .all
            let decoder = ItemDecoder<String>.ids(of: Things.module)
            return try await content.engine.search([request], decoding: decoder).flatMap(\.items).sorted()
        }
        let content = ContentClient(engine: store)
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let listening = Task {
            var results: [[String]] = []
            for try await ids in content.live(read) {
                results.append(ids)
                start.yield()
                if ids.contains(Counting.id) { break }
            }
            return results
        }
        for await _ in started { break }
        _ = try await WriterProcess.kill(
            .write, folder.file(), "61", "0", "400", "k-", at: .random(7, lines: 30, microseconds: 1_000))
        let latest = try await read(content)
        _ = try await WriterProcess.run(.count, folder.file(), "3")
        let results = try await listening.value
        #expect(results.first == [])
        #expect(results.last == (latest + [Counting.id]).sorted())
        // Each result before the counter is the state after some step of the killed process, in order.
        let ledger = Ledger(seed: 61, prefix: "k-")
        var step = 0
        for ids in results.dropLast() {
            while step <= 400, ledger.versions(after: step).keys.sorted() != ids { step += 1 }
            #expect(step <= 400, "no step has the items \(ids)")
        }
    }

    @Test("Closing the store ends the loop with its error")
    func closing() async throws {
        let folder = try Folder()
        let store = try await titles(folder)
        var pages = ContentClient(engine: store).live(Titles.query()).makeAsyncIterator()
        _ = try await pages.next()
        await store.close()
        await #expect { _ = try await pages.next() } throws: { ($0 as? StoreError)?.code == .closed }
    }

    @Test("If another store migrates the file, the loop ends with an error that says so")
    func migrating() async throws {
        let folder = try Folder()
        let old = try await Store(.file(folder.file()), modules: [Things.module])
        var counts = ContentClient(engine: old).live { content in
            try await content.count(SearchRequest(module: Things.module))
        }.makeAsyncIterator()
        #expect(try await counts.next() == 0)
        let fields = Things.module.fields.fields + [FieldDescriptor(name: "extra", kind: .integer)]
        _ = try await Store(.file(folder.file()), modules: [ModuleDescriptor(name: "things", fields: fields)])
        await #expect { _ = try await counts.next() } throws: { ($0 as? StoreError)?.code == .changed }
    }

    @Test("A backup that is restored into the file comes as a change")
    func restoring() async throws {
        let folder = try Folder()
        let store = try await titles(folder)
        let content = ContentClient(engine: store)
        try await content.create(Titles.draft("Emma"), id: "b1")
        try await store.backUp(to: folder.file("copy.sqlite"))
        try await content.create(Titles.draft("Dune"), id: "b2")
        var pages = content.live(Titles.query()).makeAsyncIterator()
        #expect(try await pages.next()?.count == 2)
        do {
            try await Store.restore(.file(folder.file()), from: folder.file("copy.sqlite"))
            #expect(try await pages.next()?.map(\.title) == ["Emma"])
        } catch let error as StoreError {
            // The documentation asks to close all stores first, so the loop may end with an error that says so.
            #expect([.changed, .replaced, .locked].contains(error.code))
        }
    }

    @Test("While a loop is busy, a writer does not wait for it, and the log is not held")
    func busyLoop() async throws {
        let folder = try Folder()
        let store = try await titles(folder)
        let content = ContentClient(engine: store)
        for try await page in content.live(Titles.query()) {
            if page.count > 0 { break }
            // The loop's body runs while the store is written to and its log is emptied.
            for number in 0..<5 { try await content.create(Titles.draft("T"), id: ContentID("b\(number)")) }
            #expect(try await !store.checkpoint("TRUNCATE"))
        }
    }
}
#endif
