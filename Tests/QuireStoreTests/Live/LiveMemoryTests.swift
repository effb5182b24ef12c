#if SQLite
import Foundation
import Quire
import SampleModules
import Testing

import QuireEngine
import QuireStore

@Suite("Live queries and memory", .timeLimit(.minutes(60 * Soak.factor)))
struct LiveMemoryTests {
    /// Counts its living instances.
    private final class Token: Sendable {
        private static let lock = NSLock()
        nonisolated(unsafe) private static var count = 0

        static var living: Int { lock.withLock { count } }

        init() { Self.lock.withLock { Self.count += 1 } }

        deinit { Self.lock.withLock { Self.count -= 1 } }
    }

    @Test("A live query keeps one result, and none after its end")
    func results() async throws {
        let store = try await Store(.memory, modules: Titles.library)
        let content = ContentClient(engine: store)
        do {
            var results = content.live(comparing: { _, _ in false }) { content in
                _ = try await content.count(Titles.query())
                return Token()
            }.makeAsyncIterator()
            _ = try await results.next()
            for number in 0..<500 {
                try await content.create(Titles.draft("Emma"), id: ContentID("b\(number)"))
                _ = try await results.next()
                // The latest result, and one that has just been read.
                #expect(Token.living <= 2)
            }
        }
        #expect(Token.living == 0)
    }

    @Test("The memory of the process stays flat over many results", .enabled(if: Soak.factor > 1))
    func process() async throws {
        let folder = try Folder()
        let store = try await Store(.file(folder.file()), modules: Titles.library)
        let content = ContentClient(engine: store)
        for number in 0..<200 {
            try await content.create(Titles.draft("T\(number)", rank: number), id: ContentID("b\(number)"))
        }
        let query = Titles.query().sort(by: \.rank, .descending).page(1, size: 20)
        var pages = content.live(query).makeAsyncIterator()
        _ = try await pages.next()
        var early = 0
        for number in 1...100_000 {
            var draft = Titles.Draft()
            draft.rank = .set(200 + number)
            try await content.update(ContentID("b\(number % 200)"), with: draft)
            _ = try await pages.next()
            if number == 10_000 { early = try Self.residentBytes() }
        }
        let late = try Self.residentBytes()
        print("resident memory: \(early >> 10) KiB after 10,000 results, \(late >> 10) KiB after 100,000")
        #expect(late < early + early / 10)
    }

    /// The resident memory of this process. Linux only.
    private static func residentBytes() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
    }
}
#endif
