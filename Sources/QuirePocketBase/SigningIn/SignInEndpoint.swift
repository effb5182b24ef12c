import Foundation
import QuireCore
import QuireHTTP
import QuireRemote

/// The calls that sign in, refresh a token, and prepare a sign-in.
struct SignInEndpoint: Sendable {
    typealias Session = PocketBaseAuthorization.Session

    let baseURL: URL
    let network: any Transport
    let settings: PocketBaseAuthorization.Settings
    let clock: TransportClock

    private func connection(_ authorization: PocketBaseAuthorization? = nil) -> PocketBaseConnection {
        PocketBaseConnection(
            baseURL: baseURL, authorization: authorization,
            settings: PocketBaseSettings(
                timeout: settings.timeout, retries: settings.retries, maximumResponseBytes: 1 << 22),
            transport: network)
    }

    /// `POST collections/users/auth-with-password`
    func signIn(_ credentials: PocketBaseCredentials, to collection: String) async throws -> Session {
        var call = call(
            .post, collection, path: [credentials.method], body: .object(credentials.members),
            to: "sign in to")
        call.isRepeatable = credentials.isRepeatable
        return try await session(call, collection, hiding: credentials.secrets)
    }

    /// `POST collections/users/auth-refresh`
    ///
    /// - Throws: `PocketBaseAuthorizationError`, with kind `signInEnded` if the server rejects the token.
    func refreshed(_ session: Session) async throws -> Session {
        let collection = session.user.collection
        var call = call(.post, collection, path: ["auth-refresh"], to: "refresh the token of")
        call.headers["Authorization"] = session.token.value
        // The old token stays valid.
        call.isRepeatable = true
        let new: Session
        do {
            new = try await self.session(call, collection, hiding: [session.token.value])
        } catch var error as PocketBaseAuthorizationError {
            if error.status == 401 || error.status == 403 { error.kind = .signInEnded }
            throw error
        }
        guard new.user.id == session.user.id, new.user.collection == collection else {
            throw PocketBaseAuthorizationError(
                .invalidResponse, collection, detail: "the token is another user's")
        }
        return new
    }

    /// `POST collections/users/impersonate/7f2k…`
    func impersonating(
        _ id: String, of collection: String, for duration: Duration?, as superuser: PocketBaseAuthorization
    ) async throws -> Session {
        let body = duration.map { JSONValue.of(["duration": .integer(max(1, $0.components.seconds))]) }
        var call = call(
            .post, collection, path: ["impersonate", id], body: body ?? .empty, to: "impersonate a user of")
        call.isRepeatable = true
        return try await session(call, collection, hiding: [], as: superuser)
    }

    /// `GET collections/users/auth-methods`
    func methods(of collection: String) async throws -> PocketBaseSignInMethods {
        let call = call(.get, collection, path: ["auth-methods"], to: "read the sign-in methods of")
        let json = try await json(call, collection, hiding: [])
        guard let methods = PocketBaseSignInMethods(json) else {
            throw PocketBaseAuthorizationError(
                .invalidResponse, collection, detail: "it has no sign-in methods")
        }
        return methods
    }

    /// `POST collections/users/request-otp`
    func requestOneTimePassword(email: String, in collection: String) async throws -> String {
        let body = JSONValue.of(["email": .string(email)])
        let call = call(
            .post, collection, path: ["request-otp"], body: body, to: "request a one-time password of")
        guard let id = try await json(call, collection, hiding: [])["otpId"]?.string, !id.isEmpty else {
            throw PocketBaseAuthorizationError(.invalidResponse, collection, detail: "it has no otpId")
        }
        return id
    }

    // MARK: - Responses

    private func call(
        _ method: HTTPRequest.Method, _ collection: String, path: [String], body: JSONValue? = nil,
        to action: String
    ) -> PocketBaseCall {
        PocketBaseCall(
            method, ["collections", collection] + path, body: body?.data, action: "\(action) \(collection)")
    }

    /// Reads `{"record":{…},"token":"…"}`.
    private func session(
        _ call: PocketBaseCall, _ collection: String, hiding secrets: [String],
        as superuser: PocketBaseAuthorization? = nil
    ) async throws -> Session {
        let (json, date) = try await response(call, collection, hiding: secrets, as: superuser)
        guard let user = json["record"].flatMap(PocketBaseUser.init),
            let token = json["token"]?.string.flatMap({
                PocketBaseToken($0, now: clock.date(), serverNow: date)
            })
        else {
            throw PocketBaseAuthorizationError(
                .invalidResponse, collection, detail: "it has no record with a token")
        }
        return Session(token: token, user: user, confirmedAt: clock.now())
    }

    private func json(
        _ call: PocketBaseCall, _ collection: String, hiding secrets: [String]
    ) async throws -> JSONValue {
        try await response(call, collection, hiding: secrets).json
    }

    /// Returns the response as JSON, and the server's time.
    private func response(
        _ call: PocketBaseCall, _ collection: String, hiding secrets: [String],
        as superuser: PocketBaseAuthorization? = nil
    ) async throws -> (json: JSONValue, date: Date?) {
        do {
            let response = try await connection(superuser).respond(to: call)
            let json = try? JSONValue(parsing: response.body)
            if response.status == 401, let id = json?["mfaId"]?.string {
                throw PocketBaseAuthorizationError(
                    .needsSecondFactor(multiFactorID: id), collection, status: 401)
            }
            guard (200...299).contains(response.status) else {
                throw PocketBaseError(response, call.action)
            }
            guard let json else {
                throw PocketBaseAuthorizationError(
                    .invalidResponse, collection, status: response.status, detail: "it is not JSON")
            }
            return (json, response.date)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw PocketBaseAuthorizationError(error, collection, hiding: secrets)
        }
    }
}
