#if SQLite
import Foundation
import Quire
import Testing
import TransportDoubles

import QuireServer

/// Damaged bodies: each gets a JSON response, never an internal server error.
@Suite(.timeLimit(.minutes(30))) struct BodyFuzzTests {
    private static let calls: [(method: String, path: String, body: String)] = [
        (
            "POST", "generalcontent/instance/search",
            #"{"moduleNames":["books","authors"],"searchValues":{"condition":"and","operands":[{"operation":">=","property":"year","value":1900,"type":"number"},{"operation":"in","property":"language","value":["french","english"],"type":"string"}]},"metaSearch":{"operation":"=","property":"deletedAt","value":null,"type":"null"},"pagination":{"page":1,"limit":20,"skip":"false"},"sort":"values.year desc,createdAt asc","fields":["values.title"],"include":["all"],"locale":"fr","segmentTags":[{"name":"brand","value":"A"}],"segmentMode":"partial","relatedTo":[{"fieldName":"author","instanceIds":["*"]}]}"#
        ),
        (
            "POST", "generalcontent/instance",
            #"{"module":"books","name":"n","createdAt":5,"values":{"title":"T","year":1,"rating":0.5,"genres":["crime"],"blurb":{"en":"x"},"size":{"pages":1},"author":"a","editors":["b"],"place":{"latitude":1,"longitude":2}},"tags":[{"name":"a","value":"b"}],"publishedAt":7}"#
        ),
        (
            "PUT", "generalcontent/instance/police",
            #"{"updatedAt":99999999999999,"values":{"title":"T","year":null},"removedAt":null}"#
        ),
        ("DELETE", "generalcontent/instance/life", ""),
        (
            "POST", "generalcontent/instance/sync",
            #"{"moduleName":"books","fromSync":5,"toSync":9000,"locale":"en"}"#
        ),
        (
            "POST", "generalcontent/instance/batch",
            #"{"truncated":[{"module":"settings"}],"created":[{"module":"books","values":{"title":"x"}}],"updated":[{"id":"things","values":{"year":2}}],"createdOrUpdated":[{"module":"books","id":"q","values":{}}],"deleted":[{"id":"gone"}]}"#
        ),
        ("GET", "generalcontent/module?skip=true&withFields=true&page=2&limit=3", ""),
        (
            "POST", "segmentation/appuser",
            #"{"alias":"a","devices":[{"platform":"ios","token":"t"}],"tags":[{"name":"n"}]}"#
        ),
        (
            "POST", "segmentation/identified/register",
            #"{"auth":{"email":"e","password":"p"},"profile":{"name":"n"}}"#
        ),
        ("POST", "segmentation/identified/login", #"{"email":"e","password":"p","network":"halo"}"#),
        (
            "POST", "oauth/token?_app",
            #"{"client_id":"a","client_secret":"b","grant_type":"client_credentials"}"#
        ),
    ]

    private static let nasty = [
        "null", "{}", "[]", "\"\"", "-1", "0", "1e400", "1e308", "-0", "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808", "1.5", "true", "\"\\u0000\"", "\"\\ud800\"", "\"é\"",
        "\"'; DROP TABLE x; --\"", "{", "}",
        "[", "]", ",", ":", "\"", "\\", "\"values.\"", "\"*\"", "\"all\"", "\"skip\":true,",
        "\"page\":999999999999,",
        "\"limit\":9223372036854775807,", "\"type\":\"date\"", "\"operation\":\"!in\",",
    ]

    @Test(
        "Ten thousand damaged calls get a JSON response, and none is an internal server error"
    )
    func damaged() async throws {
        let library = try await Library.filled()
        var numbers = SeededGenerator(seed: 11)
        var statuses: [Int: Int] = [:]
        for round in 0..<10_000 {
            let call = Self.calls[round % Self.calls.count]
            var body = Array(call.body.utf8)
            var path = call.path
            if body.isEmpty || round % 13 == 0 {
                // The URL contains only the bytes that the parser accepts.
                let bytes = Array(path.utf8).mutated(
                    &numbers, nasty: ["%", "%2F", "/", "?", "&", "=", "%00", "%ff"])
                path = String(decoding: bytes.filter { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
            } else {
                body = body.mutated(&numbers, nasty: Self.nasty)
            }
            let shown = "round \(round): \(call.method) \(path) \(String(decoding: body, as: UTF8.self))"
            guard
                let reply = try? await library.send(
                    call.method, path, bytes: body, headers: [("Content-Type", "application/json")])
            else {
                Issue.record("no JSON for \(shown)")
                continue
            }
            #expect([200, 400, 403, 404, 405, 409].contains(reply.status), "\(reply.status) for \(shown)")
            if reply.status != 200 {
                #expect(reply.json["error"]?["type"] == .string("HaloError"), "\(shown)")
            }
            statuses[reply.status, default: 0] += 1
        }
        for status in [200, 400, 404] { #expect(statuses[status, default: 0] > 100, "\(statuses)") }
        let after = try await library.search(#"{"moduleName":"authors","instanceIds":["ogawa"]}"#)
        #expect(after.ids() == ["ogawa"])
    }

    @Test("JSON and filters that nest too deep are rejected")
    func deep() async throws {
        let library = try await Library.filled()
        for depth in [10, 90, 400, 600, 100_000] {
            let array = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            let plain = try await library.search(#"{"moduleName":"books","extra":\#(array)}"#)
            #expect(plain.status == (depth < 500 ? 200 : 400), "\(depth)")
            let filter =
                String(repeating: #"{"condition":"and","operands":["#, count: depth)
                + leaf("=", "year", "1965", "number") + String(repeating: "]}", count: depth)
            let search = try await library.search(#"{"moduleName":"books","searchValues":\#(filter)}"#)
            #expect(search.status == (depth < 100 ? 200 : 400), "\(depth)")
            if depth < 100 { #expect(search.ids() == ["things"]) }
        }
    }

    @Test("A filter with ten thousand tests is rejected, and one with a thousand runs")
    func wide() async throws {
        let library = try await Library.filled()
        for (count, status) in [(1_000, 200), (10_000, 400)] {
            let tests = (0..<count).map { leaf("=", "year", "\($0)", "number") }.joined(separator: ",")
            let reply = try await library.search(
                #"{"moduleName":"books","searchValues":{"condition":"or","operands":[\#(tests)]}}"#)
            #expect(reply.status == status)
        }
        let ids = (0..<50_000).map { "\"\($0)\"" }.joined(separator: ",")
        #expect(try await library.search(#"{"moduleName":"books","instanceIds":[\#(ids)]}"#).status == 200)
    }
}
#endif
