import Foundation
import Quire
import QuireHTTP
import QuireSearch
import QuireSync
import QuireTesting
import SampleModules
import Testing
import TransportDoubles

/// Which of two engines responds to a session, by strategy.
@Suite(.timeLimit(.minutes(10))) struct MirrorStrategyTests {
    @Test("Only the remote engine is used, and its error is reported")
    func remoteOnly() async throws {
        let (shop, search) = try await Shop.asked(.remoteOnly, .remote)
        shop.remote.release(.failure(Shop.outage))
        let outcome = await search.value
        #expect(outcome.error is TransportError)
        #expect(shop.local.calls.isEmpty)
        try await shop.untilIdle()
    }

    @Test("Only the mirror is used")
    func localOnly() async throws {
        let (shop, search) = try await Shop.asked(.localOnly, .local)
        shop.local.release()
        let response = try await search.value.response()
        #expect(response.origin == .local)
        #expect(response.items.map(\.title) == ["local"])
        #expect(shop.remote.calls.isEmpty)
    }

    @Test("The mirror is used during an outage, and the error is reported")
    func fallsBack() async throws {
        let (shop, search) = try await Shop.asked(.fallBackOnFailure, .remote)
        #expect(shop.local.calls.isEmpty)
        shop.remote.release(.failure(Shop.outage))
        try await shop.local.untilAsked(1)
        shop.local.release()
        let outcome = await search.value
        let response = try outcome.response()
        #expect(response.origin == .local)
        #expect((response.failure as? TransportError)?.kind == .connectionRefused)
        #expect(outcome.preliminary.isEmpty)
    }

    @Test("The remote engine's response is final, and the mirror is not used")
    func noFallBackNeeded() async throws {
        let (shop, search) = try await Shop.asked(.fallBackOnFailure, .remote)
        shop.remote.release()
        let response = try await search.value.response()
        #expect(response.origin == .remote)
        #expect(response.failure == nil)
        #expect(response.items.map(\.title) == ["remote"])
        #expect(shop.local.calls.isEmpty)
    }

    @Test("A rejected request is an error, and the mirror is not used", arguments: Shop.timed)
    func refused(_ strategy: MirrorStrategy) async throws {
        let (shop, search) = try await Shop.asked(strategy, .remote)
        shop.remote.release(.failure(Shop.refusal))
        let outcome = await search.value
        #expect(outcome.error is UnsupportedError)
        #expect(shop.local.calls.isEmpty)
        try await shop.untilIdle()
    }

    @Test(
        "If the mirror fails too, both failures are reported",
        arguments: Shop.timed + [.firstResponse, .localFirst])
    func bothFail(_ strategy: MirrorStrategy) async throws {
        let (shop, search) = try await Shop.asked(strategy, .remote)
        shop.remote.release(.failure(Shop.outage))
        try await shop.local.untilAsked(1)
        shop.local.release(.failure(NotStoredError(subject: "books")))
        let error = try #require(await search.value.error as? MirrorError)
        #expect((error.remote as? TransportError)?.kind == .connectionRefused)
        #expect(error.local is NotStoredError)
        #expect(error.isOutage)
        #expect(
            error.description.contains("nothing accepts connections")
                && error.description.contains("none is stored"))
    }

    // MARK: - Timeout

    @Test("The mirror is used after the delay, not before, and the slower engine is cancelled")
    func timeout() async throws {
        let (shop, search) = try await Shop.asked(.fallBackOnTimeout(.seconds(1)), .remote)
        await shop.clock.untilSleeping(1)
        shop.clock.advance(by: .milliseconds(999))
        #expect(shop.clock.snapshot.deadlines.count == 1)
        #expect(shop.local.calls.isEmpty)
        shop.clock.advance(by: .milliseconds(1))
        try await shop.local.untilAsked(1)
        #expect(shop.remote.running == 1)
        shop.local.release()
        let response = try await search.value.response()
        #expect(response.origin == .local)
        #expect(response.failure == nil)
        #expect(shop.remote.cancellations == 1)
        try await shop.untilIdle()
    }

    @Test("The remote engine can still win after the delay, and the mirror is cancelled")
    func lateRemote() async throws {
        let (shop, search) = try await Shop.overdue()
        try await shop.remote.untilAsked(1)
        shop.remote.release()
        let response = try await search.value.response()
        #expect(response.origin == .remote)
        #expect(shop.local.cancellations == 1)
        try await shop.untilIdle()
    }

    @Test("An outage during the delay uses the mirror immediately and only once")
    func outageBeforeTimeout() async throws {
        let shop = try await Shop(.fallBackOnTimeout(.seconds(1)))
        let search = shop.search()
        await shop.clock.untilSleeping(1)
        try await shop.remote.untilAsked(1)
        shop.remote.release(.failure(Shop.outage))
        try await shop.local.untilAsked(1)
        shop.clock.advance(by: .seconds(1))
        shop.local.release()
        #expect(try await search.value.response().origin == .local)
        #expect(shop.local.calls.count == 1)
        try await shop.untilIdle()
    }

    @Test("A request rejected after the delay is reported immediately, and the mirror is cancelled")
    func refusedAfterTimeout() async throws {
        let (shop, search) = try await Shop.overdue()
        try await shop.remote.untilAsked(1)
        shop.remote.release(.failure(Shop.refusal))
        #expect(await search.value.error is UnsupportedError)
        #expect(shop.local.cancellations == 1)
        try await shop.untilIdle()
    }

    @Test("If the mirror fails after the delay, the remote engine can still respond")
    func localFailsAfterTimeout() async throws {
        let (shop, search) = try await Shop.overdue()
        shop.local.release(.failure(NotStoredError(subject: "books")))
        try await eventually("the mirror's end") { shop.local.running == 0 }
        try await shop.remote.untilAsked(1)
        shop.remote.release()
        let response = try await search.value.response()
        #expect(response.origin == .remote)
    }

    // MARK: - Both at once

    @Test(
        "The first response wins, and the other engine is cancelled",
        arguments: [SearchOrigin.remote, .local])
    func firstResponse(_ winner: SearchOrigin) async throws {
        let (shop, search) = try await Shop.asked(.firstResponse, .remote, .local)
        shop.engine(winner).release()
        let response = try await search.value.response()
        #expect(response.origin == winner)
        #expect(response.items.map(\.title) == [winner.rawValue])
        #expect(shop.engine(winner == .remote ? .local : .remote).cancellations == 1)
        try await shop.untilIdle()
    }

    @Test("An error does not win the race, and is reported with the response")
    func failureDoesNotWin() async throws {
        let (shop, search) = try await Shop.asked(.firstResponse, .remote, .local)
        shop.remote.release(.failure(Shop.refusal))
        try await eventually("the remote engine's end") { shop.remote.running == 0 }
        #expect(shop.local.running == 1)
        shop.local.release()
        let response = try await search.value.response()
        #expect(response.origin == .local)
        #expect(response.failure is UnsupportedError)
    }

    @Test("The mirror's response is preliminary, the remote engine's is final")
    func localFirst() async throws {
        let (shop, search) = try await Shop.asked(.localFirst, .local, .remote)
        shop.local.release()
        try await eventually("a preliminary response") { !shop.shown.lines.isEmpty }
        #expect(shop.remote.running == 1)
        shop.remote.release()
        let outcome = await search.value
        #expect(outcome.preliminary.map(\.origin) == [.local])
        #expect(outcome.preliminary.first?.items.map(\.title) == ["local"])
        #expect(try outcome.response().origin == .remote)
        #expect(try outcome.response().items.map(\.title) == ["remote"])
    }

    @Test("If the remote engine is faster, there is no preliminary response")
    func remoteBeforeLocal() async throws {
        let (shop, search) = try await Shop.asked(.localFirst, .local, .remote)
        shop.remote.release()
        let outcome = await search.value
        #expect(try outcome.response().origin == .remote)
        #expect(outcome.preliminary.isEmpty)
        #expect(shop.local.cancellations == 1)
        try await shop.untilIdle()
    }

    @Test(
        "If the remote engine fails, the mirror's response is kept with the error", arguments: [true, false])
    func localStays(_ localIsFirst: Bool) async throws {
        let (shop, search) = try await Shop.asked(.localFirst, .local, .remote)
        if localIsFirst {
            shop.local.release()
            try await eventually("a preliminary response") { !shop.shown.lines.isEmpty }
            shop.remote.release(.failure(Shop.refusal))
        } else {
            shop.remote.release(.failure(Shop.refusal))
            try await eventually("the remote engine's end") { shop.remote.running == 0 }
            shop.local.release()
        }
        let outcome = await search.value
        let response = try outcome.response()
        #expect(response.origin == .local)
        #expect(response.failure is UnsupportedError)
        #expect(outcome.preliminary.count == (localIsFirst ? 1 : 0))
    }

    @Test("If the mirror fails, only the remote engine's response is shown")
    func localFailsFirst() async throws {
        let (shop, search) = try await Shop.asked(.localFirst, .local)
        shop.local.release(.failure(NotStoredError(subject: "books")))
        try await eventually("the mirror's end") { shop.local.running == 0 }
        try await shop.remote.untilAsked(1)
        shop.remote.release()
        let outcome = await search.value
        #expect(outcome.preliminary.isEmpty)
        #expect(try outcome.response().origin == .remote)
        #expect(try outcome.response().failure is NotStoredError)
    }

    // MARK: - Pages, plans, cancellation

    @Test("With every strategy, a later page comes from the engine of the first one", arguments: Shop.all)
    func pages(_ strategy: MirrorStrategy) async throws {
        for origin in [SearchOrigin.remote, .local] {
            let shop = try await Shop(strategy)
            let search = shop.search(SearchPage(shop.draft, number: 2, origin: origin))
            let other = shop.engine(origin == .remote ? .local : .remote)
            try await shop.engine(origin).untilAsked(1)
            shop.engine(origin).release(.failure(Shop.outage))
            #expect(await search.value.error is TransportError)
            #expect(other.calls.isEmpty)
        }
    }

    @Test("Each engine gets a request that it supports: without full text, it searches for parts of texts")
    func plansPerEngine() async throws {
        let shop = try await Shop(.localFirst) { $0.fullText = false }
        var draft = SearchDraft(Books.query())
        draft.text = "ocal"
        draft.substringFields = ["title"]
        let search = shop.search(SearchPage(draft, number: 1))
        try await shop.local.untilAsked(1)
        try await shop.remote.untilAsked(1)
        shop.remote.release()
        _ = try await search.value.response()
        #expect(shop.local.calls.first?.first?.text != nil)
        #expect(shop.local.calls.first?.first?.filter == nil)
        let remote = try #require(shop.remote.calls.first?.first)
        #expect(remote.text == nil)
        #expect(remote.filter == .leaf(.init(.like, "title", value: .string("ocal"), type: .string)))
    }

    @Test("Cancelling the search cancels both engines", arguments: Shop.all)
    func cancelled(_ strategy: MirrorStrategy) async throws {
        let shop = try await Shop(strategy)
        let search = shop.search()
        if strategy != .localOnly { try await shop.remote.untilAsked(1) }
        if [.localOnly, .firstResponse, .localFirst].contains(strategy) {
            try await shop.local.untilAsked(1)
        }
        search.cancel()
        #expect(await search.value.error is CancellationError)
        try await shop.untilIdle()
    }

    @Test(
        "An engine that ignores cancellation does not delay the other one's response",
        arguments: [
            MirrorStrategy.firstResponse, .localFirst, .fallBackOnTimeout(.seconds(1)),
        ])
    func deafLoser(_ strategy: MirrorStrategy) async throws {
        let shop = try await Shop(strategy)
        let (winner, loser) =
            strategy == .localFirst ? (shop.remote, shop.local) : (shop.local, shop.remote)
        loser.ignoresCancellation()
        let search = shop.search()
        try await shop.remote.untilAsked(1)
        if case .fallBackOnTimeout = strategy {
            await shop.clock.untilSleeping(1)
            shop.clock.advance(by: .seconds(1))
        }
        try await shop.local.untilAsked(1)
        winner.release()
        #expect(try await search.value.response().items.count == 1)
        #expect(loser.running == 1)
        loser.release()
        try await shop.untilIdle()
    }

    @Test("A cancelled search does not wait for engines that ignore cancellation")
    func deafEngines() async throws {
        let shop = try await Shop(.firstResponse)
        shop.remote.ignoresCancellation()
        shop.local.ignoresCancellation()
        let search = shop.search()
        try await shop.remote.untilAsked(1)
        try await shop.local.untilAsked(1)
        search.cancel()
        #expect(await search.value.error is CancellationError)
        #expect(shop.remote.running == 1 && shop.local.running == 1)
        shop.remote.release()
        shop.local.release()
        try await shop.untilIdle()
    }

    @Test("A cancelled search throws CancellationError even if an engine throws another error")
    func cancelledWithAnotherError() async throws {
        let (shop, search) = try await Shop.asked(.fallBackOnFailure, .remote)
        shop.remote.endsCancellation(with: Shop.outage)
        search.cancel()
        #expect(await search.value.error is CancellationError)
        #expect(shop.local.calls.isEmpty)
    }
}
