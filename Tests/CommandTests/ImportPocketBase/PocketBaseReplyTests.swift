import Foundation
import LoopbackServer
import Testing

@testable import QuireCommand

/// Responses that no healthy PocketBase server sends.
@Suite("quire import refuses other responses than PocketBase's", .timeLimit(.minutes(30)))
struct PocketBaseReplyTests {
    private static let secret = "t0p-secret"

    private func run(_ arguments: [String], _ environment: [String: String]) async throws -> BuiltCommand.Run
    {
        var command = try BuiltCommand()
        defer { command.remove() }
        command.environment = environment
        return try await command.run(["import", "pocketbase", "--output", "-"] + arguments)
    }

    @Test(
        "The message says what failed, and repeats nothing that the server sent",
        arguments: [
            (200, "<html>t0p-secret</html>", "is not from PocketBase"),
            (200, "[]", "is not from PocketBase"),
            (200, #"{"items":[],"totalItems":1}"#, "is not from PocketBase"),
            (
                200, #"{"items":[],"totalItems":900000,"totalPages":4500}"#,
                "has 900000 collections: too many to read"
            ),
            (
                200,
                #"{"items":[{"id":"a","name":"b","type":"base","fields":[]}],"totalItems":2,"totalPages":1}"#,
                "has 2 collections, but sent 1. Repeat the command"
            ),
            (404, "t0p-secret", "has no such path (status 404). Check that --url is the server's address"),
            (429, "t0p-secret", "got too many requests (status 429). Repeat it later"),
            (500, #"{"message":"t0p-secret"}"#, "responded with status 500"),
        ])
    func replies(_ status: Int, _ body: String, _ message: String) async throws {
        let server = try LoopbackServer { _ in .json(body, status: status) }
        defer { server.stop() }
        let run = try await run(["--url", server.url.absoluteString], ["POCKETBASE_TOKEN": Self.secret])
        #expect(run.code == 1)
        #expect(run.errors.hasPrefix("quire: error: ") && run.errors.contains(message), "\(run)")
        #expect(!(run.errors + run.output).contains(Self.secret), "\(run)")
        #expect(server.requests.map { $0["Authorization"] } == [Self.secret])
    }

    @Test("A request for a second factor is reported, with the way around it")
    func secondFactor() async throws {
        let server = try LoopbackServer { _ in .json(#"{"mfaId":"1"}"#, status: 401) }
        defer { server.stop() }
        let run = try await run(
            ["--url", server.url.absoluteString],
            ["POCKETBASE_EMAIL": "a@example.org", "POCKETBASE_PASSWORD": Self.secret])
        #expect(run.code == 1 && run.errors.contains("asks for a second factor"), "\(run)")
        #expect(!run.errors.contains(Self.secret))
    }

    @Test("Collections that change between two pages are reported")
    func changed() async throws {
        let server = try LoopbackServer { request in
            let isFirst = request.target.contains("page=1&")
            return .json(#"{"items":[],"totalItems":\#(isFirst ? 300 : 301),"totalPages":2}"#)
        }
        defer { server.stop() }
        let run = try await run(["--url", server.url.absoluteString], ["POCKETBASE_TOKEN": Self.secret])
        #expect(
            run.code == 1 && run.errors.contains("changed while they were read. Repeat the command"), "\(run)"
        )
        #expect(server.requests.count == 2)
    }

    @Test("A server that cannot be reached is reported with its address")
    func unreachable() async throws {
        let server = try LoopbackServer { _ in .json("{}") }
        let url = server.url.absoluteString
        server.stop()
        let run = try await run(["--url", url], ["POCKETBASE_TOKEN": Self.secret])
        #expect(run.code == 1 && run.errors.contains(url), "\(run)")
        #expect(!run.errors.contains(Self.secret))
    }

    @Test(
        "Wrong usage is reported before anything is sent",
        arguments: [
            (["--url", "127.0.0.1:8090"], "--url expects an address"),
            (["--url", "http://127.0.0.1:9/_/#/collections"], "--url expects an address"),
            (["--url", "http://me:t0p-secret@127.0.0.1:9"], "expected an address without user and password"),
            (["--url", "http://127.0.0.1:9", "--file", "x"], "give one of them"),
            (["--url", "http://127.0.0.1:9", "--timeout", "soon"], "--timeout"),
            (["--file", "x", "--timeout", "9"], "--timeout has no effect with --file"),
            (
                ["--url", "http://127.0.0.1:9", "--password", "t0p-secret"],
                "other users can see command lines"
            ),
            (["x.json"], "use --file for a file"), ([], "neither --file nor --url was given"),
        ])
    func wrongUse(_ arguments: [String], _ message: String) async throws {
        let run = try await run(arguments, ["POCKETBASE_TOKEN": "x"])
        #expect(run.code == 2 && run.errors.contains(message), "\(run)")
        #expect(!run.errors.contains(Self.secret), "\(run)")
    }

    @Test("Credentials are never printed, whatever shows them")
    func hidden() throws {
        for environment in [
            ["POCKETBASE_TOKEN": Self.secret],
            ["POCKETBASE_EMAIL": Self.secret, "POCKETBASE_PASSWORD": Self.secret],
        ] {
            let credentials = try PocketBaseSuperuser(environment)
            var dumped = ""
            dump(credentials, to: &dumped)
            #expect(!"\(credentials) \(String(reflecting: credentials)) \(dumped)".contains(Self.secret))
        }
    }

    @Test("The end of a token's validity is read; other tokens have none")
    func expiry() {
        // {"exp":1700000000}
        #expect(
            TokenClaims.expiry(of: "e30.eyJleHAiOjE3MDAwMDAwMDB9.x")
                == Date(timeIntervalSince1970: 1_700_000_000))
        for token in ["", "a.b", "e30.e30.x", "a.!.c", "e30.eyJleHAiOjFlOTl9.x", "a.b.c.d"] {
            #expect(TokenClaims.expiry(of: token) == nil, "\(token)")
        }
    }
}
