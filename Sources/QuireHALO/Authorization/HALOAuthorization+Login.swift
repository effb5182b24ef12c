import Foundation
import QuireCore
import QuireHTTP

/// Logging in and out.
extension HALOAuthorization {
    /// The default mode of requests.
    public var mode: Mode {
        get async throws {
            try await load(.never)
            return defaultMode
        }
    }

    /// The logged-in user, or `nil`.
    public var user: HALOUser? {
        get async throws {
            try await load(.never)
            return session?.user
        }
    }

    /// See `HALOEngine.logIn`.
    func logIn(
        _ login: HALOLogin, device: String?, keeping: HALOLogin.Keeping, _ recorders: [ResponseRecorder]
    ) async throws -> HALOUser {
        try await load(.never)
        let before = credentials
        let (user, token) = try await send(login, device: device, recorders)
        guard before == credentials else { throw AuthorizationError(.identityChanged, .appPlus) }
        end(.appPlus)
        session = HALOSession(user: user, device: device, keeping: keeping, login: login)
        install(token, as: .appPlus)
        defaultMode = .appPlus
        await save()
        return user
    }

    /// See `HALOEngine.logOut`.
    func logOut() async throws {
        try await load(.never)
        end(.appPlus)
        session = nil
        defaultMode = credentials.mode
        await save()
    }

    /// Sends a login (E14), as the app.
    func send(
        _ login: HALOLogin, device: String?, _ recorders: [ResponseRecorder] = []
    ) async throws -> (user: HALOUser, token: HALOToken) {
        var json = JSONWriter()
        json.beginObject()
        login.writeMembers(to: &json, device: device)
        json.endObject()
        let call = HALOCall(.post, "segmentation/identified/login", body: Data(json.bytes))
        let response = try ResponseObject(try await send(call, hiding: login.secrets, recorders), to: call)
        return (
            try HALOUser(response.object("user")),
            try HALOToken(response.object("token"), now: endpoint.clock.date())
        )
    }

    /// Sends a call as the app. An error's message does not contain the secrets.
    func send(
        _ call: HALOCall, hiding secrets: [String], _ recorders: [ResponseRecorder]
    ) async throws -> HTTPResponse {
        do {
            var connection = endpoint.connection(acting(as: .app))
            connection.recorders = recorders
            return try await connection.send(call)
        } catch let error as HALOError {
            throw error.hiding(secrets + self.secrets)
        }
    }
}
