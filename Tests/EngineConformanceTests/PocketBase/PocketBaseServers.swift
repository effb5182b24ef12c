import Foundation
import Quire
import QuireCore
import QuireHTTP
import SearchServers

/// A running server with a superuser's token, and with batches allowed.
struct PocketBaseServer: Sendable {
    let node: PocketBaseNode
    let token: String

    static func start() async throws -> PocketBaseServer {
        let node = try await PocketBaseNode.start()
        let server = PocketBaseServer(node: node, token: "")
        let signedIn = try await server.send(
            .post, "collections/_superusers/auth-with-password",
            .object([.init("identity", .string(node.email)), .init("password", .string(node.password))]))
        guard case .string(let token)? = signedIn.member("token") else {
            throw PocketBaseSetupFailure(text: "no token: \(signedIn)")
        }
        let own = PocketBaseServer(node: node, token: token)
        _ = try await own.send(
            .patch, "settings",
            .object([
                .init(
                    "batch",
                    .object([
                        .init("enabled", .boolean(true)), .init("maxRequests", .integer(1_000)),
                        .init("timeout", .integer(60)),
                    ]))
            ]))
        return own
    }

    /// Sends a call as a superuser, and throws unless it succeeds.
    @discardableResult
    func send(_ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil) async throws
        -> JSONValue
    {
        var request = HTTPRequest(method, node.url.appendingPathComponent("api/" + path), body: body?.data)
        request.headers["Content-Type"] = "application/json"
        if !token.isEmpty { request.headers["Authorization"] = token }
        var response = try await NetworkTransport().send(request, deadline: .after(.seconds(900)))
        // While its database is too busy to look up the token, the server takes the caller for a guest.
        for _ in 0..<10 where response.status == 403 && !token.isEmpty {
            try await Task.sleep(for: .seconds(1))
            response = try await NetworkTransport().send(request, deadline: .after(.seconds(900)))
        }
        guard (200...299).contains(response.status) else {
            throw PocketBaseSetupFailure(
                text: "\(path): \(String(decoding: response.body.prefix(2_000), as: UTF8.self))")
        }
        return response.body.isEmpty ? .null : try JSONValue(parsing: response.body)
    }

    /// Creates records, all of them or none.
    func create(_ records: [JSONValue], in collection: String) async throws {
        for start in stride(from: 0, to: records.count, by: 200) {
            let requests = records[start..<min(start + 200, records.count)].map { record in
                JSONValue.object([
                    .init("method", .string("POST")),
                    .init("url", .string("/api/collections/\(collection)/records")),
                    .init("body", record),
                ])
            }
            try await send(.post, "batch", .object([.init("requests", .array(requests))]))
        }
    }
}

struct PocketBaseSetupFailure: Error, CustomStringConvertible {
    var text: String
    var description: String { text }
}

/// A few servers that one test after the other uses.
actor PocketBaseServers {
    static let shared = PocketBaseServers()

    /// Each needs more than a hundred megabytes.
    private static let most = 3

    private var free: [PocketBaseServer] = []
    private var count = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Runs the body with a server that nobody else uses meanwhile. After an error, the server is not used again.
    nonisolated func with<Result>(_ body: (PocketBaseServer) async throws -> Result) async throws -> Result {
        let server = try await take()
        do {
            let result = try await body(server)
            await give(server)
            return result
        } catch {
            server.node.stop()
            await lose()
            throw error
        }
    }

    private func take() async throws -> PocketBaseServer {
        while free.isEmpty, count >= Self.most {
            await withCheckedContinuation { waiting.append($0) }
        }
        if let server = free.popLast() { return server }
        count += 1
        do {
            return try await PocketBaseServer.start()
        } catch {
            lose()
            throw error
        }
    }

    private func give(_ server: PocketBaseServer) {
        free.append(server)
        wakeOne()
    }

    private func lose() {
        count -= 1
        wakeOne()
    }

    private func wakeOne() {
        if !waiting.isEmpty { waiting.removeFirst().resume() }
    }
}
