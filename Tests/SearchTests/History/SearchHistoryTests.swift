import Foundation
import Quire
import QuireSearch
import Testing
import TransportDoubles

@Suite("A search history", .timeLimit(.minutes(10)))
struct SearchHistoryTests {
    private let clock = SteppedClock()

    private func history(at file: URL? = nil) -> SearchHistory {
        var options = SearchHistory.Options()
        options.clock = clock
        return SearchHistory(at: file, options: options)
    }

    /// The first list that satisfies a condition.
    private func list(of history: SearchHistory, where isWanted: @Sendable ([String]) -> Bool) async
        -> [String]?
    {
        for await list in history.lists where isWanted(list) { return list }
        return nil
    }

    @Test("Submitted text is recorded immediately, typed text after a second")
    func debounced() async throws {
        let history = history()
        history.record("emma")
        #expect(history.searches == ["emma"])
        history.type("mob")
        await clock.untilSleeping(1)
        clock.advance(by: .milliseconds(999))
        #expect(history.searches == ["emma"])
        history.type("moby")
        await clock.until { $0.begun == 2 && $0.deadlines.count == 1 }
        clock.advance(by: .milliseconds(999))
        #expect(history.searches == ["emma"])
        clock.advance(by: .milliseconds(1))
        #expect(await list(of: history) { $0.count == 2 } == ["moby", "emma"])
        // The same text again is recorded like any other.
        history.remove("moby")
        history.type("moby")
        await clock.untilBegun(3)
        history.type("moby")
        await clock.until { $0.begun == 4 && $0.deadlines.count == 1 }
        clock.advance(by: .seconds(1))
        #expect(await list(of: history) { $0.count == 2 } == ["moby", "emma"])
    }

    @Test("Submitting, clearing the field and clearing the history discard typed text")
    func forgotten() async throws {
        let history = history()
        history.type("moby d")
        history.record("Moby Dick")
        history.type("wha")
        history.type("  ")
        history.type("emm")
        history.removeAll()
        await clock.untilSleeping(0)
        clock.advance(by: .seconds(10))
        try await history.flush()
        #expect(history.searches == [])
        history.record("whale")
        #expect(history.searches == ["whale"])
    }

    @Test("A flush records typed text immediately")
    func flushed() async throws {
        let folder = try HistoryFolder()
        let history = history(at: folder.file)
        history.type("moby d")
        try await history.flush()
        #expect(history.searches == ["moby d"])
        #expect(try folder.text == #"{"quire":1,"searches":["moby d"]}"#)
        await clock.untilSleeping(0)
    }

    @Test("A released history leaves no task behind")
    func released() async throws {
        var history: SearchHistory? = history()
        history?.type("moby d")
        await clock.untilSleeping(1)
        weak let released = history
        history = nil
        await clock.untilSleeping(0)
        #expect(released == nil)
    }

    @Test("A late observer gets the current list, and ends with the history")
    func lists() async throws {
        var history: SearchHistory? = history()
        history?.record("emma")
        history?.record("whale")
        var loop = history?.lists.makeAsyncIterator()
        #expect(await loop?.next() == ["whale", "emma"])
        history?.record("a")
        history?.record("b")
        // Slow loops receive only the newest list.
        #expect(await loop?.next() == ["b", "a", "whale", "emma"])
        history = nil
        #expect(await loop?.next() == nil)
    }

    @Test("Searches from many threads are all recorded, in the file and in memory")
    func concurrent() async throws {
        let folder = try HistoryFolder()
        var options = SearchHistory.Options()
        options.limit = 1_000
        let history = SearchHistory(at: folder.file, options: options)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 { group.addTask { history.record("search \(number).") } }
        }
        try await history.flush()
        #expect(Set(history.searches) == Set((0..<200).map { "search \($0)." }))
        let second = SearchHistory(at: folder.file, options: options)
        try await second.flush()
        #expect(second.searches == history.searches)
    }
}
