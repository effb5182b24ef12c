import Foundation
import LoopbackServer
import Quire
import QuireHALO
import QuireHTTP
import Testing
import TransportDoubles

/// A secret occurs in no error, log or description.
@Suite("Secrets")
struct SecretsTests {
    private static let secret = "s3cr3t-7f1c"

    private func request(to url: URL) -> HTTPRequest {
        HTTPRequest(
            .post,
            url.appending(path: "path").appending(queryItems: [.init(name: "token", value: Self.secret)]),
            headers: [
                "Authorization": "Bearer \(Self.secret)", "Cookie": Self.secret, "X-Api-Key": Self.secret,
                "X-Unheard-Of": Self.secret, "Accept": "text/plain",
            ],
            body: Data("password=\(Self.secret)".utf8))
    }

    private func shown(_ value: Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        return
            "\(value) \(String(reflecting: value)) \(dumped) \((value as? any Error)?.localizedDescription ?? "")"
    }

    @Test("Requests, headers, responses and tokens hide it in every printed form")
    func values() async throws {
        let url = try #require(
            URL(string: "http://user:\(Self.secret)@shop.example:8080/path?q=\(Self.secret)#\(Self.secret)"))
        var request = request(to: url)
        request.url = url
        let response = HTTPResponse(
            status: 200, headers: ["Set-Cookie": Self.secret, "Location": "http://x/?\(Self.secret)"],
            body: Data(Self.secret.utf8))
        // HALO's error repeats the response.
        let halo = HALOEngine(
            baseURL: url,
            transport: ClosureTransport { [body = response.body] _ in HTTPResponse(status: 500, body: body) })
        let error = await #expect(throws: HALOError.self) { try await halo.modules() }
        let values: [Any] = [
            request, request.headers, Array(request.headers), response, response.headers,
            BearerToken(Self.secret),
            TransportError(.timedOut, request), [request], Optional(response) as Any,
            error as Any, url.printable,
        ]
        for value in values { #expect(!shown(value).contains(Self.secret), "\(type(of: value))") }
        #expect(shown(request).contains("http://shop.example:8080/path"))
        #expect(shown(request.headers).contains("Accept: text/plain"))
        #expect(shown(request.headers).contains("Authorization: <redacted>"))
    }

    @Test("A server's header values cannot control the terminal that a log is read in")
    func controlCharacters() {
        let headers: HTTPHeaders = ["Server": "x\u{1B}]0;t\u{7}\u{9B}31m\u{202E}y\nz"]
        let expected = #"Server: x\u{1B}]0;t\u{7}\u{9B}31m\u{202E}y z"#
        #expect("\(headers)" == expected)
        #expect(headers.map { "\($0)" } == [expected])
    }

    @Test("Errors and log lines of real failures hide it")
    func failures() async throws {
        let other = try LoopbackServer { _ in Reply() }
        defer { other.stop() }
        let server = try LoopbackServer { [port = other.port] request in
            switch request.query("fault") {
            case "redirect":
                Reply(
                    307,
                    headers: [("Location", "http://u:\(Self.secret)@127.0.0.1:\(port)/?t=\(Self.secret)")])
            case "status": Reply(500, headers: [("Set-Cookie", Self.secret)], text: Self.secret)
            case "truncate": .failing(.truncate(after: 1), body: Array(Self.secret.utf8))
            case "large": Reply(text: Self.secret + String(repeating: "x", count: 5_000))
            default: .failing(.closeBeforeStatus)
            }
        }
        defer { server.stop() }
        let log = Log()
        let transport = URLSessionTransport(.init(maximumResponseBytes: 2_000)).wrapped(in: [
            LoggingMiddleware(showsHeaders: true) { log.add($0) }
        ])
        let closed = try LoopbackServer { _ in Reply() }
        closed.stop()
        for fault in ["redirect", "status", "truncate", "large", "drop", "refused"] {
            let base = fault == "refused" ? closed.url : server.url
            var request = request(to: base)
            request.url.append(queryItems: [.init(name: "fault", value: fault)])
            do {
                let response = try await transport.send(request, deadline: .after(.seconds(900)))
                #expect(fault == "status" && response.status == 500)
            } catch {
                #expect(!shown(error).contains(Self.secret), "\(fault)")
                #expect(shown(error).contains("/path"), "\(fault): the error contains the address")
            }
        }
        #expect(log.lines.count == 6)
        for line in log.lines { #expect(!line.contains(Self.secret), "\(line)") }
        #expect(log.lines.contains { $0.contains("→ 500, \(Self.secret.count) bytes") })
        #expect(other.connectionCount == 0)
    }

    @Test("A log line contains method, address, sizes, status and time")
    func line() async throws {
        let log = Log()
        let clock = ManualClock()
        let transport = ClosureTransport { _ in
            clock.advance(.milliseconds(38))
            return HTTPResponse(
                status: 200, headers: ["Content-Type": "a/b", "X-Other": "c"], body: Data("four".utf8))
        }.wrapped(in: [LoggingMiddleware(showsHeaders: true, clock: clock.clock) { log.add($0) }])
        let url = try #require(URL(string: "https://shop.example/a%20b?q=1"))
        _ = try await transport.send(
            HTTPRequest(.post, url, headers: ["Accept": "*/*"], body: Data("six...".utf8)), deadline: .never)
        #expect(
            log.lines == [
                """
                POST https://shop.example/a%20b, 6 bytes → 200, 4 bytes, 38 ms
                  > Accept: */*
                  < Content-Type: a/b
                  < X-Other: <redacted>
                """
            ])
    }
}
