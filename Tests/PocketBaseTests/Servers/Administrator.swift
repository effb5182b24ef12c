import QuireCore
import QuireHTTP
import QuireRemote
import SearchServers

@testable import QuirePocketBase

/// The superuser of a server, who prepares tests.
struct Administrator: Sendable {
    let node: PocketBaseNode
    let authorization: PocketBaseAuthorization

    /// The superuser of the server that tests share.
    static func shared() async throws -> Administrator { try await sharedTask.value }

    private static let sharedTask = Task { try await Administrator(of: SearchServers.pocketBase()) }

    init(of node: PocketBaseNode) async throws {
        self.node = node
        // Checking a password takes the server's CPU, which other tests may use up.
        authorization = PocketBaseAuthorization(baseURL: node.url, settings: .init(timeout: .seconds(900)))
        try await authorization.signIn(
            .password(node.email, node.password), to: PocketBaseAuthorization.superusers)
    }

    /// Sends a call.
    @discardableResult
    func call(_ method: HTTPRequest.Method, _ path: [String], _ body: JSONValue?) async throws -> JSONValue {
        let connection = PocketBaseConnection(
            baseURL: node.url, authorization: authorization,
            settings: PocketBaseSettings(timeout: .seconds(900)), transport: .inTurns)
        let response = try await connection.send(
            PocketBaseCall(method, path, body: body?.data, action: "prepare a test"))
        return response.body.isEmpty ? .null : try JSONValue(parsing: response.body)
    }
}
