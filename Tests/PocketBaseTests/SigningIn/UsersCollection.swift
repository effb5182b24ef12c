import Foundation
import QuireCore
import QuireHTTP
import QuirePocketBase
import QuireRemote
import SearchServers
import TransportDoubles

/// An auth collection of its own on the shared server, with one user, and a record that only signed-in users see.
struct UsersCollection {
    let administrator: Administrator
    let name: String
    let email = "ada@example.com"
    let password = "first-password"
    /// Unique among all auth collections, as the server wants it.
    let id = String((0..<15).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement() ?? "a" })
    var node: PocketBaseNode { administrator.node }
    var superuser: PocketBaseAuthorization { administrator.authorization }
    /// The requests of the authorization under test.
    let log = RequestLog()

    static func make(_ settings: JSONValue = .empty) async throws -> UsersCollection {
        let administrator = try await Administrator.shared()
        let users = UsersCollection(
            administrator: administrator, name: "users_\(UInt64.random(in: 0 ... .max))")
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
        try await call(
            .post, Administrator.records(of: name),
            .of([
                "id": .string(id), "email": .string(email), "password": .string(password),
                "passwordConfirm": .string(password),
            ]))
    }

    /// Changes the collection.
    func change(_ settings: JSONValue) async throws {
        try await call(.patch, ["collections", name], settings)
    }

    /// Changes the user's password, which revokes all tokens.
    func revoke() async throws {
        try await call(
            .patch, Administrator.records(of: name, id),
            .of(["password": .string("other-password"), "passwordConfirm": .string("other-password")]))
    }

    /// Sends a call as the superuser.
    @discardableResult
    func call(_ method: HTTPRequest.Method, _ path: [String], _ body: JSONValue?) async throws -> JSONValue {
        try await administrator.call(method, path, body)
    }

    /// A new one-time password of the user. The server would send it by email.
    func oneTimePassword() async throws -> (id: String, password: String) {
        let collection = try await call(.get, ["collections", name], nil)
        let created = try await call(
            .post, Administrator.records(of: "_otps"),
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
        var settings = settings
        // Checking a password takes the server's CPU, which other tests may use up.
        settings.timeout = .seconds(900)
        return PocketBaseAuthorization(
            baseURL: node.url, tokens: tokens, settings: settings,
            transport: NetworkTransport().wrapped(in: [log]), clock: clock)
    }

    /// The number of refreshes that were sent.
    var refreshes: Int { log.requests.count { $0.url.lastPathComponent == "auth-refresh" } }

    /// The number of records that a list shows: 1 for a user, 0 for a guest, both with status 200.
    func count(_ authorization: (any AuthorizationProvider)?) async throws -> Int? {
        try await Administrator.list(name, of: node, as: authorization)["totalItems"]?.int
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
