import Testing
import TransportDoubles

@testable import QuireServer

/// Valid and invalid requests.
@Suite struct RequestParserTests {
    /// Parses all requests of the bytes, fed in chunks of a size.
    static func parse(
        _ text: String, pieces: Int = .max, limits: HTTPLimits = HTTPLimits()
    ) throws(HTTPError) -> [ServedRequest] {
        var parser = RequestParser(limits)
        var requests: [ServedRequest] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
            piece.withUnsafeBytes { parser.append($0) }
            reading: while true {
                switch try parser.next() {
                case .needsMore: break reading
                case .wantsContinue: continue
                case .request(let request): requests.append(request)
                }
            }
        }
        return requests
    }

    @Test(
        "Pipelined requests are parsed one by one, for any chunks of bytes", arguments: [1, 2, 3, 7, 1_000])
    func pipelined(_ pieces: Int) throws {
        let requests = try Self.parse(
            "GET /a?b=1 HTTP/1.1\r\nHost: x\r\n\r\n"
                + "POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"
                + "\r\nPOST /c HTTP/1.1\r\nhost: x\r\nTransfer-Encoding: Chunked\r\n\r\n"
                + "3;ext=1\r\nabc\r\n0A\r\n0123456789\r\n0\r\nTrailer: y\r\n\r\n"
                + "GET http://host:80/d HTTP/1.0\r\n\r\n", pieces: pieces)
        #expect(requests.map(\.method) == ["GET", "POST", "POST", "GET"])
        #expect(requests.map(\.path) == ["/a", "/b", "/c", "/d"])
        #expect(requests.map(\.query) == ["b=1", "", "", ""])
        #expect(
            requests.map { String(decoding: $0.body, as: UTF8.self) } == ["", "hello", "abc0123456789", ""])
        #expect(requests.map(\.keepsAlive) == [true, true, true, false])
    }

    @Test(
        "Ambiguous requests, which two servers could read differently, are rejected",
        arguments: [
            ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1, 1\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0x1\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
            ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, chunked\r\n\r\n", 501),
            ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
            (
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
                501
            ),
            ("POST / HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n", 501),
            ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: identity\r\nContent-Length: 1\r\n\r\n", 400),
            (
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: cow\r\n\r\n",
                501
            ),
            ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: \"chunked\"\r\n\r\n", 501),
            ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked;q=1\r\n\r\n", 501),
            ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding:\r\n\r\n", 501),
            ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding:\r\n chunked\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: \u{b}chunked\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \u{a0}1\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 01\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: x\r\nA\u{0}: b\r\n\r\n", 400),
            ("GET http:/a HTTP/1.1\r\nHost: x\r\n\r\n", 400),
            ("GET localhost:443 HTTP/1.1\r\nHost: x\r\n\r\n", 400),
            ("GET \\a HTTP/1.1\r\nHost: x\r\n\r\n", 400),
            ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
            ("GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: x\r\n folded: y\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: x\r\nA: b\rc\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: x\r\nA: b\u{0}c\r\n\r\n", 400),
            ("GET / HTTP/1.1\nHost: x\n\n", 400),
            ("GET / HTTP/1.1\r\nHost: x\nA: b\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n", 400),
            ("GET  / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
            ("GET / HTTP/1.1 \r\nHost: x\r\n\r\n", 400),
            ("GET /\u{e9} HTTP/1.1\r\nHost: x\r\n\r\n", 400),
            ("GET /#a HTTP/1.1\r\nHost: x\r\n\r\n", 400),
            ("GET a HTTP/1.1\r\nHost: x\r\n\r\n", 400),
            ("GET * HTTP/1.1\r\nHost: x\r\n\r\n", 400), ("DELETE * HTTP/1.1\r\nHost: x\r\n\r\n", 400),
            ("OPTIONS *?a HTTP/1.1\r\nHost: x\r\n\r\n", 400),
            ("GET / HTTP/2.0\r\nHost: x\r\n\r\n", 505),
            ("GET / http/1.1\r\nHost: x\r\n\r\n", 400),
            ("BREW / HTTP/1.1\r\nHost: x\r\n\r\n", 501),
            ("G\u{e9}T / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
            ("\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nExpect: tea\r\n\r\n", 417),
        ])
    func refused(_ text: String, _ status: Int) {
        for pieces in [1, 1_000] {
            let error = #expect(throws: HTTPError.self, "\(text.debugDescription)") {
                try Self.parse(text, pieces: pieces)
            }
            #expect(error?.status == status, "\(text.debugDescription)")
        }
    }

    @Test(
        "An invalid chunked body is rejected",
        arguments: [
            "\r\n", "g\r\n", "-1\r\n", "0x5\r\n", " 5\r\n", "5 \r\n", "5\n", "5;a\rb\r\n", "1\r\nab\r\n",
            "FFFFFFFFFFFFFFFFFF\r\n", "fffffffffffffff2\r\n", "7fffffffffffffff\r\n", "2;a\nab\r\n",
            "2\nab\r\n",
            "2 ;a\u{0}\r\n", "0\r\n folded: y\r\n\r\n", "0\r\nA : y\r\n\r\n",
        ])
    func chunks(_ body: String) {
        let head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(throws: HTTPError.self) { try Self.parse(head + body) }
    }

    @Test("Each limit is allowed, and one more is rejected")
    func limits() throws {
        var limits = HTTPLimits()
        limits.requestLineBytes = 40
        limits.headBytes = 200
        limits.headerCount = 3
        limits.bodyBytes = 10
        func status(_ text: String) -> Int? {
            do throws(HTTPError) {
                return try Self.parse(text, limits: limits).isEmpty ? nil : 200
            } catch {
                return error.status
            }
        }
        let head = "POST / HTTP/1.1\r\nHost: x\r\n"
        #expect(status("GET /\(String(repeating: "a", count: 20)) HTTP/1.1\r\nHost: x\r\n\r\n") == 200)
        #expect(status("GET /\(String(repeating: "a", count: 60)) HTTP/1.1\r\nHost: x\r\n\r\n") == 414)
        #expect(status("GET /\(String(repeating: "a", count: 60))") == 414)
        #expect(status(head + "A: b\r\nC: d\r\n\r\n") == 200)
        #expect(status(head + "A: b\r\nC: d\r\nE: f\r\n\r\n") == 431)
        #expect(status(head + "A: \(String(repeating: "a", count: 300))") == 431)
        #expect(status(head + "Content-Length: 10\r\n\r\n0123456789") == 200)
        #expect(status(head + "Content-Length: 11\r\n\r\n") == 413)
        let chunked = head + "Transfer-Encoding: chunked\r\n\r\n"
        #expect(status(chunked + "5\r\n01234\r\n5\r\n56789\r\n0\r\n\r\n") == 200)
        #expect(status(chunked + "5\r\n01234\r\n6\r\n") == 413)
        #expect(status(chunked + "5;\(String(repeating: "x", count: 300))\r\n") == 400)
        #expect(status(chunked + "0\r\nA: \(String(repeating: "x", count: 300))\r\n\r\n") == 431)
        #expect(status(chunked + "0\r\n\(String(repeating: "A: b\r\n", count: 100))\r\n") == 431)
    }

    @Test("100 Continue is sent once if the client waits for it, and not if the body has begun")
    func expectation() throws {
        let head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
        func steps(_ pieces: [String]) throws(HTTPError) -> [String] {
            var parser = RequestParser(HTTPLimits())
            var steps: [String] = []
            for piece in pieces {
                Array(piece.utf8).withUnsafeBytes { parser.append($0) }
                reading: while true {
                    switch try parser.next() {
                    case .needsMore:
                        steps.append("more")
                        break reading
                    case .wantsContinue: steps.append("continue")
                    case .request: steps.append("request")
                    }
                }
            }
            return steps
        }
        #expect(try steps([head, "a", "b"]) == ["continue", "more", "more", "request", "more"])
        #expect(try steps([head + "ab"]) == ["request", "more"])
    }
}

/// Damaged requests: none may trap, and chunk boundaries must not change the result.
@Suite struct RequestFuzzTests {
    private static let requests = [
        "GET /api/generalcontent/module?skip=true HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n",
        "POST /api/generalcontent/instance/search HTTP/1.1\r\nHost: x\r\nContent-Length: 22\r\n\r\n{\"moduleName\":\"books\"}",
        "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nA;x=y\r\n0123456789\r\n0\r\nT: u\r\n\r\n",
        "PUT /b HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}GET /c HTTP/1.1\r\nHost: x\r\n\r\n",
    ]

    private static let nasty = [
        "\r\n", "\r", "\n", "\r\n\r\n", "\0", " ", "\t", ":", ",", ";", "%", "%00", "%zz",
        "Content-Length: 0\r\n",
        "Content-Length: -1\r\n", "Content-Length: 99999999999999999999\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Transfer-Encoding: identity\r\n", "0\r\n\r\n", "FFFFFFFFFFFFFFFF\r\n", "Host: y\r\n", "\r\n x",
        "HTTP/1.0",
        "HTTP/9.9", "http://h:1/p", "*", "é", "Expect: 100-continue\r\n", "Connection: close\r\n",
        "7fffffffffffffff\r\n", "Content-Length: 9223372036854775807\r\n",
    ]

    /// The parsed requests, and how parsing ends.
    private static func reading(_ bytes: [UInt8], _ piece: () -> Int) -> [String] {
        var parser = RequestParser(HTTPLimits())
        var events: [String] = []
        var rest = bytes[...]
        do throws(HTTPError) {
            while !rest.isEmpty {
                let count = min(piece(), rest.count)
                Array(rest.prefix(count)).withUnsafeBytes { parser.append($0) }
                rest = rest.dropFirst(count)
                reading: while true {
                    switch try parser.next() {
                    case .needsMore: break reading
                    case .wantsContinue: continue
                    case .request(let request):
                        events.append("\(request.method) \(request.path) \(request.query) \(request.body)")
                    }
                }
            }
            events.append(parser.isIdle ? "end" : "waits")
        } catch {
            events.append("\(error.status)")
        }
        return events
    }

    @Test("Twenty thousand damaged requests are parsed or rejected, the same for any chunks")
    func damaged() {
        var numbers = SeededGenerator(seed: 4)
        var outcomes: [String: Int] = [:]
        for round in 0..<20_000 {
            let bytes = Array(Self.requests[round % Self.requests.count].utf8).mutated(
                &numbers, nasty: Self.nasty)
            let whole = Self.reading(bytes) { bytes.count }
            var other = numbers
            let cut = Self.reading(bytes) { Int.random(in: 1...9, using: &other) }
            #expect(
                whole == cut, "round \(round): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
            outcomes[whole.last ?? "", default: 0] += 1
        }
        // All outcomes occur; otherwise the damage is not diverse enough.
        for outcome in ["end", "waits", "400", "501", "505", "413"] {
            #expect(outcomes[outcome, default: 0] > 10, "\(outcomes)")
        }
        #expect(
            Set(outcomes.keys).isSubset(of: ["end", "waits", "400", "413", "414", "417", "431", "501", "505"])
        )
    }
}
