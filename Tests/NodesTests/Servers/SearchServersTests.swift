import Foundation
import Quire
import QuireHTTP
import SearchServers
import Testing
import TransportDoubles

/// The servers of the tests: they start, belong to the tests, and end.
@Suite struct SearchServersTests {
    private let transport = NetworkTransport()

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

    @Test("PocketBase accepts its superuser, and rejects a wrong password")
    func pocketBase() async throws {
        let server = try await SearchServers.pocketBase()
        #expect(try await get(server.url, "api/health").status == 200)
        for (password, status) in [(server.password, 200), ("other", 400)] {
            let url = server.url.appendingPathComponent("api/collections/_superusers/auth-with-password")
            let body = try JSONEncoder().encode(["identity": server.email, "password": password])
            let request = HTTPRequest(.post, url, headers: ["Content-Type": "application/json"], body: body)
            #expect(try await transport.send(request, deadline: .after(.seconds(900))).status == status)
        }
    }

    @Test("A stopped PocketBase leaves neither a process nor a folder")
    func stoppedPocketBase() async throws {
        let server = try await PocketBaseNode.start()
        let pid = try #require(server.pid)
        #expect(FileManager.default.fileExists(atPath: server.folder.appendingPathComponent("data").path))
        server.stop()
        try await eventually("the end of the server and of its folder") {
            kill(pid, 0) != 0 && !FileManager.default.fileExists(atPath: server.folder.path)
        }
    }

    @Test("Tests of a process share one server of each kind")
    func shared() async throws {
        async let one = SearchServers.typesense()
        async let other = SearchServers.typesense()
        #expect(try await one.url == other.url)
    }
}
