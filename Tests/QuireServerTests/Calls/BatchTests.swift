#if SQLite
import Foundation
import Quire
import Testing

import QuireServer

/// Batches.
@Suite struct BatchTests {
    @Test(
        "All five groups run in HALO's order, each operation independently",
        arguments: ["truncated", "truncate"])
    func groups(_ truncating: String) async throws {
        let library = try await Library()
        try await library.load(
            "authors", #"{"id":"a1","values":{"name":"A"}}"#, #"{"id":"a2","values":{"name":"B"}}"#,
            #"{"id":"a3","values":{"name":"C"},"deletedAt":5}"#)
        try await library.load(
            "books", #"{"id":"b1","values":{"title":"Old"},"createdAt":1,"updatedAt":5000}"#,
            #"{"id":"b2","values":{"title":"Two"},"createdAt":1}"#)
        let reply = try await library.send(
            "POST", "generalcontent/instance/batch",
            #"{"deleted":[{"id":"b2"},{"id":"none"}],"createdOrUpdated":[{"module":"books","id":"b1","values":{"year":7}},{"module":"books","id":"b9","values":{"year":9}}],"updated":[{"module":"books","id":"b1","values":{"title":"New"}},{"module":"books","id":"b1","updatedAt":4000,"values":{}},{"module":"books","values":{}}],"created":[{"module":"books","id":"b3","values":{"title":"Three"}},{"module":"books","values":{"title":5}},{"module":"nowhere"},7],"\#(truncating)":[{"module":"authors"}]}"#
        )
        #expect(reply.status == 200)
        guard case .array(let operations)? = reply["operations"] else { return #expect(Bool(false)) }
        let summary = operations.map { operation in
            "\(operation["operation"] ?? .null) \(operation["position"] ?? .null) \(operation["success"] ?? .null) "
                + "\(operation["data"]?["error"]?["status"] ?? .null)"
        }
        #expect(
            summary == [
                #""truncate" 0 true null"#, #""create" 0 true null"#, #""create" 1 false 400"#,
                #""create" 2 false 403"#, #""create" 3 false 400"#, #""update" 0 true null"#,
                #""update" 1 false 409"#, #""update" 2 false 400"#, #""createOrUpdate" 0 true null"#,
                #""createOrUpdate" 1 true null"#, #""delete" 0 true null"#, #""delete" 1 false 404"#,
            ])
        #expect(reply["operations.0.module"] == .string(Library.derivedID("authors")))
        #expect("\(reply["operations.0.data"] ?? .null)" == #"{"deletedInstances":2}"#)
        #expect(reply["operations.2.data.error.extra.field"] == .string("title"))
        #expect(reply["operations.6.data.error.extra.values.title"] == .string("New"))
        #expect("\(reply["operations.8.data.values"] ?? .null)" == #"{"title":"New","year":7}"#)
        #expect(
            "\(reply["results"] ?? .null)"
                == #"{"total":{"total":12,"success":6,"failure":6},"truncate":{"success":1,"failure":0},"create":{"success":1,"failure":3},"update":{"success":1,"failure":2},"createOrUpdate":{"success":2,"failure":0},"delete":{"success":1,"failure":1}}"#
        )
        let alive = leaf("=", "deletedAt", "null", "null")
        #expect(try await Set(library.books(#""metaSearch":\#(alive)"#)) == ["b1", "b3", "b9"])
    }

    @Test("An empty batch does nothing")
    func empty() async throws {
        let library = try await Library()
        let reply = try await library.send("POST", "generalcontent/instance/batch", "{}")
        #expect(reply["operations"] == .array([]))
        #expect(reply["results.total.total"] == .integer(0))
        #expect(
            try await library.send("POST", "generalcontent/instance/batch", #"{"created":{}}"#).status == 400)
    }
}
#endif
