import Foundation
import LoopbackServer
import Quire
import QuireHTTP
import Testing
import TransportDoubles

@testable import QuireHALO

/// One token renewal for all waiting requests, over a real connection.
@Suite("HALO authorization: single-flight renewal", .timeLimit(.minutes(10)))
struct SingleFlightTests {
    private static let count = 200

    /// The outcomes of many concurrent calls.
    private func callTogether(_ halo: HALOEngine, _ count: Int = count) async -> [Result<Void, any Error>] {
        await withTaskGroup(of: Result<Void, any Error>.self) { group in
            for _ in 0..<count {
                group.addTask {
                    do { return .success(try await halo.call()) } catch { return .failure(error) }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test("200 requests with a rejected token make one token request, and each is sent twice")
    func oneRefresh() async throws {
        let server = try TokenServer { $0.held = Self.count }
        defer { server.stop() }
        let store = try await storeHolding("old", for: server.url)
        let results = await callTogether(server.engine(tokens: store, connections: Self.count))
        #expect(results.filter { (try? $0.get()) == nil }.isEmpty)
        #expect(server.tokenRequests == 1)
        #expect(
            server.state.withLock { $0.tokenForms } == [
                "client_id=app-1d&client_secret=s3cret%26more&grant_type=refresh_token&refresh_token=refresh-0"
            ])
        let counts = Dictionary(grouping: server.content) { $0 }.mapValues(\.count)
        #expect(counts == ["Bearer old": Self.count, "Bearer token-1": Self.count])
    }

    @Test("200 requests with an expired token make one token request, and each is sent once")
    func expiredBeforeUse() async throws {
        let server = try TokenServer()
        defer { server.stop() }
        let store = try await storeHolding("old", expiresIn: -1, for: server.url)
        let results = await callTogether(server.engine(tokens: store))
        #expect(results.filter { (try? $0.get()) == nil }.isEmpty)
        #expect(server.tokenRequests == 1)
        #expect(server.content == Array(repeating: "Bearer token-1", count: Self.count))
    }

    @Test("After a rejected refresh token, the credentials are sent once for all requests")
    func refreshRejected() async throws {
        let server = try TokenServer {
            $0.held = 50
            $0.refusals["refresh_token"] = .json(
                #"{"error":{"message":"Invalid refresh token","extra":{},"type":"HaloError"}}"#, status: 400)
        }
        defer { server.stop() }
        let store = try await storeHolding("old", for: server.url)
        let halo = server.engine(tokens: store, connections: 50)
        #expect(await callTogether(halo, 50).filter { (try? $0.get()) == nil }.isEmpty)
        #expect(
            server.state.withLock { $0.tokenForms } == [
                "client_id=app-1d&client_secret=s3cret%26more&grant_type=refresh_token&refresh_token=refresh-0",
                "client_id=app-1d&client_secret=s3cret%26more&grant_type=client_credentials",
            ])
        #expect(server.content.count == 100)
    }

    @Test(
        "Rejected credentials fail all requests, after one refresh and one try with the credentials")
    func credentialsRejected() async throws {
        let refusal = Reply.json(
            #"{"error":{"message":"Client not found or invalid secret","extra":{},"type":"HaloError"}}"#,
            status: 401)
        let server = try TokenServer {
            $0.held = Self.count
            $0.refusals = ["refresh_token": refusal, "client_credentials": refusal]
        }
        defer { server.stop() }
        let store = try await storeHolding("old", for: server.url)
        let halo = server.engine(tokens: store, connections: Self.count)
        let errors = await callTogether(halo).compactMap { result -> AuthorizationError? in
            if case .failure(let error) = result { error as? AuthorizationError } else { nil }
        }
        #expect(errors.count == Self.count)
        #expect(Set(errors.map(\.kind)) == [.rejected])
        #expect(errors.first?.status == 401)
        #expect(errors.first?.detail == "Client not found or invalid secret")
        #expect(server.tokenRequests == 2)
        #expect(server.content == Array(repeating: "Bearer old", count: Self.count))
    }

    @Test("A 401 that arrives after the renewal uses the new token without another token request")
    func lateRejection() async throws {
        let server = try TokenServer { $0.valid = ["Bearer old"] }
        defer { server.stop() }
        let store = try await storeHolding("old", for: server.url)
        let authorization = HALOAuthorization(
            baseURL: server.url, credentials: .app(id: "app-1d", secret: "x"), tokens: store,
            settings: .init(timeout: .seconds(900)))
        #expect(try await authorization.authorization(replacing: nil) == "Bearer old")
        // Two requests were sent with the old token; their responses arrive one after the other.
        #expect(try await authorization.authorization(replacing: "Bearer old") == "Bearer token-1")
        #expect(try await authorization.authorization(replacing: "Bearer old") == "Bearer token-1")
        #expect(try await authorization.authorization(replacing: nil) == "Bearer token-1")
        #expect(server.tokenRequests == 1)
    }

    @Test("A token that is rejected while it is being saved is replaced by another")
    func rejectedWhileSaving() async throws {
        let server = try TokenServer()
        defer { server.stop() }
        let store = SlowTokenStore()
        let authorization = HALOAuthorization(
            baseURL: server.url, credentials: .app(id: "app-1d", secret: "x"), tokens: store,
            settings: .init(timeout: .seconds(900)))
        let first = Task { try await authorization.authorization(replacing: nil) }
        while await authorization.slots[.app]?.token == nil { await Task.yield() }
        #expect(try await authorization.authorization(replacing: nil) == "Bearer token-1")
        let second = Task { try await authorization.authorization(replacing: "Bearer token-1") }
        while await authorization.slots[.app]?.isRejected != true { await Task.yield() }
        await store.finishSaving()
        #expect(try await first.value == "Bearer token-1")
        #expect(try await second.value == "Bearer token-2")
        #expect(server.tokenRequests == 2)
    }

    @Test("If the server rejects every token, each request is sent twice and then fails")
    func noLoop() async throws {
        let server = try TokenServer {
            $0.givesValidTokens = false
            $0.held = 40
        }
        defer { server.stop() }
        let store = try await storeHolding("old", for: server.url)
        let results = await callTogether(server.engine(tokens: store, connections: 40), 40)
        let statuses = results.compactMap { result -> Int? in
            if case .failure(let error) = result { (error as? HALOError)?.status } else { nil }
        }
        #expect(statuses == Array(repeating: 401, count: 40))
        #expect(server.content.count == 80)
        #expect(server.tokenRequests == 1)
    }

    @Test("Under load, tokens rotate many times without a failure, with one token request per rotation")
    func rotation() async throws {
        let server = try TokenServer()
        defer { server.stop() }
        let halo = server.engine()
        for round in 1...5 {
            #expect(await callTogether(halo, 40).filter { (try? $0.get()) == nil }.isEmpty)
            #expect(server.tokenRequests == round)
            server.state.withLock { $0.valid = [] }
        }
    }

    @Test("A failing token endpoint is reported to all waiting requests, and the next request tries it again")
    func failingEndpoint() async throws {
        let gate = Gate()
        let server = try TokenServer(tokenGate: gate) {
            $0.refusals["client_credentials"] = Reply(503, text: "busy")
        }
        defer { server.stop() }
        let authorization = HALOAuthorization(
            baseURL: server.url, credentials: .app(id: "app-1d", secret: "x"),
            settings: .init(timeout: .seconds(900), retries: .never))
        let waiters = (0..<20).map { _ in
            Task { try await authorization.authorization(replacing: nil) }
        }
        try await authorization.waitForWaiters(20)
        gate.open()
        for waiter in waiters {
            let error = await #expect(throws: AuthorizationError.self) { try await waiter.value }
            #expect(error?.kind == .unavailable)
            #expect(error?.status == 503)
        }
        #expect(server.tokenRequests == 1)
        server.state.withLock { $0.refusals = [:] }
        #expect(try await authorization.authorization(replacing: nil) == "Bearer token-1")
        #expect(server.tokenRequests == 2)
    }

    @Test("A cancelled request returns immediately, and the renewal continues for the others")
    func cancellation() async throws {
        let gate = Gate()
        let server = try TokenServer(tokenGate: gate)
        defer { server.stop() }
        let authorization = HALOAuthorization(
            baseURL: server.url, credentials: .app(id: "app-1d", secret: "x"),
            settings: .init(timeout: .seconds(900)))
        let leaving = (0..<10).map { _ in Task { try await authorization.authorization(replacing: nil) } }
        let staying = (0..<10).map { _ in Task { try await authorization.authorization(replacing: nil) } }
        try await authorization.waitForWaiters(20)
        for task in leaving { task.cancel() }
        // The gate is still closed: they return before there is a response.
        for task in leaving {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        gate.open()
        for task in staying { #expect(try await task.value == "Bearer token-1") }
        #expect(server.tokenRequests == 1)
    }

    @Test("If all requests are cancelled, the renewal finishes, and the next request uses its token")
    func allLeave() async throws {
        let gate = Gate()
        let server = try TokenServer(tokenGate: gate)
        defer { server.stop() }
        let authorization = HALOAuthorization(
            baseURL: server.url, credentials: .app(id: "app-1d", secret: "x"),
            settings: .init(timeout: .seconds(900)))
        let leaving = (0..<5).map { _ in Task { try await authorization.authorization(replacing: nil) } }
        try await authorization.waitForWaiters(5)
        for task in leaving { task.cancel() }
        for task in leaving { await #expect(throws: CancellationError.self) { try await task.value } }
        gate.open()
        #expect(try await authorization.authorization(replacing: nil) == "Bearer token-1")
        #expect(server.tokenRequests == 1)
    }

    @Test("A request whose deadline passes throws, and the renewal continues")
    func deadline() async throws {
        let gate = Gate()
        let server = try TokenServer(tokenGate: gate)
        defer { server.stop() }
        let authorization = HALOAuthorization(
            baseURL: server.url, credentials: .app(id: "app-1d", secret: "x"),
            settings: .init(timeout: .seconds(900)))
        let error = await #expect(throws: AuthorizationError.self) {
            try await authorization.authorization(replacing: nil, deadline: .after(.milliseconds(50)))
        }
        #expect(error?.kind == .timedOut)
        gate.open()
        #expect(try await authorization.authorization(replacing: nil) == "Bearer token-1")
        #expect(server.tokenRequests == 1)
    }
}

extension HALOAuthorization {
    /// Returns once this many requests wait for the app's token.
    func waitForWaiters(_ count: Int) async throws {
        while slots[.app]?.renewal?.waiterCount != count {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}

/// A store whose first save takes until it is told to finish.
private actor SlowTokenStore: TokenStore {
    private var isFinished = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func load(_ account: String) -> Data? { nil }
    func remove(_ account: String) {}

    func save(_ record: Data, for account: String) async {
        if isFinished { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func finishSaving() {
        isFinished = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
