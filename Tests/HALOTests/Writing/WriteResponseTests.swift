import Foundation
import Quire
import QuireCore
import QuireHALO
import QuireHTTP
import SampleModules
import Testing
import TransportDoubles

/// Responses to a single write.
@Suite("HALO: write responses")
struct WriteResponseTests {
    private func client(
        _ steps: [ScriptedTransport.Step], retries: RetryPolicy = .init(baseDelay: .zero)
    ) throws -> (ContentClient, ScriptedTransport) {
        let transport = ScriptedTransport(steps)
        let url = try #require(URL(string: "https://halo-db.com/base"))
        let engine = HALOEngine(baseURL: url, settings: .init(retries: retries), transport: transport)
        return (ContentClient(engine: engine), transport)
    }

    private static let instance =
        #"{"id":"57ea","name":"Emma","module":"m1","customerId":1,"revision":0,"externalId":null,"values":{"title":"Emma","rank":3},"tags":[],"createdAt":1474980516487,"updatedAt":1474980517000,"publishedAt":null,"createdBy":"Jane"}"#

    private static func error(_ message: String, extra: String) -> String {
        #"{"error":{"message":"\#(message)","extra":\#(extra),"type":"HaloError"}}"#
    }

    @Test("A created item is returned as stored")
    func create() async throws {
        let (content, transport) = try client([.status(200, [:], Self.instance)])
        var draft = Novels.Draft()
        draft.title = .set("Emma")
        let before = Date().milliseconds
        let novel = try await content.create(draft)
        let after = Date().milliseconds
        #expect(novel.id == "57ea")
        #expect(novel.title == "Emma")
        #expect(novel.createdAt == Date(milliseconds: 1_474_980_516_487))
        let sent = try #require(transport.requests.first)
        #expect(sent.method == .post)
        #expect(sent.url.absoluteString == "https://halo-db.com/base/api/generalcontent/instance")
        #expect(sent.headers["Content-Type"] == "application/json")
        #expect(sent.headers["to-cache"] == nil)
        let body = try JSONValue(parsing: sent.body ?? Data())
        let createdAt = try #require(body.member("createdAt")?.wholeNumber)
        #expect((before...after).contains(createdAt))
    }

    @Test("Ids are escaped in the path, and stay one segment")
    func escapedPath() async throws {
        let (content, transport) = try client([
            .status(200, [:], Self.instance), .status(200, [:], Self.instance),
        ])
        try await content.update("a/../b ?é", with: Novels.Draft())
        try await content.delete(ContentID<Novels>("a/../b ?é"))
        let paths = transport.requests.map { $0.url.absoluteString }
        let expected = "https://halo-db.com/base/api/generalcontent/instance/a%2F..%2Fb%20%3F%C3%A9"
        #expect(paths == [expected, expected])
        #expect(transport.requests.map(\.method) == [.put, .delete])
        #expect(transport.requests[1].body == nil)
    }

    @Test("Saving uses PUT, and deleting uses DELETE")
    func saveAndDelete() async throws {
        let (content, transport) = try client([
            .status(200, [:], Self.instance), .status(200, [:], Self.instance), .status(204),
        ])
        let novel = try await content.save(Novel(id: "57ea", values: .init(title: "x")))
        #expect(novel.rank == 3)
        try await content.delete(novel)
        try await content.delete(novel.id)
        #expect(transport.requests.map(\.method) == [.put, .delete, .delete])
    }

    @Test("An item whose response lacks a required field is returned by id, or as unreadable")
    func incomplete() async throws {
        let bare = #"{"id":"d1","module":"m1","values":{},"tags":[]}"#
        let (content, _) = try client([.status(200, [:], bare), .status(200, [:], bare)])
        #expect(try await content.create(incomplete: Novels.Draft()) == "d1")
        var draft = Novels.Draft()
        draft.title = .set("Emma")
        let error = await #expect(throws: UnreadableItemError.self) { try await content.create(draft) }
        #expect(error?.reason.id == "d1")
        #expect(error?.reason.path == "values.title")
        #expect(error?.instance == Data(bare.utf8))
    }

    @Test("A conflict contains the attempted write and the server's newer item")
    func conflict() async throws {
        let text = Self.error(
            "The specified instance was updated after your data retrieval.", extra: Self.instance)
        let (content, _) = try client([.status(409, [:], text)])
        var mine = Novel(id: "57ea", values: .init(title: "Mine"))
        mine.metadata.updatedAt = Date(milliseconds: 5)
        let conflict = try #require(
            await #expect(throws: WriteConflictError<Novels>.self) { try await content.save(mine) })
        #expect(conflict.theirs.title == "Emma")
        #expect(conflict.theirs.updatedAt == Date(milliseconds: 1_474_980_517_000))
        #expect(conflict.mine?.title == "Mine")
        #expect(conflict.mine?.rank == nil)
        #expect(conflict.operation.seenUpdatedAt == Date(milliseconds: 5))
        #expect(conflict.failure.status == 409)
        #expect(conflict.failure.type == "HaloError")
        #expect(conflict.description.contains("updated after your data retrieval"))
    }

    @Test("Creating an existing item is not an update conflict")
    func exists() async throws {
        let text = Self.error("There is one", extra: Self.instance)
        let (content, _) = try client([.status(409, [:], text)])
        let failure = await #expect(throws: WriteError.self) {
            try await content.create(Novel(id: "57ea", values: .init(title: "Mine")))
        }
        #expect(failure?.reason == .exists)
    }

    @Test("A conflict without the newer item is a failure with that explanation")
    func bareConflict() async throws {
        let (content, _) = try client([.status(409, [:], Self.error("Conflict", extra: "{}"))])
        let failure = await #expect(throws: WriteError.self) {
            try await content.save(Novel(id: "57ea", values: .init(title: "Mine")))
        }
        #expect(failure?.reason == .conflict)
        #expect(failure?.newer == nil)
    }

    @Test("Validation errors name their fields, in each of the server's forms")
    func validation() async throws {
        let forms: [(String, [WriteError.Field])] = [
            (
                #"{"field":"amount","error":"validator.8","message":"Please check the text field"}"#,
                [.init(name: "amount", code: "validator.8", message: "Please check the text field")]
            ),
            (#"{"blah":"undefined_attribute"}"#, [.init(name: "blah", code: "undefined_attribute")]),
            (
                #"[{"field":"a","error":"validator.1"},{"field":"b"}]"#,
                [.init(name: "a", code: "validator.1"), .init(name: "b")]
            ),
            ("{}", []), ("null", []), ("7", []), (#"{"field":7}"#, [.init(name: "field")]),
        ]
        for (extra, fields) in forms {
            let (content, _) = try client([.status(400, [:], Self.error("validation problems", extra: extra))]
            )
            let failure = await #expect(throws: WriteError.self) {
                try await content.create(incomplete: Novels.Draft())
            }
            #expect(failure?.reason == .invalid)
            #expect(failure?.fields == fields, "\(extra)")
            #expect(failure?.message == "validation problems")
        }
    }

    @Test(
        "Rejections are failures of the operation, by their status",
        arguments: [(403, WriteError.Reason.notAllowed), (404, .notFound)])
    func refusals(_ status: Int, _ reason: WriteError.Reason) async throws {
        let (content, _) = try client([.status(status, [:], Self.error("No", extra: "{}"))])
        let failure = await #expect(throws: WriteError.self) {
            try await content.delete(ContentID<Novels>("1"))
        }
        #expect(failure?.reason == reason)
        #expect(failure?.status == status)
        #expect(failure?.description.hasPrefix("Could not delete novels 1: No (\(status)).") == true)
    }

    @Test("Other errors are the server's own, complete")
    func otherErrors() async throws {
        let (content, transport) = try client([.status(500, [:], "oops")])
        let error = await #expect(throws: HALOError.self) {
            try await content.create(incomplete: Novels.Draft())
        }
        #expect(error?.status == 500)
        #expect(transport.requests.count == 1)
    }

    @Test("Creates and batches are never sent twice; saves and deletes are")
    func retries() async throws {
        let novel = Novel(id: "1", values: .init(title: "x"))
        for step in [ScriptedTransport.Step.status(503), .failure(.connectionLost)] {
            let (content, transport) = try client([step, .status(200, [:], Self.instance)])
            await #expect(throws: (any Error).self) { try await content.create(incomplete: Novels.Draft()) }
            await #expect(throws: Never.self) { try await content.create(incomplete: Novels.Draft()) }
            #expect(transport.requests.count == 2)

            let (batches, batchTransport) = try client([step, .status(200, [:], Self.instance)])
            await #expect(throws: (any Error).self) { try await batches.createOrUpdate(novel) }
            #expect(batchTransport.requests.count == 1)

            let (saving, saved) = try client([step, .status(200, [:], Self.instance)])
            try await saving.save(novel)
            #expect(saved.requests.count == 2)

            let (deleting, deleted) = try client([step, .status(200, [:], Self.instance)])
            try await deleting.delete(novel)
            #expect(deleted.requests.count == 2)
        }
    }

    @Test("An error in a 200 response is an error")
    func errorWithSuccess() async throws {
        let (content, _) = try client([.status(200, [:], Self.error("No", extra: "{}"))])
        let failure = await #expect(throws: WriteError.self) {
            try await content.delete(ContentID<Novels>("1"))
        }
        #expect(failure?.message == "No")
    }

    @Test("A printed error contains no content")
    func privacy() async throws {
        let text = Self.error("Conflict", extra: Self.instance)
        let (content, _) = try client([.status(409, [:], text)])
        let conflict = try #require(
            await #expect(throws: WriteConflictError<Novels>.self) {
                try await content.save(Novel(id: "57ea", values: .init(title: "S3cret")))
            })
        var dump = ""
        Swift.dump(conflict, to: &dump)
        for printed in ["\(conflict)", String(reflecting: conflict), dump, "\(conflict.failure)"] {
            #expect(!printed.contains("S3cret"))
            #expect(!printed.contains("Jane"))
        }
    }
}
