import Foundation
import QuireCore
import QuireExplorer
import Testing

/// Only the explorer's own page, with the token, gets content.
@Suite struct HostileRequestTests {
    @Test("A call without the token, or with a wrong one, gets 401 and no content")
    func token() async throws {
        try await RunningExplorer.with { running in
            let wrong = String(repeating: "0", count: 32)
            for headers in [
                [:], ["X-Quire-Token": wrong], ["X-Quire-Token": ""], ["Cookie": "token=\(running.token)"],
            ] {
                let response = try await RawHTTP.send(
                    "GET", "/explore/api/schema", port: running.port, headers: headers)
                #expect(response.status == 401)
                #expect(response.json.at("error.code") == "token")
                #expect(response.json.at("modules") == .null)
            }
            let inURL = try await RawHTTP.send(
                "GET", "/explore/api/schema?token=\(running.token)", port: running.port)
            #expect(inURL.status == 401)
        }
    }

    @Test(
        "A request of another site or another name of this machine is refused, even with the token",
        arguments: [
            (["Origin": "http://evil.example"], 403), (["Origin": "null"], 403),
            (["Origin": "http://127.0.0.1:1"], 403), (["Sec-Fetch-Site": "cross-site"], 403),
            (["Sec-Fetch-Site": "same-site"], 403), (["Host": "evil.example"], 421),
            (["Host": "127.0.0.1.evil.example"], 421), (["Host": "192.168.0.1"], 421),
        ] as [([String: String], Int)])
    func foreign(_ headers: [String: String], _ status: Int) async throws {
        try await RunningExplorer.with { running in
            for path in ["/explore/api/status", "/explore/", "/explore/app.js"] {
                let response = try await RawHTTP.send(
                    "GET", path, port: running.port,
                    headers: headers.merging(["X-Quire-Token": running.token]) { first, _ in first })
                #expect(response.status == status, "\(path)")
            }
        }
    }

    @Test("The page's own origin is accepted")
    func own() async throws {
        try await RunningExplorer.with { running in
            let response = try await RawHTTP.send(
                "GET", "/explore/api/status", port: running.port,
                headers: [
                    "X-Quire-Token": running.token, "Origin": "http://127.0.0.1:\(running.port)",
                    "Sec-Fetch-Site": "same-origin",
                ])
            #expect(response.status == 200)
        }
    }

    @Test("Every response forbids inline code, embedding, sniffing and referrers, also those of errors")
    func headers() async throws {
        try await RunningExplorer.with { running in
            for path in [
                "/", "/explore/", "/explore/app.js", "/explore/api/status", "/nothing", "/explore/../x",
            ] {
                let response = try await RawHTTP.send("GET", path, port: running.port)
                let policy = try #require(response.header("Content-Security-Policy"), "\(path)")
                #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
                #expect(!policy.contains("unsafe"))
                #expect(response.header("X-Content-Type-Options") == "nosniff")
                #expect(response.header("Referrer-Policy") == "no-referrer")
                #expect(response.header("Set-Cookie") == nil)
            }
            let foreign = try await RawHTTP.send(
                "GET", "/explore/", port: running.port, headers: ["Origin": "http://evil.example"])
            #expect(foreign.header("Content-Security-Policy") != nil)
            #expect(foreign.header("Access-Control-Allow-Origin") == nil)
        }
    }

    @Test("A form or plain text is refused, because other sites can send them without asking")
    func forms() async throws {
        try await RunningExplorer.with(mayWrite: true) { running in
            for type in [
                "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
            ] {
                let response = try await RawHTTP.send(
                    "POST", "/explore/api/write", port: running.port,
                    headers: ["X-Quire-Token": running.token, "Content-Type": type],
                    body: Array(#"{"action":"delete","module":"books","id":"beowulf"}"#.utf8))
                #expect(response.status == 415)
            }
            let preflight = try await RawHTTP.send(
                "OPTIONS", "/explore/api/write", port: running.port,
                headers: ["Origin": "http://evil.example", "Access-Control-Request-Method": "POST"])
            #expect(preflight.status == 403)
        }
    }

    @Test("Only the page's own files are served")
    func files() async throws {
        try await RunningExplorer.with { running in
            for path in [
                "/explore/PageFiles.swift", "/explore/../Package.swift", "/explore/%2e%2e/Package.swift",
                "/explore//etc/passwd", "/explore/.html", "/api/generalcontent/module",
            ] {
                let response = try await RawHTTP.send("GET", path, port: running.port)
                #expect(response.status == 404, "\(path)")
            }
            let page = try await RawHTTP.send("GET", "/explore/", port: running.port)
            #expect(page.status == 200)
            #expect(page.header("Content-Type") == "text/html; charset=utf-8")
            #expect(try await RawHTTP.send("POST", "/explore/", port: running.port).status == 405)
        }
    }

    @Test("A body that is too large, and a malformed one, are refused with a reason")
    func bodies() async throws {
        try await RunningExplorer.with { running in
            let large = "{\"query\":\"\(String(repeating: "a", count: 1 << 20))\"}"
            #expect(try await running.call("items", large).status == 413)
            #expect(try await running.call("items", "{").status == 400)
            #expect(try await running.call("items", "[]").status == 400)
            let deep = String(repeating: #"{"not":"#, count: 200) + "{}" + String(repeating: "}", count: 200)
            let response = try await running.call("items", #"{"query":{"module":"books","where":\#(deep)}}"#)
            #expect(response.status == 400)
            #expect(response.json.at("error.code") == "query")
        }
    }
}
