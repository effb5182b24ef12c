#if SQLite
import Foundation
import Quire
import Testing

import QuireStore

@Suite("Loading lines")
struct LoadingTests {
    private let bad = [
        #"{"id":"1","values":{"title":"A"}}"#, "", "{", #"{"values":{"title":"B"}}"#,
        #"{"id":"","values":{"title":"B"}}"#,
        #"{"id":"4","values":{"title":5}}"#, #"{"id":"5","values":{"age":"x","title":"t"}}"#,
        #"{"id":"6","values":{}}"#,
        #"{"id":"7","values":{"title":"T","age":9223372036854775808}}"#,
        #"{"id":"8","values":{"title":"T","tags":["a",1]}}"#,
        #"{"id":"9","values":{"title":"T","released":"2024-02-30"}}"#, #"[1]"#, "\u{FEFF}",
        #"{"id":"10","values":{"title":"Z"}} x"#,
        #"{"id":"11","values":{"title":"Last"}}"#,
    ]

    @Test("Each invalid line is reported with number, position and reason, and the others are loaded")
    func rejected() async throws {
        let store = try await Store(.memory, schema: Shop.self)
        let summary = try await store.load(Books.descriptor, bad)
        #expect(try await store.ids(Books.descriptor, nil) == ["1", "11"])
        #expect(summary.inserted == 2)
        #expect(summary.rejected.map(\.line) == [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
        let byLine = Dictionary(uniqueKeysWithValues: summary.rejected.map { ($0.line, $0.error) })
        #expect(byLine[6]?.path == "values.title" && byLine[6]?.id == "4")
        #expect(byLine[6]?.expected == "a string" && byLine[6]?.found.hasPrefix("5") == true)
        #expect(byLine[7]?.path == "values.age")
        #expect(byLine[8]?.path == "values.title" && byLine[8]?.found == "nothing")
        #expect(byLine[10]?.path == "values.tags")
        #expect(byLine[11]?.path == "values.released")
        #expect(summary.rejected.allSatisfy { $0.description.hasPrefix("line \($0.line)") })
    }

    @Test("Keys of metadata are found in any order, with escapes, and only the first of two counts")
    func envelopeKeys() async throws {
        let store = try await Store(.memory, schema: Shop.self)
        let summary = try await store.load(
            Books.descriptor,
            [
                #"{"values":{"title":"A"},"revision":3,"updatedAt":5000,"name":"n","createdBy":"c","id":"1"}"#,
                #"{"\u0069d":"2","v\u0061lues":{"title":"B"},"n\u0061me":"n2","name":"other","ID":"x"}"#,
                #"{"i":"0","idd":"0","id":"3","id":"4","value":1,"values":{"title":"C"},"names":"n"}"#,
            ])
        #expect(summary.inserted == 3, "\(summary)")
        var request = SearchRequest(module: Books.descriptor)
        request.page = .all
        let items = try await store.items(Books.self, request)
        #expect(items.map(\.id.rawValue) == ["1", "2", "3"])
        #expect(items.map(\.values.title) == ["A", "B", "C"])
        #expect(items.map(\.metadata.name) == ["n", "n2", nil])
        #expect(items[0].metadata.revision == 3 && items[0].metadata.createdBy == "c")
        #expect(items[0].metadata.updatedAt?.timeIntervalSince1970 == 5)
        for key in ["ID", "i", "idd", "value", "names"] {
            #expect(summary.unknownKeys.contains { $0.path == key }, "\(key): \(summary.unknownKeys)")
        }
    }

    @Test("A strict load stops at the first invalid line, without any item of its batch")
    func strict() async throws {
        let store = try await Store(.memory, schema: Shop.self)
        var options = LoadOptions()
        options.isStrict = true
        do {
            try await store.load(Books.descriptor, bad, options: options)
            Issue.record("it loaded")
        } catch let error as RejectedLineError {
            #expect(error.line == 3)
        }
        #expect(try await store.count(Books.self) == 0)
    }

    @Test("Invalid values are kept among the unknown values on request")
    func incompatible() async throws {
        let store = try await Store(.memory, schema: Shop.self)
        var options = LoadOptions()
        options.keepsIncompatibleValues = true
        let summary = try await store.load(
            Books.descriptor, [#"{"id":"1","values":{"title":"A","age":"old","tags":["a",1,null,"b"]}}"#],
            options: options)
        #expect(summary.inserted == 1)
        #expect(try await store.ids(Books.descriptor, leaf(.equal, "age", .null)) == ["1"])
        #expect(try await store.ids(Books.descriptor, leaf(.equal, "tags", .string("b"))) == ["1"])
        try await store.load(Books.descriptor, [#"{"id":"1","values":{"title":"A"}}"#])
        #expect(try await store.ids(Books.descriptor, leaf(.equal, "tags", .string("b"))) == [])
    }

    @Test(
        "A file is read in chunks: lines may cross chunks, have any line ending, and follow a byte order mark"
    )
    func pieces() throws {
        let texts = (0..<300).map { String(repeating: "x\($0)", count: ($0 * 7) % 90 + 1) }
        let folder = try Folder()
        for end in ["\n", "\r\n"] {
            let bytes = Data([0xEF, 0xBB, 0xBF]) + Data(texts.joined(separator: end + end).utf8)
            try bytes.write(to: URL(fileURLWithPath: folder.file("lines")))
            for block in [1, 2, 7, 64, 4_096, 1 << 20] {
                let file = try #require(FileHandle(forReadingAtPath: folder.file("lines")))
                let reader = try LineReader(.file(file), blockSize: block)
                var found: [String] = []
                while case .bytes(let line)? = try reader.next() {
                    found.append(String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines))
                }
                #expect(found == texts)
                #expect(reader.lineNumber == texts.count * 2 - 1)
                #expect(reader.bytesRead == Int64(bytes.count))
            }
        }
    }

    @Test("A line that is too long is skipped, and the next line is loaded")
    func longLine() throws {
        let folder = try Folder()
        try Data(("a\n" + String(repeating: "b", count: 5_000) + "\nc\n").utf8)
            .write(to: URL(fileURLWithPath: folder.file("lines")))
        let file = try #require(FileHandle(forReadingAtPath: folder.file("lines")))
        let reader = try LineReader(.file(file), blockSize: 100, lineLimit: 1_000)
        var found: [String] = []
        while let line = try reader.next() {
            switch line {
            case .bytes(let bytes): found.append(String(decoding: bytes, as: UTF8.self))
            case .tooLong: found.append("too long")
            }
        }
        #expect(found == ["a", "too long", "c"])
    }

    @Test("Progress is reported after each batch, and the last item with an id wins")
    func progress() async throws {
        let store = try await Store(.memory, schema: Shop.self)
        var options = LoadOptions()
        options.batchSize = 10
        let lines = (0..<35).map { #"{"id":"\#($0 % 30)","values":{"title":"T\#($0)","tags":["\#($0)"]}}"# }
        let reports = Reports()
        let summary = try await store.load(
            Books.self, from: .data(Data(lines.joined(separator: "\n").utf8)), options: options
        ) { reports.add($0) }
        #expect(summary.inserted == 30 && summary.updated == 5)
        #expect(reports.all.map(\.committed) == [10, 20, 30, 35])
        #expect(reports.all.last?.fraction == 1)
        #expect(try await store.ids(Books.descriptor, leaf(.equal, "title", .string("T32"))) == ["2"])
        #expect(try await store.ids(Books.descriptor, leaf(.equal, "tags", .string("2"))) == [])
    }

    @Test("Cancelling stops between lines, keeps the batches before, and leaves the indexes in place")
    func cancel() async throws {
        let folder = try Folder()
        let store = try await Store(.file(folder.file()), schema: Shop.self)
        let text = (0..<60_000).map { #"{"id":"\#($0)","values":{"title":"title \#($0)"}}"# }.joined(
            separator: "\n")
        var options = LoadOptions()
        options.batchSize = 1_000
        let reports = Reports()
        let task = Task { [options] in
            try await store.load(Books.self, from: .data(Data(text.utf8)), options: options) { progress in
                reports.add(progress)
                if reports.all.count == 3 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await store.count(Books.self) == 3_000)
        var request = SearchRequest(module: Books.descriptor)
        request.sort = [SortKey(.value("title"))]
        request.page = .offset(0, limit: 1)
        #expect(try await store.ids(request) == ["0"])
        await store.close()
        #expect(
            try SQLiteShell.rows(
                folder.file(),
                "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'm_books' AND sql IS NOT NULL"
            )
                == "[[\(Store.narrowIndexCount(of: Books.descriptor))]]")
    }
}

/// Collects the progress of a load.
final class Reports: @unchecked Sendable {
    private let lock = NSLock()
    private var reports: [LoadProgress] = []

    func add(_ progress: LoadProgress) { lock.withLock { reports.append(progress) } }

    var all: [LoadProgress] { lock.withLock { reports } }
}
#endif
