#if SQLite
import Foundation
import Quire
import Testing

import QuireServer

/// The development server rejects the same ids as clients.
@Suite struct ItemIDTests {
    private static let books = "5f0000000000000000000001"

    @Test(
        "An instance cannot be created, changed or deleted with an id that a path cannot contain",
        arguments: [
            ".", "..", "*", "search", "sync", "batch", "a\u{1}", "a\u{0}b",
            String(repeating: "x", count: 513),
        ])
    func refused(_ id: String) async throws {
        let library = try await Library()
        let json = JSONValue.string(id).description
        let body = #"{"id":\#(json),"module":"\#(Self.books)","values":{"title":"x"}}"#
        let created = try await library.send("POST", "generalcontent/instance", body)
        #expect(created.status == 400)
        #expect(created["error.extra.field"] == .string("id"))
        let batch = try await library.send(
            "POST", "generalcontent/instance/batch", #"{"created":[\#(body)],"createdOrUpdated":[\#(body)]}"#)
        #expect(batch["results.total.failure"] == .integer(2))
        let path = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        for method in ["PUT", "DELETE"] {
            let response = try await library.send(
                method, "generalcontent/instance/\(path)", method == "PUT" ? body : "")
            #expect(response.status == 400, "\(method) \(path)")
        }
        #expect(try await library.store.count(of: "books") == 0)
    }

    @Test("The calls with those names still work")
    func calls() async throws {
        let library = try await Library()
        #expect(try await library.send("POST", "generalcontent/instance/search", "{}").status == 200)
        #expect(
            try await library.send("POST", "generalcontent/instance/sync", #"{"moduleName":"books"}"#).status
                == 200)
    }

    @Test("A filter may have as many levels as a client sends, and no more")
    func depth() async throws {
        let library = try await Library()
        func search(_ levels: Int) async throws -> Int {
            let test = Filter.leaf(.init(.equal, "title", value: .string("x"), type: .string))
            let filter = (1..<levels).reduce(test) { filter, _ in .and([filter]) }
            let text = String(decoding: filter.json, as: UTF8.self)
            return try await library.send(
                "POST", "generalcontent/instance/search", #"{"moduleName":"books","searchValues":\#(text)}"#
            ).status
        }
        #expect(try await search(Filter.maximumDepth) == 200)
        #expect(try await search(Filter.maximumDepth + 1) == 400)
    }
}
#endif
