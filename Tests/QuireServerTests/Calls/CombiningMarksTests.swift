#if SQLite
import Foundation
import Quire
import Testing

import QuireServer

/// Swift needs quadratic time to compare texts with long runs of combining marks: some minutes for a body of these.
@Suite("A text with too many combining marks in a row is rejected before anything compares it")
struct CombiningMarksTests {
    /// Marks that are not in canonical order.
    private func letter(marks: Int) -> String { "a" + String(repeating: "\u{301}\u{323}", count: marks / 2) }

    private func isRejected(_ reply: Library.Reply) -> Bool {
        reply.status == 400 && reply.message.contains("128 combining marks in a row")
    }

    @Test(
        "Keys and texts of a body are checked, including nested and escaped ones",
        arguments: [
            ("generalcontent/instance/search", #"{"_":1}"#),
            ("generalcontent/instance/search", #"{"moduleName":"_"}"#),
            ("generalcontent/instance/search", #"{"moduleName":"books","fields":["title","_"]}"#),
            ("generalcontent/instance/search", #"{"moduleName":"books","sort":"_"}"#),
            ("generalcontent/instance/search", #"{"moduleName":"books","locale":"_"}"#),
            ("generalcontent/instance/search", #"{"moduleName":"books","segmentTags":[{"name":"_"}]}"#),
            (
                "generalcontent/instance/search",
                #"{"moduleName":"books","searchValues":{"property":"_","operation":"=","value":1,"type":"string"}}"#
            ),
            ("generalcontent/instance", #"{"module":"books","values":{"_":1}}"#),
            ("generalcontent/instance", #"{"module":"books","id":"_","values":{}}"#),
            ("generalcontent/instance/batch", #"{"created":[{"module":"books","values":{"title":"_"}}]}"#),
            ("oauth/token", #"{"grant_type":"_"}"#),
            ("segmentation/appuser", #"{"alias":"_"}"#),
        ])
    func bodies(_ path: String, _ body: String) async throws {
        let library = try await Library()
        for marks in [130, 10_000] {
            let sent = body.replacing("_", with: letter(marks: marks))
            #expect(isRejected(try await library.send("POST", path, sent)))
        }
        let escaped = body.replacing("_", with: "a" + String(repeating: #"\u0301\u0323"#, count: 100))
        #expect(isRejected(try await library.send("POST", path, escaped)))
    }

    @Test("Paths, queries and forms are checked")
    func addresses() async throws {
        let library = try await Library()
        let letter = "a" + String(repeating: "%CC%81%CC%A3", count: 100)
        #expect(isRejected(try await library.send("GET", "generalcontent/module/\(letter)")))
        #expect(isRejected(try await library.send("DELETE", "generalcontent/instance/x?module=\(letter)")))
        let form = [("Content-Type", "application/x-www-form-urlencoded")]
        #expect(isRejected(try await library.send("POST", "oauth/token", "\(letter)=1", headers: form)))
    }

    @Test("Header fields are checked before the body is read")
    func headers() {
        #expect(throws: (any Error).self) {
            try RequestParserTests.parse(
                "GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(letter(marks: 5_000))\r\n\r\n")
        }
    }

    @Test("Runs of marks up to the limit, in any number, are stored unchanged")
    func accepted() async throws {
        let library = try await Library()
        let note = String(repeating: letter(marks: 128), count: 40)
        let created = try await library.send(
            "POST", "generalcontent/instance", #"{"module":"books","name":"\#(note)","values":{}}"#)
        #expect(created.status == 200)
        #expect(created["name"] == .string(note))
    }
}
#endif
