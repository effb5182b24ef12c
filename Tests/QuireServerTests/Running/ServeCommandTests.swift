#if SQLite
import Foundation
import Quire
import QuireStore
import Testing

import QuireServer

/// `quire serve` as a program: signals, load, wrong arguments.
@Suite(.timeLimit(.minutes(30))) struct ServeCommandTests {
    private static let notes = ModuleDescriptor(
        name: "notes",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isRequired: true, isSortable: true),
            FieldDescriptor(name: "number", kind: .integer, isSortable: true),
            FieldDescriptor(name: "body", kind: .longText), FieldDescriptor(name: "mood", kind: .choice),
        ])

    /// Writes on one connection until it breaks; returns the ids with a 200 response.
    private func write(_ port: Int, _ writer: Int, _ count: Counter) async throws -> [String] {
        try await blocking {
            var ids: [String] = []
            guard let client = try? RawClient(port: port) else { return ids }
            for number in 0..<100_000 {
                let id = "\(writer)-\(number)"
                let body =
                    #"{"module":"notes","id":"\#(id)","values":{"title":"\#(id)","number":\#(number)}}"#
                guard (try? client.write(Array(post("generalcontent/instance", body).utf8))) != nil,
                    let response = try? client.read()
                else { break }
                if response.status == 200 { ids.append(id) }
                count.add()
                if response.header("Connection") == "close" { break }
            }
            return ids
        }
    }

    /// Counts, and reports when a number is reached.
    private final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0
        private let enough: Int
        private let continuation: AsyncStream<Void>.Continuation
        let reached: AsyncStream<Void>

        init(enough: Int) {
            self.enough = enough
            (reached, continuation) = AsyncStream<Void>.makeStream()
        }

        func add() {
            lock.withLock {
                count += 1
                if count == enough { continuation.yield() }
            }
        }
    }

    @Test(
        "Every write with a response is in the file, however the server ends under load",
        arguments: [SIGTERM, SIGINT, SIGKILL])
    func acknowledged(_ signal: Int32) async throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("notes.sqlite").path
        let server = try await ServedProcess.start(folder, ["--store", path, "--quiet"])
        let counter = Counter(enough: 150)
        let port = server.port
        let ids = try await withThrowingTaskGroup(of: [String].self) { group in
            for writer in 0..<6 { group.addTask { try await write(port, writer, counter) } }
            for await _ in counter.reached { break }
            let code = try await server.end(signal)
            #expect(code == (signal == SIGKILL ? -SIGKILL : 0))
            return try await group.reduce(into: [String]()) { $0 += $1 }
        }
        #expect(ids.count >= 150)
        let store = try await Store(.file(path), modules: [Self.notes])
        var request = SearchRequest(module: Self.notes)
        request.page = .all
        request.fields = []
        guard case .array(let stored) = try JSONValue(parsing: try await store.searchData(request)) else {
            return #expect(Bool(false))
        }
        #expect(Set(ids).subtracting(stored.map(\.instanceID)) == [])
        await store.close()
    }

    @Test(
        "With a thousand connections, slow and greedy ones, memory stays bounded and the server still responds"
    )
    func storm() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "notes.ndjson",
            (0..<40).map { number in
                let body = String(repeating: "x", count: 50_000)
                return
                    #"{"id":"\#(number)","values":{"title":"\#(number)","number":\#(number),"body":"\#(body)"}}"#
            }.joined(separator: "\n"))
        let server = try await ServedProcess.start(
            folder, ["--data", folder.url.appendingPathComponent("notes.ndjson").path, "--quiet"])
        let port = server.port
        let search = post(
            "generalcontent/instance/search", #"{"moduleName":"notes","pagination":{"skip":true}}"#)
        let kept = try await blocking { () throws -> [RawClient] in
            var clients: [RawClient] = []
            for number in 0..<1_000 {
                let client = try RawClient(port: port)
                switch number % 5 {
                case 0: break
                case 1: try client.write(Array("GET /api/slow".utf8))
                case 2:
                    try client.write(
                        Array("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\nab".utf8))
                case 3:
                    try client.write(
                        Array("GET / HTTP/1.1\r\nX: \(String(repeating: "a", count: 20_000))".utf8))
                // Two megabytes that nobody reads.
                default: if number % 25 == 4 { try client.write(Array(search.utf8)) }
                }
                clients.append(client)
            }
            return clients
        }
        let client = try await RawClient.connect(port)
        for _ in 0..<20 {
            try await client.send(
                post("generalcontent/instance/search", #"{"moduleName":"notes","pagination":{"limit":2}}"#))
            let response = try await client.response()
            #expect(response.status == 200)
        }
        if let memory = server.residentKilobytes { #expect(memory < 400_000, "\(memory) kB") }
        let huge = try await RawClient.connect(port)
        try await huge.send("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = "100000\r\n\(String(repeating: "a", count: 1 << 20))\r\n"
        for _ in 0..<12 { if (try? await huge.send(chunk)) == nil { break } }
        #expect(try await huge.response().status == 413)
        withExtendedLifetime(kept) {}
        let code = try await server.end()
        #expect(code == 0)
    }

    @Test("It reports and serves its data, and logs each request; --quiet prints nothing")
    func serves() async throws {
        let folder = try TemporaryFolder()
        let data = folder.url.appendingPathComponent("data")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        try folder.write("data/notes.ndjson", #"{"id":"1","values":{"title":"One"}}"# + "\n")
        try folder.write("data/other.ndjson", "{}")
        let server = try await ServedProcess.start(
            folder, ["--data", data.path, "--require-auth", "app:secret"])
        #expect(server.announcement.hasPrefix("Serving notes at http://127.0.0.1:"))
        let client = try await RawClient.connect(server.port)
        try await client.send(get("generalcontent/module"))
        #expect(try await client.response().status == 401)
        try await client.send(
            post(
                "oauth/token?_app",
                #"{"client_id":"app","client_secret":"secret","grant_type":"client_credentials"}"#))
        let token = try await client.response().text.firstMatch(of: /"access_token":"([^"]+)"/).map {
            String($0.1)
        }
        try await client.send(
            post(
                "generalcontent/instance/search", #"{"moduleName":"notes"}"#,
                headers: "Authorization: Bearer \(token ?? "")\r\n"))
        #expect(try await client.response().text.contains(#""title":"One""#))
        #expect(try await server.end(SIGINT) == 0)
        #expect(server.said.contains("notes: 1 item loaded"))
        #expect(server.said.contains("other.ndjson is skipped"))
        #expect(server.said.contains("GET /api/generalcontent/module 401 "))
        #expect(!server.said.contains("secret"))
        #expect(!server.said.contains(token ?? "-"))
        let quiet = try await ServedProcess.start(folder, ["--data", data.path + "/notes.ndjson", "--quiet"])
        #expect(try await quiet.end() == 0)
        #expect(quiet.said == "")
    }

    @Test("Reloading the data keeps changes in the store")
    func reloads() async throws {
        let folder = try TemporaryFolder()
        let data = try folder.write("notes.ndjson", #"{"id":"1","values":{"title":"One"}}"#).path
        let store = folder.url.appendingPathComponent("notes.sqlite").path
        for expected in ["One", "Changed"] {
            let server = try await ServedProcess.start(folder, ["--data", data, "--store", store])
            let client = try await RawClient.connect(server.port)
            try await client.send(post("generalcontent/instance/search", #"{"moduleName":"notes"}"#))
            #expect(try await client.response().text.contains(#""title":"\#(expected)""#))
            let change = post("generalcontent/instance/1", #"{"values":{"title":"Changed","mood":"calm"}}"#)
            try await client.send(change.replacingOccurrences(of: "POST", with: "PUT"))
            #expect(try await client.response().status == 200)
            let wrong = post("generalcontent/instance/1", #"{"values":{"mood":"clam"}}"#)
            try await client.send(wrong.replacingOccurrences(of: "POST", with: "PUT"))
            #expect(try await client.response().text.contains(#"did you mean \"calm\""#))
            #expect(try await server.end() == 0)
        }
    }

    @Test("Wrong arguments are reported, and nothing is served")
    func mistakes() async throws {
        let folder = try TemporaryFolder()
        let schema = try folder.schema().path
        let bad = try folder.write("bad.json", #"{ "quire": 1, "modules": [ { "nam": "x" } ] }"#).path
        let lines = try folder.write(
            "notes.ndjson",
            #"{"id":"1","values":{"title":"One"}}"# + "\n" + #"{"id":"2","values":{"title":7}}"#
        ).path
        let stranger = try folder.write("strangers.ndjson", "{}").path
        let none = folder.url.appendingPathComponent("none/at/all").path
        let text = try folder.write("text.sqlite", String(repeating: "no database ", count: 100)).path
        let base = ["serve", "--schema", schema, "--port", "0"]
        for (arguments, code, words) in [
            (["serve", "--schema", bad], 1, "bad.json:1:28: error:"),
            (["serve", "--schema", none], 1, "none/at/all"),
            (base + ["--data", lines], 1, "notes.ndjson:2:1: error: values.title"),
            (base + ["--data", stranger], 1, "no module 'strangers'"),
            (base + ["--data", none], 1, "no such file"),
            (base + ["--store", none], 1, "Could not open the store"),
            (base + ["--store", text], 1, "text.sqlite"),
            (["serve", "--port", "x"], 2, "--port expects a number"),
            (["serve", "--port", "65536"], 2, "--port"),
            (["serve", "--require-auth", "x"], 2, "<id>:<secret>"),
            (["serve", "--prot", "1"], 2, "unknown option"),
            (["serve", "x"], 2, "unknown argument"),
            (base + ["--host", "no.such.host.invalid"], 1, "no.such.host.invalid"),
            (
                base + ["--allow-host", "http://devbox"], 1,
                "the allowed host \"http://devbox\": it is not a host"
            ),
            (base + ["--allow-origin", "localhost:3000"], 1, "for example http://localhost:3000"),
            (base + ["--allow-origin", "*", "--require-auth", "a:b"], 1, "Name the origins of your pages"),
        ] as [([String], Int32, String)] {
            let result = try await ServedProcess.failing(arguments)
            #expect(result.code == code, "\(arguments): \(result.said)")
            #expect(result.said.contains(words), "\(arguments): \(result.said)")
        }
        let first = try await ServedProcess.start(folder)
        let second = try await ServedProcess.failing(
            ["serve", "--schema", schema, "--port", "\(first.port)"])
        #expect(second.code == 1)
        #expect(second.said.contains("another program listens there"))
        #expect(try await first.end() == 0)
    }

    @Test("Names and origins are allowed by options that may be repeated")
    func allows() async throws {
        let folder = try TemporaryFolder()
        let server = try await ServedProcess.start(
            folder,
            [
                "--allow-host", "devbox.local", "--allow-host=other.local", "--allow-origin",
                "http://a.example",
                "--allow-origin", "http://b.example", "--quiet",
            ])
        for (host, origin, status) in [
            ("devbox.local", "http://a.example", 200), ("other.local:1", "http://b.example", 200),
            ("third.local", "http://a.example", 421), ("devbox.local", "http://c.example", 403),
        ] {
            let client = try await RawClient.connect(server.port)
            try await client.send(
                "GET /api/authentication/version HTTP/1.1\r\nHost: \(host)\r\nOrigin: \(origin)\r\n\r\n")
            let response = try await client.response()
            #expect(response.status == status, "\(host) \(origin)")
            #expect(response.header("Access-Control-Allow-Origin") == (status == 403 ? nil : origin))
        }
        #expect(try await server.end() == 0)
    }

    @Test("Serving other machines prints a warning")
    func warns() async throws {
        let folder = try TemporaryFolder()
        let server = try await ServedProcess.start(folder, ["--host", "0.0.0.0"])
        #expect(try await server.end() == 0)
        #expect(server.said.contains("warning: other machines can reach 0.0.0.0"))
    }
}
#endif
