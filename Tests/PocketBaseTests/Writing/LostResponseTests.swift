import Foundation
import Quire
import QuireCore
import QuireHTTP
import QuirePocketBase
import QuireRemote
import Testing
import TransportDoubles

/// Responses that are lost after the server has carried out the request.
@Suite struct LostResponseTests {
    /// Loses the responses of every second write.
    private final class Loss: TransportMiddleware, @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0
        private var lost = 0
        var losses: Int { lock.withLock { lost } }

        func send(
            _ request: HTTPRequest, deadline: Deadline, next: any Transport
        ) async throws -> HTTPResponse {
            let response = try await next.send(request, deadline: deadline)
            let isLost = lock.withLock { () -> Bool in
                guard request.method != .get, request.body?.count ?? 100 > 20 else { return false }
                count += 1
                if count.isMultiple(of: 2) { lost += 1 }
                return count.isMultiple(of: 2)
            }
            if isLost { throw TransportError(.connectionLost, request) }
            return response
        }
    }

    private static func lossy(
        _ server: WritingServer, _ mode: WriteTests.Mode, _ loss: Loss
    ) async throws -> PocketBaseEngine {
        let engine = try await mode.engine(server)
        var settings = engine.settings
        settings.retries = RetryPolicy(maximumAttempts: 4, baseDelay: .milliseconds(1))
        return server.engine(
            settings, as: server.superuser, transport: NetworkTransport().wrapped(in: [loss]))
    }

    @Test(
        "Creating, updating and deleting is repeated, and nothing is doubled or missing",
        arguments: WriteTests.Mode.allCases, [true, false])
    func repeated(_ mode: WriteTests.Mode, _ batches: Bool) async throws {
        let server = try await WritingServer.make(batches: batches)
        let loss = Loss()
        let engine = try await Self.lossy(server, mode, loss)
        var created: [WriteResult] = []
        for size in [1, 1, 1, 20, 20] {
            created += try await engine.write(
                WriteBatch(
                    (0..<size).map { number in
                        server.operation(
                            .create, nil, .of(["title": .string("t\(number)"), "count": .integer(1)]))
                    }))
        }
        #expect(created.compactMap(\.failure) == [])
        #expect(try await server.count() == 43)
        let ids = created.compactMap { $0.instance?["id"]?.string }
        #expect(Set(ids).count == 43)
        // Based on the version that each creation returned.
        let updates = zip(ids, created).map { id, result in
            server.operation(.update, id, .of(["count": .integer(2)]), seen: result.updatedAt)
        }
        for update in updates { #expect(try await server.write(update, to: engine).failure == nil) }
        for id in ids.prefix(6) { #expect(try await server.record(id)["count"]?.int == 2) }
        for id in ids.prefix(3) {
            #expect(try await server.write(server.operation(.delete, id), to: engine) == .deleted(nil))
        }
        let deletions = ids.dropFirst(3).map { server.operation(.delete, $0) }
        #expect(try await engine.write(WriteBatch(Array(deletions))).allSatisfy(\.isSuccess))
        #expect(try await server.count() == 0)
        #expect(loss.losses > 20)
    }

    @Test(
        "Adding is never repeated: if its response is lost, its result is unknown",
        arguments: WriteTests.Mode.allCases)
    func adding(_ mode: WriteTests.Mode) async throws {
        let server = try await WritingServer.make()
        let id = "a00000000000001"
        let engine = try await Self.lossy(server, mode, Loss())
        _ = try await server.write(server.operation(.create, id, .of(["count": .integer(0)])), to: engine)
        var acknowledged = 0
        var unknown = 0
        for _ in 0..<20 {
            do {
                if try await server.write(server.adding(1, id), to: engine).isSuccess { acknowledged += 1 }
            } catch let error as TransportError {
                #expect(error.mayHaveArrived)
                unknown += 1
            }
        }
        #expect(acknowledged > 0 && unknown > 0)
        #expect(try await server.record(id)["count"]?.int == acknowledged + unknown)
    }

    @Test(
        "A batch that is written as a whole is reported as stored if its first response was lost",
        arguments: WriteTests.Mode.allCases)
    func whole(_ mode: WriteTests.Mode) async throws {
        let server = try await WritingServer.make()
        let loss = Loss()
        let id = "w00000000000000"
        var settings = try await Self.lossy(server, mode, Loss()).settings
        settings.batches = .allOrNone
        let engine = server.engine(
            settings, as: server.superuser, transport: NetworkTransport().wrapped(in: [loss]))
        _ = try await server.write(server.operation(.create, id, .of(["count": .integer(0)])), to: engine)
        for number in 1...4 {
            let count = JSONValue.of(["count": .integer(Int64(number))])
            let results = try await engine.write(
                WriteBatch([
                    server.operation(.create, nil, count), server.operation(.update, id, count),
                    server.operation(.create, "x0000000000000\(number)", count),
                ]))
            #expect(results.compactMap(\.failure) == [])
            #expect(results.map { $0.values?["count"]?.int } == [number, number, number])
            #expect(try await server.record(id)["count"]?.int == number)
        }
        let deletions = (1...2).map { server.operation(.delete, "x0000000000000\($0)") }
        #expect(try await engine.write(WriteBatch(deletions)) == [.deleted(nil), .deleted(nil)])
        #expect(try await server.count() == 7)
        #expect(loss.losses >= 3)
    }

    @Test("If the first of several responses is lost, the results of the others are known")
    func first() async throws {
        let server = try await WritingServer.make(batches: false)
        _ = try await server.existing()
        let number = Counter()
        let network = NetworkTransport()
        let losing = ClosureTransport { request in
            let response = try await network.send(request, deadline: .never)
            guard request.url.path.hasSuffix("records"), number.next() == 1 else { return response }
            throw TransportError(.connectionLost, request)
        }
        let engine = server.engine(PocketBaseSettings(retries: .never), transport: losing)
        let results = try await engine.write(
            WriteBatch((0..<3).map { _ in server.operation(.create, nil) }))
        #expect(results.map { $0.failure?.reason } == [.noResponse, nil, nil])
        #expect(try await server.count() == 3)
    }

    @Test("A write for the outbox is sent once")
    func once() async throws {
        let server = try await WritingServer.make(batches: false)
        let engine = try await Self.lossy(server, .existing, Loss())
        var failures = 0
        for number in 0..<6 {
            let id = "a0000000000000\(number)"
            do {
                _ = try await engine.writeOnce(WriteBatch([server.operation(.create, id)]))
            } catch let error as TransportError {
                #expect(error.mayHaveArrived)
                failures += 1
            }
        }
        #expect(failures == 3)
        #expect(server.log.requests.count { $0.method == .post } == 6)
        #expect(try await server.count() == 6)
    }

    @Test("An overloaded server (429) gets the write again after a pause")
    func overloaded() async throws {
        let server = try await WritingServer.make(batches: false)
        _ = try await server.existing()
        let number = Counter()
        let transport = NetworkTransport()
        let refusing = ClosureTransport { request in
            guard number.next() > 2 else {
                return HTTPResponse(
                    status: 429, body: Data(#"{"data":{},"message":"Too Many Requests.","status":429}"#.utf8))
            }
            return try await transport.send(request, deadline: .never)
        }
        let settings = PocketBaseSettings(retries: RetryPolicy(baseDelay: .milliseconds(1)))
        let engine = server.engine(settings, transport: refusing)
        let result = try await server.write(server.operation(.create, nil), to: engine)
        #expect(result.isSuccess)
        let never = server.engine(
            PocketBaseSettings(retries: .never),
            transport: ClosureTransport { _ in HTTPResponse(status: 429) })
        let failure = try await never.write(WriteBatch([server.operation(.create, nil)])).first?.failure
        #expect(failure?.status == 429 && failure?.reason == .other)
    }
}
