import Foundation

/// Logging in and out.
extension HALOAuthorization {
    /// Sends a login (E14), as the app.
    func send(_ login: HALOLogin, device: String?) async throws -> (user: HALOUser, token: HALOToken) {
        var json = JSONWriter()
        json.beginObject()
        login.writeMembers(to: &json, device: device)
        json.endObject()
        let call = HALOCall(.post, "segmentation/identified/login", body: Data(json.bytes))
        let response = try await endpoint.connection(acting(as: .app)).send(call)
        let answer = try HALOAnswer(response, to: call)
        return (
            try HALOUser(answer.object("user")),
            try HALOToken(answer.object("token"), now: endpoint.clock.date())
        )
    }
}
