import Foundation
import QuireCluster
import QuireCore
import QuireHTTP
import SearchServers
import TransportDoubles

@testable import QuirePocketBase

/// An auth collection of its own on the shared server, with one user, and a record that only signed-in users see.
struct UsersCollection {
    let node: PocketBaseNode
    let name: String
    let email = "ada@example.com"
    let password = "first-password"
    /// Unique among all auth collections, as the server wants it.
    let id = String((0..<15).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement() ?? "a" })
    let superuser: PocketBaseAuthorization
    /// The requests of the authorization under test.
    let log = RequestLog()

    static func make(_ settings: JSONValue = .empty) async throws -> UsersCollection {
        let node = try await SearchServers.pocketBase()
        let superuser = PocketBaseAuthorization(baseURL: node.url)
        try await superuser.signIn(
            .password(node.email, node.password), to: PocketBaseAuthorization.superusers)
        let users = UsersCollection(
            node: node, name: "users_\(UInt64.random(in: 0 ... .max))", superuser: superuser)
        try await users.call(
            .post, ["collections"],
            .of([
                "name": .string(users.name), "type": .string("auth"),
                "listRule": .string("@request.auth.id != ''"),
                "fields": .array([.of(["name": .string("nick"), "type": .string("text")])]),
            ]))
        try await users.createUser()
        if settings != .empty { try await users.change(settings) }
        return users
    }

    private func createUser() async throws {
        var patience = Patience(polls: 200)
        while true {
            do {
                try await call(
                    .post, PocketBaseCall.records(of: name),
                    .of([
                        "id": .string(id), "email": .string(email), "password": .string(password),
                        "passwordConfirm": .string(password),
                    ]))
                return
            } catch let error as PocketBaseError where error.status == 404 && patience.goesOn() {
                // While other tests create collections, the server does not know a new one for a moment.
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// Changes the collection.
    func change(_ settings: JSONValue) async throws {
        try await call(.patch, ["collections", name], settings)
    }

    /// Changes the user's password, which revokes all tokens.
    func revoke() async throws {
        try await call(
            .patch, PocketBaseCall.records(of: name, id),
            .of(["password": .string("other-password"), "passwordConfirm": .string("other-password")]))
    }

    /// Sends a call as the superuser.
    @discardableResult
    func call(_ method: HTTPRequest.Method, _ path: [String], _ body: JSONValue?) async throws -> JSONValue {
        let connection = PocketBaseConnection(
            baseURL: node.url, authorization: superuser, settings: PocketBaseSettings(),
            transport: URLSessionTransport())
        let response = try await connection.send(
            PocketBaseCall(method, path, body: body?.data, "prepare a test"))
        return (try? JSONValue(parsing: response.body)) ?? .null
    }

    /// A new one-time password of the user. The server would send it by email.
    func oneTimePassword() async throws -> (id: String, password: String) {
        let collection = try await call(.get, ["collections", name], nil)
        let created = try await call(
            .post, PocketBaseCall.records(of: "_otps"),
            .of([
                "collectionRef": collection["id"] ?? .null, "recordRef": .string(id),
                "password": .string("24681357"),
            ]))
        return (created["id"]?.string ?? "", "24681357")
    }

    /// An authorization whose requests are recorded.
    func authorization(
        tokens: any TokenStore = MemoryTokenStore(), settings: PocketBaseAuthorization.Settings = .init(),
        clock: TransportClock = .system
    ) -> PocketBaseAuthorization {
        PocketBaseAuthorization(
            baseURL: node.url, tokens: tokens, settings: settings,
            transport: URLSessionTransport().wrapped(in: [log]), clock: clock)
    }

    /// The number of refreshes that were sent.
    var refreshes: Int { log.requests.count { $0.url.lastPathComponent == "auth-refresh" } }

    /// The number of records that a list shows: 1 for a user, 0 for a guest, both with status 200.
    func count(_ authorization: (any AuthorizationProvider)?) async throws -> Int? {
        let connection = PocketBaseConnection(
            baseURL: node.url, authorization: authorization, settings: PocketBaseSettings(),
            transport: URLSessionTransport())
        let response = try await connection.send(
            PocketBaseCall(.get, PocketBaseCall.records(of: name), "list"))
        return try JSONValue(parsing: response.body)["totalItems"]?.int
    }
}

/// A fixed value of the header, good or not.
struct FixedToken: AuthorizationProvider {
    let value: String
    func authorization(replacing rejected: String?) -> String? { value }
}

/// The kind of the error that an operation throws; `nil` if it throws none.
func authorizationFailure(
    _ operation: () async throws -> Void
) async -> PocketBaseAuthorizationError.Kind? {
    do {
        try await operation()
        return nil
    } catch {
        return (error as? PocketBaseAuthorizationError)?.kind
    }
}
