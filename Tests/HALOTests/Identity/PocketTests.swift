import Foundation
import LoopbackServer
import Quire
import QuireHALO
import QuireHTTP
import Testing

/// A user's pocket.
@Suite("HALO: pocket")
struct PocketTests {
    struct Reading: Codable, Sendable, Equatable {
        var page: Int
        var at: Date?
        var note: String?
    }

    private func server(_ pocket: String) throws -> LoopbackServer {
        try LoopbackServer { _ in .json(pocket) }
    }

    private func engine(_ server: LoopbackServer) -> HALOEngine {
        HALOEngine(
            baseURL: server.url, authorization: BearerToken("t"),
            settings: .init(timeout: .seconds(900), retries: .never))
    }

    @Test("A pocket contains typed data and the requested lists")
    func reading() async throws {
        let server = try server(
            #"{"references":{"favourites":["a","b"],"later":null},"data":{"page":7,"at":1474980516487},"id":"p"}"#
        )
        defer { server.stop() }
        let pocket = try await engine(server).pocket(of: Reading.self, references: ["favourites", "a+b c"])
        #expect(pocket.data == Reading(page: 7, at: Date(timeIntervalSince1970: 1_474_980_516.487)))
        #expect(pocket.references == ["favourites": ["a", "b"]])
        let sent = try #require(server.requests.first)
        #expect(sent.method == "GET")
        #expect(sent.path == "/api/segmentation/identified-pocket/self")
        #expect(
            sent.target.removingPercentEncoding
                == "/api/segmentation/identified-pocket/self?filterReferences[]=favourites&filterReferences[]=a+b c"
        )
        #expect(!sent.target.contains("+"))
    }

    @Test("References are sent and read unchanged: they occur in bodies and queries, never in a path")
    func oddReferences() async throws {
        let ids = [
            ".", "..", "a/b", "%2e%2e", "a?b#c&d=e", "a\u{0}b\n", String(repeating: "é", count: 1 << 19),
        ]
        let server = try LoopbackServer { request in
            request.method == "GET" ? .json(#"{"references":{}}"#) : .json(request.text)
        }
        defer { server.stop() }
        var pocket = HALOPocket<JSONValue>()
        pocket.references = ["..": ids, "a&b=c": []]
        let saved = try await engine(server).save(pocket)
        #expect(saved.references == pocket.references)
        _ = try await engine(server).pocket(of: JSONValue.self, references: ["..", "a&b=c#%"])
        #expect(server.requests.map(\.path).last == "/api/segmentation/identified-pocket/self")
        let query = try #require(URLComponents(string: server.requests.last?.target ?? "")?.queryItems)
        #expect(query.map(\.value) == ["..", "a&b=c#%"])
    }

    @Test(
        "An empty pocket and one of any shape are read",
        arguments: ["{}", #"{"references":null,"data":null}"#, #"{"references":[]}"#])
    func empty(_ body: String) async throws {
        let server = try server(body)
        defer { server.stop() }
        let pocket: HALOPocket<JSONValue> = try await engine(server).pocket()
        #expect(pocket.data == nil)
        #expect(pocket.references == [:])
        #expect(server.requests.first?.target == "/api/segmentation/identified-pocket/self")
    }

    @Test("Data of another shape is an error that names the position, not the value")
    func wrongShape() async throws {
        let server = try server(#"{"data":{"page":"secret text"}}"#)
        defer { server.stop() }
        let error = await #expect(throws: HALOResponseError.self) {
            try await engine(server).pocket(of: Reading.self)
        }
        #expect(error?.path == "data")
        #expect(error?.found.contains("page") == true)
        #expect(error?.description.contains("secret text") == false)
    }

    @Test("Saving sends data and lists; a cleared list is null, an omitted one is unchanged")
    func saving() async throws {
        let server = try server(#"{"references":{"favourites":["1"]},"data":{"page":8}}"#)
        defer { server.stop() }
        var pocket = HALOPocket(
            data: Reading(page: 8, at: Date(timeIntervalSince1970: 1.5)),
            references: ["b": ["x", "y"], "a": []])
        pocket.clear("later")
        pocket.clear("b")
        pocket.references["b"] = ["z"]
        let saved = try await engine(server).save(pocket)
        #expect(saved.data == Reading(page: 8))
        let sent = try #require(server.requests.first)
        #expect(sent.method == "PUT")
        #expect(sent.target == "/api/segmentation/identified-pocket")
        #expect(sent.text == #"{"references":{"a":[],"b":["z"],"later":null},"data":{"at":1500,"page":8}}"#)
    }

    @Test("2000 characters of data are sent, 2001 are rejected before sending")
    func limit() async throws {
        let server = try server("{}")
        defer { server.stop() }
        // {"note":"…","page":1} is 20 characters plus the note.
        let frame = #"{"note":"","page":1}"#.count
        let fits = HALOPocket(data: Reading(page: 1, note: String(repeating: "x", count: 2000 - frame)))
        try await engine(server).save(fits)
        #expect(server.requests.count == 1)
        let tooLong = HALOPocket(data: Reading(page: 1, note: String(repeating: "x", count: 2001 - frame)))
        let error = await #expect(throws: HALOPocketError.self) { try await engine(server).save(tooLong) }
        #expect(error?.length == 2001)
        #expect(error?.description.contains("more than 2000") == true)
        // An emoji is two units, as a JavaScript server counts.
        let emoji = HALOPocket(data: Reading(page: 1, note: String(repeating: "\u{1F600}", count: 1000)))
        await #expect(throws: HALOPocketError.self) { try await engine(server).save(emoji) }
        #expect(server.requests.count == 1)
    }

    @Test("Without a login, nothing is sent")
    func needsLogin() async throws {
        let server = try server("{}")
        defer { server.stop() }
        let halo = HALOEngine(
            baseURL: server.url, credentials: .app(id: "a", secret: "b"),
            settings: .init(timeout: .seconds(900)))
        let error = await #expect(throws: AuthorizationError.self) { try await halo.pocket(of: Reading.self) }
        #expect(error?.kind == .notLoggedIn)
        #expect(server.requests.isEmpty)
    }
}
