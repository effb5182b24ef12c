#if SQLite
import Foundation
import Quire
import Testing

import QuireStore

@Suite("Concurrent readers and a writer")
struct ConcurrencyTests {
    @Test("Readers see only complete transactions, in a file and in memory", arguments: [true, false])
    func readers(inFile: Bool) async throws {
        let folder = try Folder()
        let store = try await Store(inFile ? .file(folder.file()) : .memory, schema: Shop.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for round in 0..<30 {
                    let lines = (0..<20).map {
                        #"{"id":"\#(round)-\#($0)","values":{"title":"T","tags":["k"]}}"#
                    }
                    try await store.load(Books.descriptor, lines)
                    if round % 3 == 0 {
                        try await store.delete((0..<20).map { "\(round)-\($0)" }, from: "books")
                    }
                }
            }
            for _ in 0..<6 {
                group.addTask {
                    for _ in 0..<60 {
                        var request = SearchRequest(module: Books.descriptor)
                        request.filter = leaf(.equal, "tags", .string("k"))
                        request.page = .offset(0, limit: 7)
                        let page = try await store.search(
                            [request], decoding: Store.idDecoder(Books.descriptor))[0]
                        let total = page.pageInfo.totalItems ?? -1
                        #expect(total % 20 == 0)
                        #expect(page.items.count == min(7, total))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.count(Books.self) == 400)
    }

    @Test("A cancelled search stops in the middle of its scan")
    func cancelledSearch() async throws {
        let store = try await Store(.memory, schema: Shop.self)
        let lines = (0..<20_000).map {
            #"{"id":"\#($0)","values":{"title":"title \#($0) with some words","tags":["a","b"]}}"#
        }
        try await store.load(Books.descriptor, lines)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await store.storedInteger(
                "SELECT count(*) FROM m_books AS a, m_books AS b WHERE a.v_title < b.v_title")
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(
            try await store.ids(Books.descriptor, leaf(.equal, "title", .string("title 5 with some words")))
                == ["5"])
    }

    @Test("Statements are prepared once for each text, however many values are searched")
    func statementCache() async throws {
        let store = try await Store(.memory, schema: Shop.self)
        try await store.load(Books.descriptor, StoreTests.lines)
        for count in 1...40 {
            let values = (0...count).map { FilterValue.string("t\($0)") }
            _ = try await store.ids(Books.descriptor, leaf(.in, "tags", .list(values)))
            _ = try await store.ids(Books.descriptor, leaf(.equal, "title", .string("t\(count)")))
        }
        let first = try await store.readStatements()
        for count in 1...40 {
            _ = try await store.ids(Books.descriptor, leaf(.equal, "title", .string("u\(count)")))
        }
        #expect(try await store.readStatements() == first)
        #expect(try await store.readStatements(afterRunning: 1_000) <= Store.statementLimit)
    }
}
#endif
