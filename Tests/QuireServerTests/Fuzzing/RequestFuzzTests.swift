import Testing
import TransportDoubles

@testable import QuireServer

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
