#if SQLite
import Foundation
import Quire
import QuireStore
import Testing

import QuireServer

/// Requests that a web page can make a browser send to this machine, byte for byte.
@Suite(.timeLimit(.minutes(30))) struct HostilePageTests {
    private let create = #"{"module":"authors","id":"evil","values":{"name":"Evil"}}"#

    /// Sends a request unchanged, and returns the response.
    private func response(
        _ port: Int, _ line: String, _ headers: [String], _ body: String = ""
    ) async throws -> RawClient.Response {
        let client = try await RawClient.connect(port)
        let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
        try await client.send(
            ([line + " HTTP/1.1"] + headers + length).joined(separator: "\r\n") + "\r\n\r\n" + body)
        return try await client.response(toHead: line.hasPrefix("HEAD"))
    }

    @Test(
        "No form, script, image, frame, beacon, rebound name or socket of a page can write or read anything")
    func refused() async throws {
        try await withServer { server, store in
            let host = "Host: localhost:\(server.port)"
            let evil = "Origin: https://evil.example"
            let post = "POST /api/generalcontent/instance"
            let get = "GET /api/generalcontent/module?skip=true"
            for (line, headers, body, status) in [
                // "Simple" requests, which a browser sends without a preflight: their bodies have one of three types
                // or none.
                (post, [host, evil], create, 403),
                (post, [host, evil, "Content-Type: text/plain;charset=UTF-8"], create, 403),
                (post, [host, evil, "Content-Type: application/x-www-form-urlencoded"], create, 403),
                (post, [host, evil, "Content-Type: multipart/form-data; boundary=x"], create, 403),
                (post, [host, evil, "Content-Type: application/json"], create, 403),
                // From a sandboxed frame, a file, or a data URL.
                (post, [host, "Origin: null", "Content-Type: text/plain"], create, 403),
                // From a page on this machine.
                (
                    post, [host, "Origin: http://localhost:3000", "Content-Type: application/json"], create,
                    403
                ),
                // From a browser that sends no Origin.
                (post, [host], create, 415), (post, [host, "Content-Type: text/plain"], create, 415),
                (post, [host, "Content-Type: application/x-www-form-urlencoded"], create, 415),
                (post, [host, "Content-Type: multipart/form-data; boundary=x"], create, 415),
                (post, [host, "Content-Type: text/plain, application/json"], create, 415),
                (post, [host, "Content-Type: application/json", "Content-Type: text/plain"], create, 400),
                (
                    "POST /api/generalcontent/instance/batch", [host, "Content-Type: text/plain"],
                    #"{"created":[\#(create)]}"#, 415
                ),
                (
                    "POST /api/segmentation/identified/login",
                    [host, evil, "Content-Type: application/x-www-form-urlencoded"],
                    "network=facebook&token=t", 403
                ),
                // Preflights.
                (
                    "OPTIONS /api/generalcontent/instance",
                    [host, evil, "Access-Control-Request-Method: PUT"], "", 403
                ),
                (
                    "OPTIONS /api/generalcontent/instance", [host, "Access-Control-Request-Method: PUT"], "",
                    405
                ),
                // Reads: scripts, images, frames, links.
                (
                    get,
                    [
                        host, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors",
                        "Sec-Fetch-Dest: script",
                    ], "", 403
                ),
                (get, [host, "Sec-Fetch-Site: same-site", "Sec-Fetch-Mode: no-cors"], "", 403),
                (get, [host, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"], "", 403),
                (get, [host, evil], "", 403), ("HEAD /api/generalcontent/module", [host, evil], "", 403),
                // Sockets.
                (get, [host, evil, "Connection: Upgrade", "Upgrade: websocket"], "", 403),
                // A DNS name that points to this machine; its page has the same origin as the server.
                (
                    get, ["Host: evil.example:\(server.port)", "Origin: http://evil.example:\(server.port)"],
                    "", 421
                ),
                (post, ["Host: evil.example", "Content-Type: application/json"], create, 421),
                (get, ["Host: localhost", "Host: evil.example"], "", 400),
                ("GET http://evil.example/api/generalcontent/module", [host], "", 400),
                ("GET http://evil.example/api/generalcontent/module", ["Host: evil.example"], "", 421),
                ("GET http://user@localhost/api/generalcontent/module", ["Host: user@localhost"], "", 400),
            ] as [(String, [String], String, Int)] {
                let response = try await response(server.port, line, headers, body)
                #expect(response.status == status, "\(line) \(headers): \(response.text)")
                #expect(response.header("Access-Control-Allow-Origin") == nil, "\(line) \(headers)")
                if !line.hasPrefix("HEAD") { #expect(response.text.contains(#""type":"HaloError""#)) }
            }
            #expect(try await store.count(of: "authors") == 0)
        }
    }

    @Test("A request in HTTP/1.0 may name its host in the target")
    func oldVersion() async throws {
        try await withServer { server, _ in
            let path = "/api/authentication/version HTTP/1.0\r\n\r\n"
            for (target, status) in [("", 200), ("http://localhost", 200), ("http://evil.example", 421)] {
                let client = try await RawClient.connect(server.port)
                try await client.send("GET \(target)\(path)")
                #expect(try await client.response().status == status, "\(target)")
            }
        }
    }

    @Test("A foreign page's request is rejected by its head: its body is never requested, awaited or stored")
    func early() async throws {
        try await withServer { server, _ in
            let client = try await RawClient.connect(server.port)
            try await client.send(
                "POST /api/generalcontent/instance HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\n"
                    + "Expect: 100-continue\r\nContent-Length: 5000000\r\n\r\n")
            let response = try await client.response()
            #expect(response.status == 403)
            #expect(response.header("Connection") == "close")
        }
    }

    @Test("Responses cannot be embedded by a page, even if the browser sends no origin")
    func headers() async throws {
        try await withServer { server, _ in
            for (line, status) in [("GET /api/generalcontent/module", 200), ("GET /x", 404), ("GET x", 400)] {
                let response = try await response(server.port, line, ["Host: localhost"])
                #expect(response.status == status)
                #expect(response.header("X-Content-Type-Options") == "nosniff")
                #expect(response.header("Cross-Origin-Resource-Policy") == "same-origin")
                #expect(response.header("Vary") == "Origin")
                #expect(response.header("Content-Type") == "application/json; charset=utf-8")
            }
        }
    }

    @Test(
        "A page of an allowed origin may preflight, write and read, including errors, and no other page may")
    func allowed() async throws {
        try await withServer({ $0.allowedOrigins = ["http://localhost:3000", "https://app.example"] }) {
            server, store in
            let host = "Host: localhost:\(server.port)"
            let page = "Origin: http://localhost:3000"
            let may = try await response(
                server.port, "OPTIONS /api/generalcontent/instance",
                [
                    host, page, "Access-Control-Request-Method: POST", "Sec-Fetch-Site: same-site",
                    "Access-Control-Request-Headers: authorization,content-type,to-cache",
                    "Access-Control-Request-Private-Network: true",
                ])
            #expect(may.status == 204)
            #expect(may.header("Access-Control-Allow-Origin") == "http://localhost:3000")
            #expect(may.header("Access-Control-Allow-Methods") == "GET, HEAD, POST, PUT, DELETE")
            #expect(may.header("Access-Control-Allow-Headers") == "authorization,content-type,to-cache")
            #expect(may.header("Access-Control-Allow-Private-Network") == "true")
            #expect(may.header("Access-Control-Allow-Credentials") == nil)
            #expect(may.header("Content-Length") == nil && may.header("Content-Type") == nil)
            #expect(
                may.head.contains("\r\nVary: Origin")
                    && may.head.contains("\r\nVary: Access-Control-Request-Method, "))
            let json = [host, page, "Content-Type: application/json", "Sec-Fetch-Site: same-site"]
            for (line, body, status) in [
                ("POST /api/generalcontent/instance", create, 200),
                ("GET /api/generalcontent/module", "", 200),
                ("POST /api/generalcontent/instance", "{", 400), ("GET /api/x", "", 404),
                ("POST /api/generalcontent/instance", String(repeating: " ", count: 9 << 20), 413),
            ] {
                let length = body.count > 1 << 20 ? ["Content-Length: \(body.utf8.count)"] : []
                let response = try await response(
                    server.port, line, json + length, length.isEmpty ? body : "")
                #expect(response.status == status)
                #expect(
                    response.header("Access-Control-Allow-Origin") == "http://localhost:3000", "\(status)")
                #expect(response.header("Access-Control-Expose-Headers") == "Allow, Date, Retry-After")
                #expect(response.header("Vary") == "Origin")
                #expect(response.header("Access-Control-Allow-Credentials") == nil)
            }
            // The origin does not excuse the type.
            let plain = try await response(
                server.port, "POST /api/generalcontent/instance", [host, page, "Content-Type: text/plain"],
                create)
            #expect(plain.status == 415)
            let other = try await response(
                server.port, "GET /api/generalcontent/module", [host, "Origin: http://localhost:3001"])
            #expect(other.status == 403)
            #expect(other.header("Access-Control-Allow-Origin") == nil)
            #expect(try await store.count(of: "authors") == 1)
        }
        try await withServer({ $0.allowedOrigins = ["*"] }) { server, _ in
            let response = try await response(
                server.port, "GET /api/generalcontent/module", ["Host: localhost", "Origin: null"])
            #expect(response.status == 200)
            #expect(response.header("Access-Control-Allow-Origin") == "*")
        }
    }

    @Test("The log names the rejected request")
    func log() async throws {
        let (lines, line) = AsyncStream<String>.makeStream()
        try await withServer({ $0.log = { line.yield("\($0)") } }) { server, _ in
            _ = try await response(
                server.port, "PUT /api/generalcontent/instance/1?x=secret",
                ["Host: localhost", "Origin: https://evil.example"])
            for await text in lines {
                #expect(text.hasPrefix("PUT /api/generalcontent/instance/1 403 "))
                break
            }
        }
    }
}
#endif
