import Foundation
import Quire
import QuireSearch
import QuireTesting
import SampleModules
import Testing
import TransportDoubles

/// Sessions that share a search field.
@Suite struct SearchGroupTests {
    @Test("One typed text is one request for all sessions")
    func typed() async throws {
        let watchdog = Watchdog(seconds: 900, "a group that types")
        defer { watchdog.stop() }
        let desk = await Desk()
        let books = SearchSession(Books.query().facet(\.tags), on: desk.batched, clock: desk.clock)
        let songs = SearchSession(Songs.query(), on: desk.content, clock: desk.clock)
        let group = SearchGroup(books, songs)
        group.type("wha")
        group.type("whale")
        await desk.clock.untilSleeping(2)
        #expect(await desk.asked.isEmpty)
        desk.clock.advance(by: .milliseconds(100))
        try await desk.send(2)
        await group.settled()
        #expect(Set(books.state.items.map(\.title)) == ["Moby Dick, the whale", "Whale song"])
        #expect(books.state.draft.text == "whale")
        #expect(books.state.facets.first?.counts.isEmpty == false)
        #expect(songs.state.items.isEmpty && songs.state.draft.text == "whale")
        let asked = await desk.asked
        #expect(asked.count == 1)
        #expect(asked.first.map(Set.init) == ["books", "songs"])
    }

    @Test("Submitting, searching, cancelling and resetting affect every session")
    func commands() async throws {
        let watchdog = Watchdog(seconds: 900, "a group's commands")
        defer { watchdog.stop() }
        let desk = await Desk()
        let books = SearchSession(Books.query(), on: desk.batched, clock: desk.clock)
        let songs = SearchSession(Songs.query(), on: desk.content, clock: desk.clock)
        let group = SearchGroup(books, songs)
        group.type("emma")
        group.submit(tag: "return")
        try await desk.untilWaiting(2)
        group.cancelPending()
        await group.settled()
        #expect(desk.batched.waitingCallers == 0)
        #expect(await desk.asked.isEmpty)

        group.setText("mer")
        group.search()
        try await desk.untilWaiting(2)
        await desk.clock.untilSleeping(1)
        desk.clock.advance(by: .seconds(1))
        await group.settled()
        #expect(books.state.items.isEmpty)
        #expect(songs.state.items.map(\.title) == ["La mer"])
        #expect(await desk.asked.count == 1)

        group.reset()
        #expect(books.text.isEmpty && songs.text.isEmpty)
        #expect(songs.state.items.isEmpty)
    }

    @Test("Cancelling one session does not cancel the other's request")
    func oneCancelled() async throws {
        let watchdog = Watchdog(seconds: 900, "a group with one cancelled")
        defer { watchdog.stop() }
        let desk = await Desk()
        let books = SearchSession(Books.query(), on: desk.batched, clock: desk.clock)
        let songs = SearchSession(Songs.query(), on: desk.batched, clock: desk.clock)
        SearchGroup(books, songs).search()
        try await desk.untilWaiting(2)
        books.cancelPending()
        try await desk.send(1)
        await songs.settled()
        #expect(songs.state.items.map(\.title) == ["La mer"])
        #expect(books.state.items.isEmpty)
        #expect(await desk.asked == [["songs"]])
    }
}
