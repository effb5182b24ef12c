import Foundation
import QuireHTTP

/// Requests tokens from the server.
struct TokenEndpoint: Sendable {
    let baseURL: URL
    let network: any Transport
    let settings: HALOAuthorization.Settings
    let clock: TransportClock

    /// - Parameter authorization: The app's authorization, for a login. A token request has none.
    func connection(_ authorization: (any AuthorizationProvider)? = nil) -> HALOConnection {
        let limits = CallLimits(
            timeout: settings.timeout, retries: settings.retries, maximumResponseBytes: 1 << 20)
        return HALOConnection(
            baseURL: baseURL, authorization: authorization, limits: limits, transport: network)
    }

    /// `POST api/oauth/token?_app`, with the refresh token if there is one.
    func appToken(_ app: HALOCredentials.Pair, refresh: String?) async throws -> HALOToken {
        var fields = ["client_id": app.name, "client_secret": app.secret]
        fields["grant_type"] = refresh == nil ? "client_credentials" : "refresh_token"
        fields["refresh_token"] = refresh
        return try await token(
            .app, query: "_app", fields, secrets: [app.name, app.secret, refresh ?? ""])
    }

    /// `POST api/oauth/token?_user`, with a Basic header.
    func userToken(_ user: HALOCredentials.Pair) async throws -> HALOToken {
        let fields = settings.userFields.merging(
            ["grant_type": "password", "username": user.name, "password": user.secret]
        ) { $1 }
        let basic = Data("\(user.name):\(user.secret)".utf8).base64EncodedString()
        return try await token(
            .user, query: "_user", fields, basic: basic, secrets: [user.name, user.secret, basic])
    }

    private func token(
        _ mode: HALOAuthorization.Mode, query: String, _ fields: [String: String], basic: String? = nil,
        secrets: [String]
    ) async throws -> HALOToken {
        var call = HALOCall(.post, "oauth/token", body: FormBody(fields).data)
        if settings.sendsAuthQuery { call.query = [URLQueryItem(name: query, value: nil)] }
        call.headers["Content-Type"] = FormBody.contentType
        if let basic { call.headers["Authorization"] = "Basic \(basic)" }
        // Requesting a token twice is harmless, because the unused one expires.
        call.isRepeatable = true
        do {
            let response = try await connection().send(call)
            return try HALOToken(ResponseObject(response, to: call), now: clock.date())
        } catch {
            throw AuthorizationError(error, mode, hiding: secrets)
        }
    }
}

extension AuthorizationError {
    /// Creates the error of a token request or login, without secrets.
    init(_ error: any Error, _ mode: HALOAuthorization.Mode, hiding secrets: [String]) {
        switch error {
        case let error as AuthorizationError:
            self = error
            detail = detail.hiding(secrets)
        case let error as HALOError:
            let isRefusal = (400...499).contains(error.status) && !error.isRetryable && error.status != 404
            self.init(
                isRefusal ? .rejected : .unavailable, mode, status: error.status,
                detail: (error.message ?? "").hiding(secrets))
        case let error as HALOResponseError: self.init(.invalidResponse, mode, detail: error.description)
        case let error as TransportError: self.init(.unavailable, mode, detail: error.description)
        case is DeadlinePassed: self.init(.timedOut, mode)
        // An error of a custom transport. Its text may contain secrets.
        default: self.init(.unavailable, mode, detail: "\(type(of: error))")
        }
    }
}
