import QuireCore
import QuireHTTP
import QuireRemote
import QuireToolbox

/// Whether a server allows batches: asked once, before the first write that could use one.
final class BatchSupport: Sendable {
    private let flight = SingleFlight<Bool, Bool>()
    private let support = KnownSupport()

    /// Asks the server, unless it is known.
    ///
    /// `POST /api/batch {"requests":[]}`: 403 if batches are off, 400 if they are on.
    func isOn(_ connection: PocketBaseConnection) async throws -> Bool {
        if let isOn = await support.value { return isOn }
        let isOn = try await flight.run(connection.baseURL.absoluteString, true) {
            var call = PocketBaseCall(
                .post, ["batch"], body: JSONValue.of(["requests": .array([])]).data, action: "ask for batches"
            )
            call.isRepeatable = true
            let response = try await connection.respond(to: call)
            switch response.status {
            case 400: return true
            case 403, 404: return false
            default: throw PocketBaseError(response, call.action)
            }
        }
        await support.learn(isOn)
        return isOn
    }
}

private actor KnownSupport {
    private(set) var value: Bool?
    func learn(_ isOn: Bool) { value = isOn }
}
