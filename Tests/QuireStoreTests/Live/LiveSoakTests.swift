#if SQLite
import Foundation
import Quire
import SampleModules
import Seeds
import StoreCrashWriter
import Testing
import TransportDoubles

import QuireEngine
import QuireStore

/// Many live queries while three writers change the content, one of them in another process.
@Suite("Live queries under load", .timeLimit(.minutes(60 * Soak.factor)))
struct LiveSoakTests {
    private typealias Read = @Sendable (ContentClient) async throws -> String

    /// The results of a live query, described as texts.
    private final class Results: @unchecked Sendable {
        private let lock = NSLock()
        private var texts: [String] = []

        var all: [String] { lock.withLock { texts } }

        func add(_ text: String) { lock.withLock { texts.append(text) } }
    }

    /// Reads of every kind, with random conditions.
    private func reads(_ count: Int) -> [Read] {
        var random = SeededGenerator(seed: Seed.current)
        var library = RandomLibrary(seed: Seed.current)
        return (0..<count).map { number in
            let limit = Int.random(in: 0..<10, using: &random)
            switch number % 10 {
            case 0:
                return { try await "\($0.ids(Novels.query().where(\.pages > limit)))" }
            case 1:
                let query = Novels.query().sort(by: \.pages, .descending).page(2, size: 3)
                return { content in
                    let page = try await content.fetch(query)
                    return "\(page.items) \(page.pageInfo)"
                }
            case 2:
                return { content in
                    let page = try await content.fetch(Novels.query().include(\.author).page(1, size: 8))
                    return "\(page.items)"
                }
            case 3: return { try await "\($0.ids(Novels.query().where(\.author.birthYear > limit)))" }
            case 4:
                let word = ["red", "gardn", "blue sea", "house"][limit % 4]
                return { content in
                    let page = try await content.fetch(
                        Titles.query().search(word).page(1, size: 50))
                    return "\(page.map(\.id)) \(page.pageInfo.totalItems ?? -1)"
                }
            case 5:
                return { content in
                    let query = Titles.query().where(\.age > limit)
                    return "\(try await content.aggregate(query, .count, .sum(\.rank), .max(\.age)))"
                }
            case 6:
                return { try await "\($0.item(ifExists: ContentID<Writers>("a\(limit)")).debugDescription)" }
            case 7:
                return { content in
                    let rows = try await content.fetch(
                        Novels.query().page(1, size: 9).select(\.pages, \.author.name))
                    return "\(rows.items)"
                }
            case 8:
                var request = SearchRequest(module: Novels.descriptor)
                request.filter = library.filter(over: Novels.descriptor)
                return { [request] in try await "\($0.count(request))" }
            default:
                return { content in
                    let (ages, writers) = (
                        try await content.count(Titles.query(), by: \.rank),
                        try await content.count(Writers.query())
                    )
                    return "\(ages) \(writers)"
                }
            }
        }
    }

    @Test("Each result is a committed state, in order, and the last one equals a fetch")
    func writers() async throws {
        let folder = try Folder()
        let store = try await Store(.file(folder.file()), modules: Shelving.modules)
        let content = ContentClient(engine: store)
        let reads = reads(Soak.factor > 1 ? 200 : 50)
        let steps = Soak.factor > 1 ? 3_400 : 70
        let houses = Results()
        let results = reads.map { _ in Results() }
        let listening = reads.indices.map { number in
            Task { for try await text in content.live(reads[number]) { results[number].add(text) } }
        }
        let unrelated = Task {
            for try await page in content.live(Houses.query()) { houses.add("\(page.count)") }
        }
        async let child = WriterProcess.run(.shelve, folder.file(), "1", "\(steps)")
        async let first: Void = Shelving.shelve(store, seed: 2, count: steps)
        async let second: Void = Shelving.shelve(store, seed: 3, count: steps)
        _ = try await (child, first, second)

        var waiting = Patience()
        for (number, read) in reads.enumerated() {
            let last = try await read(content)
            while results[number].all.last != last, waiting.goesOn(results[number].all.count) {
                try await Task.sleep(for: .milliseconds(1))
            }
            #expect(results[number].all.last == last, "query \(number)")
        }
        for task in listening + [unrelated] { task.cancel() }
        for task in listening + [unrelated] { _ = await task.result }
        #expect(houses.all == ["0"])
        #expect(store.liveQueryCount == 0 && !store.followsOtherWriters)
        try await check(results.map(\.all), reads, store)
    }

    /// Repeats all transactions on another store, and finds each result there, in order.
    private func check(_ results: [[String]], _ reads: [Read], _ store: Store) async throws {
        let copy = try await Store(.memory, modules: Shelving.modules)
        let content = ContentClient(engine: copy)
        var found = Array(repeating: 0, count: reads.count)
        for number in 0...(try await Shelving.count(store)) {
            if number > 0 { try await Shelving.repeatTransaction(number, of: store, on: copy) }
            for (position, read) in reads.enumerated() where found[position] < results[position].count {
                let state = try await read(content)
                if state == results[position][found[position]] { found[position] += 1 }
            }
        }
        for (position, texts) in results.enumerated() {
            #expect(!texts.isEmpty)
            #expect(
                zip(texts, texts.dropFirst()).allSatisfy { $0 != $1 }, "query \(position) repeats a result")
            #expect(
                found[position] == texts.count,
                "query \(position): no commit has the result \(texts[min(found[position], texts.count - 1)])")
        }
    }

    /// Counts the objects that are still alive.
    private final class Probe: Sendable {
        private let count: Counter

        init(_ count: Counter) {
            self.count = count
            count.add(1)
        }

        deinit { count.add(-1) }
    }

    private final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var number = 0

        var value: Int { lock.withLock { number } }

        func add(_ change: Int) { lock.withLock { number += change } }
    }

    @Test("Thousands of results of a page leave nothing behind")
    func memory() async throws {
        let store = try await Store(.memory, modules: Titles.library)
        let content = ContentClient(engine: store)
        for number in 0..<20 { try await content.create(Titles.draft("T"), id: ContentID("b\(number)")) }
        let alive = Counter()
        let results = content.live(comparing: { (left: (Page<Content<Titles>>, Probe), right) in
            left.0 == right.0
        }) {
            let page = try await $0.fetch(Titles.query().sort(by: \.age, .descending).page(1, size: 20))
            return (page, Probe(alive))
        }
        var pages = results.makeAsyncIterator()
        _ = try await pages.next()
        for number in 0..<(Soak.factor > 1 ? 100_000 : 2_000) {
            var draft = Titles.Draft()
            draft.age = .set(number + 2)
            try await content.update(ContentID("b\(number % 20)"), with: draft)
            let page = try await pages.next()?.0
            #expect(page?.first?.age == number + 2)
            // The live query keeps its latest result only.
            #expect(alive.value <= 2)
        }
        #expect(try await store.writeStatements() < Store.statementLimit)
        #expect(store.liveQueryCount == 1)
    }
}
#endif
