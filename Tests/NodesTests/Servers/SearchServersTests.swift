import Foundation
import Quire
import SearchServers
import Testing

/// The servers of the tests: they start, belong to the tests, and end.
@Suite struct SearchServersTests {
    private let transport = URLSessionTransport()

    private func get(_ url: URL, _ path: String, key: String = "") async throws -> HTTPResponse {
        let request = HTTPRequest(
            .get, url.appendingPathComponent(path), headers: key.isEmpty ? [:] : ["X-TYPESENSE-API-KEY": key])
        return try await transport.send(request, deadline: .after(.seconds(900)))
    }

    @Test("Typesense accepts its generated key, and rejects others")
    func typesense() async throws {
        let server = try await SearchServers.typesense()
        #expect(try await get(server.url, "collections", key: server.apiKey).status == 200)
        #expect(try await get(server.url, "collections", key: "other").status == 401)
    }

    @Test("The server with OpenSearch's protocol responds")
    func openSearch() async throws {
        let server = try await SearchServers.openSearch()
        let body = try await get(server.url, "").body
        #expect(String(decoding: body, as: UTF8.self).contains("opensearch"))
    }

    @Test("Tests of a process share one server of each kind")
    func shared() async throws {
        async let one = SearchServers.typesense()
        async let other = SearchServers.typesense()
        #expect(try await one.url == other.url)
    }
}
