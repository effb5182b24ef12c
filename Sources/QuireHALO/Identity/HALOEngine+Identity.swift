import Foundation
import QuireCore
import QuireHTTP

extension HALOEngine {
    /// Logs in a user of the app (E14). From then on, requests are sent as that user, until ``logOut()``.
    ///
    /// ```swift
    /// let user = try await halo.logIn(.email("ada@example.com", password: "…"), device: device.id)
    /// // POST …/api/segmentation/identified/login
    /// // {"email":"ada@example.com","password":"…","deviceId":"…","network":"halo"}
    /// ```
    /// When the token expires, the user is logged in again with the kept login. If the engine's store is persistent,
    /// so are the mode and the user.
    ///
    /// - Parameters:
    ///   - login: The user's email and password, or the token of another service.
    ///   - device: The id of this device in HALO.
    ///   - keeping: Where the login is kept.
    /// - Throws: `HALOError` (400 for wrong credentials), `AuthorizationError`, `HALOResponseError`, `TransportError`.
    @discardableResult
    public func logIn(
        _ login: HALOLogin, device: String? = nil, keeping: HALOLogin.Keeping = .inMemory
    ) async throws -> HALOUser {
        try await managedAuthorization(for: .appPlus).logIn(
            login, device: device, keeping: keeping, connection.recorders)
    }

    /// Creates an account (E15) without logging in.
    ///
    /// ```swift
    /// try await halo.register(
    ///     .email("ada@example.com", password: "…"), profile: HALOProfile(name: "Ada", surname: "Lovelace"))
    /// // {"auth":{"email":…,"password":…,"network":"halo"},"profile":{"email":…,"name":"Ada","surname":"Lovelace"}}
    /// ```
    /// - Throws: `HALOError`, `AuthorizationError`, `HALOResponseError`, `TransportError`.
    @discardableResult
    public func register(
        _ login: HALOLogin, profile: HALOProfile = HALOProfile(), device: String? = nil
    ) async throws -> HALOUser {
        var json = JSONWriter()
        json.beginObject()
        json.key("auth")
        json.beginObject()
        login.writeMembers(to: &json, device: device)
        json.endObject()
        json.key("profile")
        profile.write(to: &json, login: login)
        json.endObject()
        let call = HALOCall(.post, "segmentation/identified/register", body: Data(json.bytes))
        let response = try await managedAuthorization(for: .appPlus).send(
            call, hiding: login.secrets, connection.recorders)
        return try HALOUser(ResponseObject(response, to: call))
    }

    /// Drops the user, token and login, in memory and in the store. Requests are sent as the app again. Nothing is
    /// sent.
    ///
    /// Requests in flight as the user finish, or end with their 401. None is sent again as the app.
    public func logOut() async throws {
        try await managedAuthorization(for: .appPlus).logOut()
    }

    /// The logged-in user, or `nil`.
    public var user: HALOUser? {
        get async throws { try await authorization?.user }
    }
}
