#if SQLite
import Foundation
import Quire
import Testing

@testable import QuireServer

/// The table of the API's calls.
@Suite struct EndpointTests {
    /// Calls that need no token: the first contains the credentials itself, the others reveal no content.
    private static let open: Set<String> = [
        "POST /api/oauth/token", "GET /api/authentication/version", "GET /api/authentication/version/current",
    ]

    @Test("If tokens are required, every call of the table rejects a request without a valid one")
    func needsToken() async throws {
        let library = try await Library { $0.credentials = .init(clientID: "app", clientSecret: "secret") }
        let token = library.api.authorizer.tokens.issue(.app)
        let user = library.api.authorizer.tokens.issue(.user("ada"))
        let elsewhere = TokenIssuer(lifetime: 60_000).issue(.app)
        let headers = [
            nil, "Bearer none", "Bearer ", "Bearer \(elsewhere.access)", "Bearer \(token.refresh)",
            "Basic \(token.access)", "Bearer \(token.access)x", "Bearer \(token.access.dropLast())",
            "Bearer \(token.access.uppercased())", "Bearer \(token.access), Bearer \(token.access)",
            "Bearer Bearer \(token.access)", token.access,
        ]
        for endpoint in Endpoint.all {
            let path = String(endpoint.path.dropFirst("/api/".count)).replacing("{id}", with: "x")
            let isOpen = Self.open.contains("\(endpoint.method) \(endpoint.path)")
            for header in headers {
                let reply = try await library.send(
                    endpoint.method, path, endpoint.method == "GET" ? "" : "{}",
                    headers: header.map { [("Authorization", $0)] } ?? [])
                #expect((reply.status == 401) != isOpen, "\(endpoint.method) \(path) \(header ?? "none")")
            }
            for good in [token, user] {
                let reply = try await library.send(
                    endpoint.method, path, endpoint.method == "GET" ? "" : "{}",
                    headers: [("Authorization", "Bearer \(good.access)")])
                #expect(reply.status != 401, "\(endpoint.method) \(path)")
            }
        }
    }

    @Test("Every call of the table rejects an expired token")
    func expired() async throws {
        let library = try await Library {
            $0.credentials = .init(clientID: "app", clientSecret: "secret")
            $0.tokenLifetime = 0
        }
        let headers = [
            ("Authorization", "Bearer \(library.api.authorizer.tokens.issue(.user("ada")).access)")
        ]
        for endpoint in Endpoint.all where !Self.open.contains("\(endpoint.method) \(endpoint.path)") {
            let path = String(endpoint.path.dropFirst("/api/".count)).replacing("{id}", with: "x")
            let body =
                endpoint.path.hasSuffix("login")
                ? #"{"email":"a","password":"b"}"# : endpoint.method == "GET" ? "" : "{}"
            let reply = try await library.send(endpoint.method, path, body, headers: headers)
            #expect(reply.status == 401, "\(endpoint.method) \(path)")
        }
    }

    @Test("Every table entry is reached by its own method and path, and all are different")
    func table() throws {
        #expect(Set(Endpoint.all.map { "\($0.method) \($0.path)" }).count == Endpoint.all.count)
        for endpoint in Endpoint.all {
            let path = endpoint.path.replacing("{id}", with: "a%2Fb")
            let parts = try Path.parts(path)
            #expect(try Route.find(endpoint.method, path) == endpoint.route(at: parts), "\(path)")
            #expect(try Route.find(endpoint.method, path + "/") == endpoint.route(at: parts), "\(path)")
        }
        #expect(try Route.find("PUT", "/api/generalcontent/instance/a%2Fb") == .updateInstance("a/b"))
        #expect(try Route.find("DELETE", "/api/generalcontent/instance/batch") == .deleteInstance("batch"))
        let refusal = #expect(throws: APIError.self) {
            try Route.find("GET", "/api/generalcontent/instance/search")
        }
        #expect(refusal?.headers.map(\.value) == ["POST, PUT, DELETE"])
    }
}
#endif
