#if SQLite
import Foundation
import Quire
import Testing

import QuireServer

/// Bodies with repeated keys, and other ambiguous JSON.
@Suite struct RepeatedKeyTests {
    @Test("The last value of a repeated key counts, at every depth of a write, and is the only one stored")
    func writes() async throws {
        let library = try await Library()
        let reply = try await library.send(
            "POST", "generalcontent/instance",
            #"""
            {"module":"none","id":"..","module":"books","id":"b","values":{"title":"no"},"tags":[{"name":"x","name":"y"}],
            "values":{"title":"A","title":"B","size":{"pages":"x","pages":2},"blurb":{"en":"a","en":"b"},
            "extra":[{"a":1,"a":2}]}}
            """#
        )
        #expect(reply.status == 200)
        #expect(reply["id"] == .string("b"))
        #expect(
            "\(reply["values"] ?? .null)"
                == #"{"title":"B","blurb":{"en":"b"},"extra":[{"a":2}],"size":{"pages":2}}"#)
        #expect("\(reply["tags"] ?? .null)" == #"[{"name":"y"}]"#)
        let stored = try await library.search(#"{"moduleName":"none","moduleName":"books"}"#)
        #expect(stored["items.0.values"] == reply["values"])
    }

    @Test("The last value of a repeated key counts in a filter, a page and a token's credentials")
    func searches() async throws {
        let library = try await Library.filled()
        let test = #""property":"year","value":1994,"type":"number""#
        #expect(
            try await library.books(#""searchValues":{"operation":"!=","operation":"=",\#(test)}"#) == [
                "police"
            ])
        #expect(
            try await library.books(
                #""pagination":{"limit":5,"limit":1},"sort":"values.year desc","sort":"values.year asc""#)
                == library.books(#""pagination":{"limit":1},"sort":"values.year asc""#))
        let guarded = try await Library { $0.credentials = .init(clientID: "app", clientSecret: "secret") }
        for (secrets, status) in [(["secret", "no"], 401), (["no", "secret"], 200)] {
            let sent = secrets.map { #""client_secret":"\#($0)""# }.joined(separator: ",")
            #expect(
                try await guarded.send(
                    "POST", "oauth/token", #"{"grant_type":"client_credentials","client_id":"app",\#(sent)}"#
                ).status == status)
        }
    }

    @Test("Two Unicode forms of a character are two keys")
    func spellings() async throws {
        let text = #"{"\u00e9":1,"e\u0301":2,"\u00e9":3}"#
        let stored = try await Library().send(
            "POST", "generalcontent/instance",
            #"{"module":"books","values":{"title":"A","extra":\#(text)}}"#)
        #expect(
            stored["values.extra"] == .object([.init("\u{e9}", .integer(3)), .init("e\u{301}", .integer(2))]))
    }

    @Test(
        "JavaScript's own property names are ordinary names",
        arguments: ["__proto__", "constructor", "prototype", "toString"])
    func javaScriptNames(_ name: String) async throws {
        let library = try await Library()
        let unknown = try await library.send(
            "POST", "generalcontent/instance", #"{"module":"books","values":{"\#(name)":{"isAdmin":true}}}"#)
        #expect(unknown["error.extra.error"] == .string("undefined_attribute"))
        let json = #"{"\#(name)":{"isAdmin":true}}"#
        let stored = try await library.send(
            "POST", "generalcontent/instance",
            #"{"\#(name)":{"module":"authors"},"module":"books","values":{"extra":\#(json)}}"#)
        #expect("\(stored["values.extra"] ?? .null)" == json)
        #expect(stored["module"] == .string("5f0000000000000000000001"))
    }

    @Test(
        "A number out of range is rejected with its position, and never rounded",
        arguments: [
            (#""year":1e400"#, 400), (#""year":9223372036854775808"#, 400),
            (#""year":-9223372036854775809"#, 400), (#""year":1.5"#, 400),
            (#""year":9223372036854775807"#, 200),
            (#""year":-9223372036854775808"#, 200), (#""year":01"#, 400), (#""rating":NaN"#, 400),
            (#""rating":Infinity"#, 400), (#""rating":-1e400"#, 400), (#""rating":1e308"#, 200),
            (#""rating":+1"#, 400), (#""rating":.5"#, 400), (#""rating":1."#, 400), (#""rating":0x10"#, 400),
        ])
    func numbers(_ value: String, _ status: Int) async throws {
        let library = try await Library()
        let reply = try await library.send(
            "POST", "generalcontent/instance", #"{"module":"books","values":{\#(value)}}"#)
        #expect(reply.status == status, "\(value): \(reply.message)")
        if status == 200, value.hasPrefix(#""year""#) {
            #expect(reply["values.year"]?.description == String(value.dropFirst(7)))
        }
    }

    @Test("A body that nests too deep is rejected at any depth")
    func nesting() async throws {
        let library = try await Library()
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            for depth in [600, 200_000] {
                let deep =
                    String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
                for (path, body) in [
                    ("generalcontent/instance", #"{"module":"books","values":{"extra":\#(deep)}}"#),
                    ("generalcontent/instance/search", #"{"searchValues":\#(deep)}"#),
                    ("segmentation/appuser", #"{"tags":\#(deep)}"#), ("oauth/token", deep),
                ] where body.utf8.count < 200_000 || !path.hasPrefix("s") {
                    let reply = try await library.send("POST", path, body)
                    #expect([400, 413].contains(reply.status), "\(path) \(depth)")
                }
            }
        }
    }
}
#endif
