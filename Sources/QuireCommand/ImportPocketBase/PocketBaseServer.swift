import Foundation
import QuireHTTP
import QuireSchema

/// Reads the collections of a server as a superuser.
struct PocketBaseServer: Sendable {
    /// The address before `/api`.
    var url: URL
    var credentials: PocketBaseSuperuser
    /// The time limit for all requests together.
    var timeout: Duration
    var transport: any Transport = NetworkTransport()

    private static let pageSize = 200
    /// Limits what a server without an end can send.
    private static let mostPages: Int64 = 500

    /// All pages of collections.
    ///
    /// - Throws: `PocketBaseFailure`, `TransportError`.
    func collections() async throws -> [JSONDocument] {
        let deadline = Deadline.after(timeout)
        let token = try await token(deadline)
        var pages: [JSONDocument] = []
        var total: Int64?
        var received = 0
        var count: Int64 = 1
        var page: Int64 = 1
        while page <= count {
            let document = try await self.page(page, token: token, deadline: deadline)
            guard document.problems.isEmpty, let list = document.root.value(of: "items"), list.kind == .array,
                let items = document.root.value(of: "totalItems")?.integer,
                let pageCount = document.root.value(of: "totalPages")?.integer
            else { throw PocketBaseFailure.notPocketBase(address) }
            guard total == nil || total == items else { throw PocketBaseFailure.changed(address) }
            guard pageCount <= Self.mostPages else { throw PocketBaseFailure.tooMany(address, items) }
            total = items
            received += list.elements.count
            count = pageCount
            pages.append(document)
            page += 1
        }
        if let total, Int64(received) != total {
            throw PocketBaseFailure.incomplete(address, received: received, of: total)
        }
        return pages
    }

    /// The address without user, password and query.
    private var address: String { url.printable }

    private func page(_ page: Int64, token: String, deadline: Deadline) async throws -> JSONDocument {
        let query = "page=\(page)&perPage=\(Self.pageSize)&sort=name"
        var parts = URLComponents(url: endpoint("api/collections"), resolvingAgainstBaseURL: true)
        parts?.percentEncodedQuery = query
        guard let target = parts?.url else { throw PocketBaseFailure.notPocketBase(address) }
        let response = try await transport.send(
            HTTPRequest(.get, target, headers: ["Authorization": token, "Accept": "application/json"]),
            deadline: deadline)
        switch response.status {
        case 200:
            let suffix = page == 1 ? "" : "?page=\(page)"
            return JSONDocument(
                path: endpoint("api/collections").printable + suffix, bytes: Array(response.body))
        case 401: throw PocketBaseFailure.invalidToken(address, given: givenToken)
        case 403: throw PocketBaseFailure.notSuperuser(address)
        default: throw PocketBaseFailure.status(response.status, of: "Reading the collections", at: address)
        }
    }

    /// The token of `POCKETBASE_TOKEN`.
    private var givenToken: String? { if case .token(let token) = credentials { token } else { nil } }

    private func token(_ deadline: Deadline) async throws -> String {
        guard case .password(let email, let password) = credentials else { return givenToken ?? "" }
        let body = SchemaJSON.object([("identity", .text(email)), ("password", .text(password))])
        let request = HTTPRequest(
            .post, endpoint("api/collections/_superusers/auth-with-password"),
            headers: ["Content-Type": "application/json", "Accept": "application/json"],
            body: Data(body.prettyText.utf8))
        let response = try await transport.send(request, deadline: deadline)
        let document = JSONDocument(path: "token", bytes: Array(response.body))
        switch response.status {
        case 200:
            guard let token = document.root.value(of: "token")?.string, !token.isEmpty else {
                throw PocketBaseFailure.notPocketBase(address)
            }
            return token
        case 400: throw PocketBaseFailure.wrongPassword(address)
        case 401 where document.root.value(of: "mfaId") != nil:
            throw PocketBaseFailure.needsSecondFactor(address)
        default: throw PocketBaseFailure.status(response.status, of: "Signing in", at: address)
        }
    }

    private func endpoint(_ path: String) -> URL { url.appending(path: path) }
}

/// Why the collections of a server cannot be read, and the remedy. It contains nothing that the server sent, so that no
/// secret can come back in it.
struct PocketBaseFailure: Error, CustomStringConvertible {
    var description: String

    private init(_ description: String) { self.description = description }

    static func wrongPassword(_ address: String) -> Self {
        Self(
            "PocketBase at \(address) rejects the sign-in: no superuser has this email and password. "
                + "Check POCKETBASE_EMAIL and POCKETBASE_PASSWORD")
    }

    static func needsSecondFactor(_ address: String) -> Self {
        Self(
            "PocketBase at \(address) asks for a second factor, which this command cannot give. "
                + "Set POCKETBASE_TOKEN to a superuser's token")
    }

    /// - Parameter given: The token, if it is from the environment.
    static func invalidToken(_ address: String, given token: String?) -> Self {
        let expiry = token.flatMap(TokenClaims.expiry)
        var reason = "is not valid there: it was revoked, or it is of another server"
        if let expiry, expiry <= Date() { reason = "expired at \(expiry.ISO8601Format())" }
        let name = token == nil ? "the superuser's new token" : "the token in POCKETBASE_TOKEN"
        return Self(
            "PocketBase at \(address) rejects the request: \(name) \(reason). Sign in again for a new one")
    }

    static func notSuperuser(_ address: String) -> Self {
        Self(
            "PocketBase at \(address) rejects the request: the token is not of a superuser, and nobody else may read "
                + "collections. Set POCKETBASE_TOKEN to a superuser's token")
    }

    static func notPocketBase(_ address: String) -> Self {
        Self(
            "The response of \(address) is not from PocketBase: it has another form. "
                + "Check that --url is the server's address before /api, and that it is PocketBase 0.23 or newer"
        )
    }

    static func changed(_ address: String) -> Self {
        Self("The collections of \(address) changed while they were read. Repeat the command")
    }

    static func incomplete(_ address: String, received: Int, of count: Int64) -> Self {
        Self(
            "\(address) has \(count) collections, but sent \(received). Repeat the command. If that does not help, export "
                + "the collections in the dashboard, and use --file")
    }

    static func tooMany(_ address: String, _ count: Int64) -> Self {
        Self(
            "\(address) has \(count) collections: too many to read. Export those that you need, and use --file"
        )
    }

    /// - Parameter action: What was tried, such as `Signing in`.
    static func status(_ status: Int, of action: String, at address: String) -> Self {
        switch status {
        case 404:
            Self(
                "\(action) failed: \(address) has no such path (status 404). Check that --url is the server's address "
                    + "before /api, and that it is PocketBase 0.23 or newer")
        case 429:
            Self(
                "\(action) failed: PocketBase at \(address) got too many requests (status 429). Repeat it later"
            )
        default: Self("\(action) failed: \(address) responded with status \(status). Check the server's log")
        }
    }
}
