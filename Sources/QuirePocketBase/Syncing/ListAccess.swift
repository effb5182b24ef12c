import Foundation
import QuireCore
import QuireHTTP
import QuireRemote

/// The right to read lists with one token, which is confirmed before a shorter list is believed.
///
/// PocketBase treats a list with an expired or revoked token as a request of a guest: fewer records, and status 200. So
/// all lists of a sync are read with the same token, and before anything is deleted, the server must have accepted it once
/// more.
struct ListAccess: Sendable {
    /// The value of the header. `nil` for a guest.
    let header: String?
    /// The collection of the user. Empty for a guest.
    private let collection: String
    /// Identifies the user: the ids of the collection and of the record. Empty for a guest.
    let reader: String
    private let expiresAt: Date?
    private let connection: PocketBaseConnection

    /// Asks for the current token.
    init(_ connection: PocketBaseConnection) async throws {
        let deadline = Deadline.after(connection.settings.timeout)
        let header = try await connection.authorization?.authorization(replacing: nil, deadline: deadline)
        self.init(connection, header: header)
    }

    private init(_ connection: PocketBaseConnection, header: String?) {
        self.connection = connection
        self.header = header
        // It only identifies the user. The server checks the token.
        let claims = header.flatMap(PocketBaseToken.claims(inHeader:))
        collection = claims?.member("collectionId")?.string ?? (header == nil ? "" : "users")
        reader = header == nil ? "" : "\(collection)/\(claims?.member("id")?.string ?? "")"
        expiresAt = claims?.member("exp")?.double.map { Date(timeIntervalSince1970: $0) }
    }

    /// The access for a sync, with a token that does not expire within a minute.
    static func begin(_ connection: PocketBaseConnection) async throws -> ListAccess {
        let access = try await ListAccess(connection)
        // It has looked at the token's life itself, by the server's clock.
        if connection.authorization is PocketBaseAuthorization { return access }
        guard let expiresAt = access.expiresAt, expiresAt < Date().addingTimeInterval(60) else {
            return access
        }
        return try await access.replaced()
    }

    /// Asks the server whether the token is good.
    ///
    /// - Throws: ``RejectedAccess`` if it is not; `PocketBaseError`, `TransportError`.
    func confirm() async throws {
        guard let header else { return }
        var call = PocketBaseCall(
            .post, ["collections", collection, "auth-refresh"], query: [("fields", "record.id")],
            body: Data("{}".utf8), action: "confirm the sign-in")
        call.headers["Authorization"] = header
        call.isRepeatable = true
        do {
            _ = try await connection.send(call)
        } catch let error as PocketBaseError where error.status == 401 {
            throw RejectedAccess(error: error)
        }
    }

    /// The access with the token that the authorization gives in place of a rejected or old one.
    ///
    /// - Throws: `PocketBaseError` if the server rejects this token too; `TransportError`.
    func replaced() async throws -> ListAccess {
        let new = try await connection.authorization?.authorization(
            replacing: header, deadline: .after(connection.settings.timeout))
        let access = ListAccess(connection, header: new)
        // The provider may have nothing better. Then the server decides.
        do {
            try await access.confirm()
        } catch let rejected as RejectedAccess {
            throw rejected.error
        }
        return access
    }
}

/// The server has rejected the token that lists were read with.
struct RejectedAccess: Error {
    var error: PocketBaseError
}
