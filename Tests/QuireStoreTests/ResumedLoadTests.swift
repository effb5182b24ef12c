#if SQLite
import Foundation
import Quire
import QuireStore
import Testing

@Suite("Resuming a load")
struct ResumedLoadTests {
    private struct Enough: Error {}

    /// Every seventh line is invalid, and some lines are empty.
    private let text = (0..<100).map { number in
        if number % 11 == 0 { return "" }
        return number % 7 == 0
            ? #"{"id":"\#(number)","values":{"title":\#(number)}}"#
            : #"{"id":"\#(number)","values":{"title":"T\#(number)"}}"#
    }
    .joined(separator: "\n")

    private var options: LoadOptions {
        var options = LoadOptions()
        options.batchSize = 9
        return options
    }

    @Test(
        "Resuming from any batch of a file or of bytes loads the same items and rejects the same lines",
        arguments: [true, false])
    func anyPosition(isFile: Bool) async throws {
        let folder = try Folder()
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("lines")))
        let source: LoadSource = isFile ? .file(folder.file("lines")) : .data(Data(text.utf8))
        let whole = try await Store(.memory, schema: Shop.self)
        let all = Reports()
        let summary = try await whole.load(Books.self, from: source, options: options) { all.add($0) }
        let ids = try await whole.ids(Books.descriptor, nil)
        #expect(summary.inserted == 77 && summary.rejectedCount == 13 && all.all.count > 9)
        for stop in all.all.indices {
            let store = try await Store(.memory, schema: Shop.self)
            let first = Reports()
            await #expect(throws: Enough.self) {
                try await store.load(Books.self, from: source, options: self.options) { progress in
                    first.add(progress)
                    if first.all.count == stop + 1 { throw Enough() }
                }
            }
            #expect(first.all == Array(all.all[...stop]))
            // Committed batches stay.
            #expect(try await store.count(Books.self) == first.all[stop].committed)
            var rest = options
            rest.start = first.all[stop].position
            let second = Reports()
            try await store.load(Books.self, from: source, options: rest) { second.add($0) }
            #expect(try await store.ids(Books.descriptor, nil) == ids)
            let lines = (first.all + second.all).flatMap(\.rejectedLines)
            #expect(lines == summary.rejected)
        }
    }

    @Test("Resuming from a position after the end loads nothing and does not fail")
    func behindTheEnd() async throws {
        let folder = try Folder()
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("lines")))
        for source in [LoadSource.file(folder.file("lines")), .data(Data(text.utf8))] {
            for offset in [Int64(text.utf8.count), .max, 1 << 40] {
                let store = try await Store(.memory, schema: Shop.self)
                var options = options
                options.start = LoadPosition(line: 100, offset: offset)
                let summary = try await store.load(Books.self, from: source, options: options)
                #expect(summary == LoadSummary())
            }
        }
    }
}
#endif
