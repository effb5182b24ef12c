import Foundation
import QuireShared
import SearchServers
import Testing

@testable import QuireCommand

/// Imports from a real server.
@Suite("quire import reads a PocketBase server", .serialized, .timeLimit(.minutes(30)))
struct PocketBaseServerTests {
    /// The command in a folder of its own, with the environment of the superuser's token.
    private func command(_ api: PocketBaseAPI) throws -> BuiltCommand {
        var command = try BuiltCommand()
        command.environment = ["POCKETBASE_TOKEN": api.token]
        return command
    }

    @Test("Collections of every type of field give the expected schema, which passes 'quire check'")
    func everyType() async throws {
        let node = try await PocketBaseNode.start()
        defer { node.stop() }
        let api = try await PocketBaseAPI(node)
        try await api.create(PocketBaseSamples.collections)
        let command = try command(api)
        defer { command.remove() }
        let run = try await command.run(
            "import", "pocketbase", "--url", node.url.absoluteString, "--timeout", "900")
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.errors.contains("wrote Schema/content.json: 4 modules with 29 fields"), "\(run.errors)")
        let file = command.folder.appendingPathComponent("Schema/content.json")
        let schema = try String(contentsOf: file, encoding: .utf8)
        #expect(schema == PocketBaseSamples.schema)
        let check = try await command.run("check", "Schema/content.json")
        #expect(check.code == 0 && check.errors.isEmpty, "\(check)")
        for note in PocketBaseSamples.notes { #expect(run.errors.contains(note), "\(note) in \(run.errors)") }

        // The server changes the order of keys from response to response.
        let again = try await command.run(
            "import", "pocketbase", "--url", node.url.absoluteString + "/", "--timeout", "900", "--output",
            "-")
        #expect(again.output == schema, "\(again.errors)")
        let response = try await api.call("GET", "/api/collections?perPage=1000&sort=-created")
        try command.write(response, to: "saved.json")
        let saved = try await command.run("import", "pocketbase", "--file", "saved.json", "--output", "-")
        #expect(saved.output == schema, "\(saved.errors)")
    }

    @Test("All pages of collections are read")
    func pages() async throws {
        let node = try await PocketBaseNode.start()
        defer { node.stop() }
        let api = try await PocketBaseAPI(node)
        let all = (0..<210).map {
            #"{"name":"c\#(1_000 + $0)","type":"base","fields":[{"name":"t","type":"text"}]}"#
        }
        try await api.create("[\(all.joined(separator: ","))]")
        let command = try command(api)
        defer { command.remove() }
        let run = try await command.run(
            "import", "pocketbase", "--url", node.url.absoluteString, "--timeout", "900")
        #expect(run.errors.contains("211 modules with 215 fields"), "\(run.errors.suffix(300))")
    }

    @Test("A rejected sign-in says why and what to do, and no output contains a secret")
    func signingIn() async throws {
        let node = try await PocketBaseNode.start()
        defer { node.stop() }
        let api = try await PocketBaseAPI(node)
        var command = try BuiltCommand()
        defer { command.remove() }

        func expect(
            _ environment: [String: String], _ code: Int32, _ message: String,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            command.environment = environment
            let run = try await command.run(
                "import", "pocketbase", "--url", node.url.absoluteString, "--timeout", "900", "--output", "-")
            #expect(run.code == code, "\(run)", sourceLocation: sourceLocation)
            #expect(run.errors.contains(message), "\(run.errors)", sourceLocation: sourceLocation)
            for secret in environment.values {
                #expect(
                    !run.errors.contains(secret) && !run.output.contains(secret), "\(run)",
                    sourceLocation: sourceLocation)
            }
        }

        let password = ["POCKETBASE_EMAIL": node.email, "POCKETBASE_PASSWORD": node.password]
        try await expect(password, 0, "printed 1 module with 5 fields")
        try await expect(
            password.merging(["POCKETBASE_PASSWORD": "wr0ng-secret"]) { $1 }, 1,
            "no superuser has this email and password. Check POCKETBASE_EMAIL and POCKETBASE_PASSWORD")
        try await expect([:], 2, "set environment variables: POCKETBASE_TOKEN, or POCKETBASE_EMAIL and")
        try await expect(["POCKETBASE_EMAIL": node.email], 2, "but POCKETBASE_PASSWORD is not; set both")
        try await expect(
            ["POCKETBASE_TOKEN": "n0-token"], 1, "the token in POCKETBASE_TOKEN is not valid there")
        // A token is used before a password.
        try await expect(password.merging(["POCKETBASE_TOKEN": "n0-token"]) { $1 }, 1, "is not valid there")

        let superusers = "/api/collections/_superusers"
        let list = try await api.call("GET", superusers + "/records")
        let id = try #require(list.firstMatch(of: /"id":"([a-z0-9]+)"/)?.output.1)
        let short = try await api.call("POST", "\(superusers)/impersonate/\(id)", #"{"duration":1}"#)
        let expired = try #require(PocketBaseAPI.text("token", of: short))
        while try await PocketBaseAPI.send(node, "GET", "/api/collections", token: expired).status == 200 {
            try await Task.sleep(for: .milliseconds(100))
        }
        try await expect(["POCKETBASE_TOKEN": expired], 1, "the token in POCKETBASE_TOKEN expired at 20")

        try await api.call(
            "POST", "/api/collections/users/records",
            #"{"email":"u@example.org","password":"12345678","passwordConfirm":"12345678"}"#)
        let user = try await PocketBaseAPI.send(
            node, "POST", "/api/collections/users/auth-with-password",
            #"{"identity":"u@example.org","password":"12345678"}"#, token: nil)
        let guest = try #require(PocketBaseAPI.text("token", of: user.text))
        try await expect(["POCKETBASE_TOKEN": guest], 1, "the token is not of a superuser")

        // A new password ends all tokens.
        try await api.call(
            "PATCH", "\(superusers)/records/\(id)",
            #"{"password":"another-1","passwordConfirm":"another-1"}"#)
        try await expect(["POCKETBASE_TOKEN": api.token], 1, "it was revoked, or it is of another server")
    }

    @Test("A translated pattern accepts the texts that PocketBase accepts, and no others")
    func patterns() async throws {
        let patterns = [
            #"^a.c$"#, #"^\s+$"#, #"^\S+$"#, #"^[\s\d]+$"#, #"^[^\s]+$"#, #"^\w+$"#, #"\bb"#,
            #"^(?:a|b)_.+$"#,
            #"^[a-z\-]{2,3}$"#, #"^.{2}$"#, #"é|[.]"#, #"^\D*?$"#,
        ]
        let texts = [
            "abc", "a\nc", "a\rc", "a\u{2028}c", "\t \n", "\u{A0}", "\u{B}", "1 2", "a_b", "b_", "a-", "é",
            "12", "b.",
        ]
        let node = try await PocketBaseNode.start()
        defer { node.stop() }
        let api = try await PocketBaseAPI(node)
        let fields = patterns.enumerated().map { index, pattern in
            #"{"name":"p\#(index)","type":"text","pattern":\#(Self.json(pattern))}"#
        }
        try await api.create(
            #"[{"name":"texts","type":"base","fields":[\#(fields.joined(separator: ","))]}]"#)
        for (index, source) in patterns.enumerated() {
            let pattern = try TextPattern(try #require(GoPattern.schemaPattern(source), "\(source)"))
            for text in texts {
                let (status, reply) = try await PocketBaseAPI.send(
                    node, "POST", "/api/collections/texts/records", #"{"p\#(index)":\#(Self.json(text))}"#,
                    token: api.token)
                #expect(pattern.matches(text) == (status == 200), "\(source) on \(Self.json(text)): \(reply)")
            }
        }
    }

    @Test(
        "A pattern that means something else in a schema is left out and reported",
        arguments: [
            #"(?i)^a"#, #"^[[:alpha:]]+$"#, #"[]a]"#, #"\Aa\z"#, #"^\pL$"#, #"[\S]"#, #"\Q.\E"#, #"(?P<n>a)"#,
        ])
    func otherPatterns(_ source: String) throws {
        #expect(GoPattern.schemaPattern(source) == nil)
        let found = try PocketBaseDescription(
            fields: #"{"name":"t","type":"text","pattern":\#(Self.json(source))}"#)
        #expect(try found.fields()[0]["pattern"] == nil)
        #expect(found.notes.contains("of 'm.t' means something else in a schema, or nothing; left out"))
    }

    private static func json(_ text: String) -> String {
        (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}
