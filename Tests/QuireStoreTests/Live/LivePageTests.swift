#if SQLite
import Foundation
import Quire
import SampleModules
import Seeds
import Testing

import QuireEngine
import QuireStore

@Suite("Live pages that grow", .timeLimit(.minutes(60)))
struct LivePageTests {
    private typealias Shown = Page<Content<Titles>>

    private func titles(_ page: Shown?) -> [String]? { page?.map(\.title) }

    private func create(_ titles: [String], on engine: any LiveTestEngine) async throws {
        let content = ContentClient(engine: engine)
        for title in titles { try await content.create(Titles.draft(title), id: ContentID(title)) }
    }

    @Test("The page grows by its first size on request, and not past the end", arguments: LivePlace.allCases)
    func growing(_ place: LivePlace) async throws {
        try await place.withEngine { engine in
            try await create((10..<17).map(String.init), on: engine)
            let list = ContentClient(engine: engine).livePage(Titles.query().sort(by: \.title), size: 3)
            var pages = list.makeAsyncIterator()
            var page = try await pages.next()
            #expect(titles(page) == ["10", "11", "12"])
            #expect(page?.hasNext == true && page?.pageInfo.totalItems == 7)
            list.loadMore()
            list.loadMore()
            page = try await pages.next()
            #expect(titles(page) == ["10", "11", "12", "13", "14", "15"])
            list.loadMore()
            page = try await pages.next()
            #expect(titles(page)?.count == 7 && page?.hasNext == false)
            // At the end, nothing is read.
            list.loadMore()
            try await create(["18"], on: engine)
            page = try await pages.next()
            #expect(titles(page)?.last == "18" && page?.count == 8)
        }
    }

    @Test("Items that come before the shown ones make the page longer, so that no shown item vanishes")
    func anchored() async throws {
        try await LivePlace.memoryStore.withEngine { engine in
            try await create((10..<30).map(String.init), on: engine)
            let content = ContentClient(engine: engine)
            let list = content.livePage(Titles.query().sort(by: \.title), size: 4)
            var pages = list.makeAsyncIterator()
            #expect(titles(try await pages.next()) == ["10", "11", "12", "13"])
            try await create(["105"], on: engine)
            #expect(titles(try await pages.next()) == ["10", "105", "11", "12", "13"])
            // Several at once, in two places.
            try await content.batch {
                $0.create(Titles.draft("0"), id: ContentID<Titles>("0"))
                $0.create(Titles.draft("125"), id: ContentID<Titles>("125"))
            }
            #expect(titles(try await pages.next()) == ["0", "10", "105", "11", "12", "125", "13"])
            // A deleted item is replaced by the next one.
            try await content.delete(ContentID<Titles>("11"))
            #expect(titles(try await pages.next()) == ["0", "10", "105", "12", "125", "13", "14"])
            // An item that moves to the end of the result does not take the page with it.
            try await content.update(ContentID<Titles>("13"), with: Titles.draft("99"))
            #expect(titles(try await pages.next()) == ["0", "10", "105", "12", "125", "14", "15"])
            #expect(list.size == 7)
        }
    }

    @Test("Very many new items at the top scroll the shown ones out, at twice the size")
    func flooded() async throws {
        try await LivePlace.file.withEngine { engine in
            try await create((500..<520).map(String.init), on: engine)
            let content = ContentClient(engine: engine)
            let list = content.livePage(Titles.query().sort(by: \.title), size: 5)
            var pages = list.makeAsyncIterator()
            _ = try await pages.next()
            try await content.batch { batch in
                for number in 100..<200 {
                    batch.create(Titles.draft("\(number)"), id: ContentID<Titles>("\(number)"))
                }
            }
            let page = try await pages.next()
            #expect(page?.count == 5 && page?.first?.title == "100" && page?.pageInfo.totalItems == 120)
        }
    }

    @Test(
        "Under random writes, each page is the beginning of a committed state, and the last one equals a fetch"
    )
    func randomWrites() async throws {
        for place in LivePlace.allCases {
            try await place.withEngine { engine in
                var random = SeededGenerator(seed: Seed.current)
                let content = ContentClient(engine: engine)
                let query = Titles.query().sort(by: \.title)
                let list = content.livePage(query, size: 5)
                let history = History()
                let reading = Task {
                    var position = 0
                    var last: [String] = []
                    for try await page in list {
                        let shown = page.map(\.title)
                        let states = history.states
                        let found = (position..<states.count).first {
                            Array(states[$0].prefix(shown.count)) == shown
                                && page.pageInfo.totalItems == states[$0].count
                                && page.hasNext == (states[$0].count > shown.count)
                        }
                        guard let found else { return "\(shown) is no committed state" }
                        position = found
                        let isLast = states[found].last == "end"
                        // No shown item vanishes while it is in the result, unless very many came before it.
                        let lost = last.filter { states[found].contains($0) && !shown.contains($0) }
                        if !lost.isEmpty, shown.count < last.count { return "\(lost) vanished" }
                        last = shown
                        if isLast, !page.hasNext { return "complete" }
                        if Int.random(in: 0..<3) == 0 || isLast { list.loadMore() }
                    }
                    return "ended"
                }
                var titles: [String] = []
                for step in 0..<150 {
                    if titles.isEmpty || Int.random(in: 0..<4, using: &random) > 0 {
                        let title = "\(UInt16.random(in: 10_000...60_000, using: &random)) \(step)"
                        titles.append(title)
                        history.add(titles.sorted())
                        try await content.create(Titles.draft(title), id: ContentID(title.filter(\.isNumber)))
                    } else if let title = titles.randomElement(using: &random) {
                        titles.removeAll { $0 == title }
                        history.add(titles.sorted())
                        try await content.delete(ContentID<Titles>(title.filter(\.isNumber)))
                    }
                }
                history.add(titles.sorted() + ["end"])
                try await content.create(Titles.draft("end"), id: "end")
                #expect(try await reading.value == "complete", "\(place)")
            }
        }
    }

    @Test("Leaving the loop leaves nothing behind")
    func ending() async throws {
        try await LivePlace.memory.withEngine { engine in
            let list = ContentClient(engine: engine).livePage(Titles.query(), size: 3)
            for try await _ in list { break }
            #expect(engine.commits.watcherCount == 0)
            list.loadMore()
        }
    }

    /// The committed states. A state is added before its commit, so that nobody sees one that is missing here.
    private final class History: @unchecked Sendable {
        private let lock = NSLock()
        private var all: [[String]] = [[]]

        var states: [[String]] { lock.withLock { all } }

        func add(_ state: [String]) { lock.withLock { all.append(state) } }
    }
}
#endif
