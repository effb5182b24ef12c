import Foundation
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

    /// The path of a collection's records, or of one of them.
    static func records(of collection: String, _ id: String? = nil) -> [String] {
        PocketBaseCall.records(of: collection, id)
    }

    /// The date in a record's `created` or `updated`.
    static func date(_ text: String) -> Date? {
        RecordDate.milliseconds(of: Array(text.utf8)).map { Date(milliseconds: $0) }
    }

    /// Lists records once, as an engine with this authorization does.
    static func list(
        _ collection: String, of node: PocketBaseNode, as authorization: (any AuthorizationProvider)?,
        query: [(name: String, value: String)] = []
    ) async throws -> JSONValue {
        let connection = PocketBaseConnection(
            baseURL: node.url, authorization: authorization, settings: PocketBaseSettings(),
            transport: NetworkTransport())
        let response = try await connection.send(
            PocketBaseCall(.get, records(of: collection), query: query, action: "list"))
        return try JSONValue(parsing: response.body)
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
