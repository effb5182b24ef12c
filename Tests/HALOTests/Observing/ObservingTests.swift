import Foundation
import Quire
import QuireHALO
import QuireHTTP
import QuireSync
import QuireTesting
import SampleModules
import Testing
import TransportDoubles

/// Records its events.
private final class ToldRequests: RequestObserver, @unchecked Sendable {
    enum End {
        case finished(RequestSummary), failed(any Error)
    }

    private let lock = NSLock()
    private var begun: [ObservedRequest] = []
    private var over: [(request: ObservedRequest, end: End)] = []

    var started: [ObservedRequest] { lock.withLock { begun } }
    var ended: [(request: ObservedRequest, end: End)] { lock.withLock { over } }

    func started(_ request: ObservedRequest) { lock.withLock { begun.append(request) } }

    func finished(_ request: ObservedRequest, _ summary: RequestSummary) {
        lock.withLock { over.append((request, .finished(summary))) }
    }

    func failed(_ request: ObservedRequest, _ error: any Error, after duration: Duration) {
        lock.withLock { over.append((request, .failed(error))) }
    }

    /// The summary of the only finished request of an operation.
    func summary(of operation: String) throws -> RequestSummary {
        let found = ended.filter { $0.request.operation == operation }
        guard found.count == 1, case .finished(let summary)? = found.first?.end else {
            throw Missing(operation: operation)
        }
        return summary
    }

    struct Missing: Error { var operation: String }
}

@Suite("Observing requests")
struct ObservingTests {
    private static let page =
        #"{"items":[{"id":"1","values":{"title":"Emma","age":12,"price":1,"active":true}}],"pagination":{"page":1,"limit":10,"offset":0,"totalItems":1,"totalPages":1}}"#

    private static func halo(
        _ steps: [ScriptedTransport.Step], _ observer: ToldRequests, attempts: Int = 1
    ) throws -> HALOEngine {
        let url = try #require(URL(string: "https://halo.example"))
        var settings = HALOEngine.Settings()
        settings.retries = RetryPolicy(maximumAttempts: attempts, baseDelay: .zero, maximumDelay: .zero)
        return HALOEngine(
            baseURL: url, authorization: BearerToken("secret-token"), settings: settings,
            transport: ScriptedTransport(steps).wrapped(in: [ObservingMiddleware(by: observer)]))
    }

    @Test("A search and its call are reported with rows, bytes and status; the call belongs to the search")
    func search() async throws {
        let told = ToldRequests()
        let engine = try Self.halo([.status(200, [:], Self.page)], told).observed(by: told)
        let found = try await ContentClient(engine: engine).fetch(Books.query().where(\.title == "geheim"))
        #expect(found.count == 1)

        #expect(told.started.map(\.operation) == ["search", "POST"])
        #expect(told.ended.map(\.request.operation) == ["POST", "search"])
        let (search, call) = (told.started[0], told.started[1])
        #expect(search.system == engine.capabilities.name && search.subject == "books")
        #expect(search.parent == nil && call.parent == search.id && call.id != search.id)
        #expect(try told.summary(of: "search").rows == 1)
        let summary = try told.summary(of: "POST")
        #expect(summary.status == 200 && summary.bytes == Self.page.utf8.count)
        #expect((call.bytesSent ?? 0) > 0)
        for text in told.started.map(\.description) {
            #expect(!text.contains("geheim") && !text.contains("secret-token"), "\(text)")
        }
    }

    @Test("Each attempt of a retried request is a separate call within one search")
    func retries() async throws {
        let told = ToldRequests()
        let engine = try Self.halo([.status(503), .status(200, [:], Self.page)], told, attempts: 2)
            .observed(by: told)
        _ = try await ContentClient(engine: engine).fetch(Books.query())
        #expect(told.started.map(\.operation) == ["search", "POST", "POST"])
        #expect(Set(told.started.dropFirst().map(\.parent)) == [told.started[0].id])
    }

    @Test("A request that throws is reported as failed with its error, and rethrown")
    func failure() async throws {
        let told = ToldRequests()
        let engine = try Self.halo([.failure(.offline)], told).observed(by: told)
        await #expect(throws: TransportError.self) {
            try await ContentClient(engine: engine).fetch(Books.query())
        }
        #expect(told.ended.count == 2)
        for (request, end) in told.ended {
            guard case .failed(let error) = end else {
                Issue.record("\(request) did not fail")
                continue
            }
            #expect(error is TransportError)
        }
    }

    @Test("An observed engine writes, batches and syncs like the engine itself")
    func conformances() async throws {
        let told = ToldRequests()
        let memory = InMemoryEngine().observed(by: told)
        let responses = try await memory.responses(to: [Books.query().request, Authors.query().request])
        #expect(responses.count == 2)
        #expect(told.started.map(\.subject) == ["books, authors"])

        let halo: any ContentEngine = try Self.halo([], told).observed(by: told)
        #expect(halo is any WritableEngine)
        #expect(halo is any SyncingEngine)
        #expect(halo is any CacheableEngine)
        #expect(halo is any OnceWritingEngine, "an outbox must not send twice through it")
        #expect(!(memory as any ContentEngine is any SyncingEngine))
    }

    @Test("The log text describes the counts in words")
    func texts() async throws {
        let told = ToldRequests()
        let engine = try Self.halo([.status(200, [:], Self.page)], told).observed(by: told)
        _ = try await ContentClient(engine: engine).fetch(Books.query())
        #expect(told.started[0].description == "\(engine.capabilities.name) search books")
        #expect(try told.summary(of: "POST").description.hasPrefix("200, \(Self.page.utf8.count) bytes, "))
        #expect(try told.summary(of: "search").description.hasPrefix("1 row, "))
    }
}
