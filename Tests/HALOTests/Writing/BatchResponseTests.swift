import Foundation
import Quire
import QuireHALO
import SampleModules
import Testing
import TransportDoubles

/// Responses to batches: §1.12 of HALO's protocol.
@Suite("HALO: batch responses")
struct BatchResponseTests {
    private func engine(_ steps: [ScriptedTransport.Step]) throws -> (HALOEngine, ScriptedTransport) {
        let transport = ScriptedTransport(steps)
        let url = try #require(URL(string: "https://halo-db.com"))
        return (HALOEngine(baseURL: url, transport: transport), transport)
    }

    private static func instance(_ id: String, _ title: String) -> String {
        #"{"id":"\#(id)","module":"m1","values":{"title":"\#(title)"},"tags":[],"createdAt":1000,"updatedAt":2000}"#
    }

    private static func failure(_ status: Int, _ message: String, _ extra: String) -> String {
        #"{"error":{"status":\#(status),"message":"\#(message)","extra":\#(extra),"type":"HaloError"}}"#
    }

    private static func entry(
        _ operation: String, _ position: Int, _ success: Bool, _ data: String
    ) -> String {
        #"{"operation":"\#(operation)","position":\#(position),"success":\#(success),"data":\#(data)}"#
    }

    private static func response(_ entries: [String], results: String? = nil) -> ScriptedTransport.Step {
        let counts = results.map { #","results":\#($0)"# } ?? ""
        return .status(200, [:], #"{"operations":[\#(entries.joined(separator: ","))]\#(counts)}"#)
    }

    @Test("Every operation finds its own response by kind and position, in any order")
    func matching() async throws {
        let (engine, transport) = try engine([
            Self.response([
                Self.entry("delete", 0, true, Self.instance("d", "Gone")),
                Self.entry("update", 1, true, Self.instance("u2", "Second")),
                Self.entry("create", 0, true, Self.instance("c1", "New")),
                #"{"operation":"truncate","position":0,"success":true,"module":"m1","data":{"deletedInstances":3}}"#,
                Self.entry("update", 0, true, Self.instance("u1", "First")),
                Self.entry("createOrUpdate", 0, true, Self.instance("cu", "Either")),
            ])
        ])
        var batch = WriteBatch()
        let second = batch.update(Novel(id: "u1", values: .init(title: "First")))
        let deleted = batch.delete(ContentID<Novels>("d"))
        let third = batch.update(Novel(id: "u2", values: .init(title: "Second")))
        let either = batch.createOrUpdate(Novel(id: "cu", values: .init(title: "Either")))
        let created = batch.create(incomplete: Novels.Draft())
        let truncated = batch.delete(all: Novels.self)
        let result = try await ContentClient(engine: engine).write(batch)
        #expect(try result.item(second).title == "First")
        #expect(try result.item(third).title == "Second")
        #expect(try result.item(either).id == "cu")
        #expect(try result.item(created).id == "c1")
        guard case .deleted = result.outcome(of: deleted), case .truncated(3) = result.outcome(of: truncated)
        else {
            Issue.record("\(result.results)")
            return
        }
        #expect(result.succeeded == 6)
        #expect(result.failures.isEmpty)
        #expect(result.items(Novels.self).map(\.title) == ["First", "Second", "Either", "New"])
        #expect(result.items(Books.self).isEmpty)
        #expect(throws: WriteError.self) { try result.item(deleted) }
        #expect(
            transport.requests.map(\.url.absoluteString) == [
                "https://halo-db.com/api/generalcontent/instance/batch"
            ])
        #expect(transport.requests[0].method == .post)
    }

    @Test(
        "A truncated module reports how many items were deleted, in the form of newer and older servers",
        arguments: [
            (#"{"deletedInstances":3}"#, 3), (#"[{"id":"a"},{"id":"b"}]"#, 2), ("[]", 0), ("null", nil),
            ("{}", nil),
            (#"{"deletedInstances":"3"}"#, 3), (#"{"deletedInstances":1e300}"#, nil),
        ] as [(String, Int?)])
    func truncated(_ data: String, _ count: Int?) async throws {
        let (engine, _) = try engine([Self.response([Self.entry("truncate", 0, true, data)])])
        #expect(try await ContentClient(engine: engine).delete(all: Novels.self) == count)
    }

    @Test("Failures have status, message, type and extra, and do not affect other operations")
    func failures() async throws {
        let extra =
            #"{"field":"amount","error":"validator.8","message":"Please check the text field, it should be a string"}"#
        let (engine, _) = try engine([
            Self.response([
                Self.entry("create", 0, false, Self.failure(400, "Error creating instance values", extra)),
                Self.entry("create", 1, true, Self.instance("c2", "Good")),
                Self.entry("update", 0, false, Self.failure(403, "You can not update", "{}")),
                Self.entry("delete", 0, false, Self.failure(404, "Instance not found", "{}")),
                Self.entry(
                    "createOrUpdate", 0, false, Self.failure(409, "Conflict", Self.instance("x", "Theirs"))),
                Self.entry("delete", 1, false, #"{"error":{}}"#),
            ])
        ])
        var batch = WriteBatch()
        let first = batch.create(incomplete: Novels.Draft())
        let good = batch.create(incomplete: Novels.Draft())
        batch.update("u", with: Novels.Draft())
        batch.delete(ContentID<Novels>("d"))
        let conflicting = batch.createOrUpdate(Novel(id: "x", values: .init(title: "Mine", rank: 1)))
        batch.delete(ContentID<Novels>("d2"))
        let result = try await ContentClient(engine: engine).write(batch)
        #expect(result.succeeded == 1)
        #expect(try result.item(good).title == "Good")
        #expect(
            result.failures.map(\.reason) == [.invalid, .notAllowed, .notFound, .conflict, .other])
        #expect(result.failures.map(\.status) == [400, 403, 404, 409, nil])
        #expect(result.failures.map(\.id) == [nil, "u", "d", "x", "d2"])
        #expect(
            result.failures[0].fields == [
                .init(
                    name: "amount", code: "validator.8",
                    message: "Please check the text field, it should be a string")
            ])
        #expect(result.failures[0].type == "HaloError")
        #expect(throws: WriteError.self) { try result.item(first) }
        #expect(throws: WriteConflictError<Novels>.self) { try result.item(conflicting) }
        let conflicts = result.conflicts(Novels.self)
        #expect(conflicts.map(\.theirs.title) == ["Theirs"])
        #expect(conflicts.map { $0.mine?.title } == ["Mine"])
        #expect(result.conflicts(Books.self).isEmpty)
    }

    @Test(
        "Unknown operations, wrong positions, duplicates and missing parts are errors of the operation, never a crash",
        arguments: [
            "", "null", "[]", "{}", #"{"operations":null}"#, #"{"operations":{}}"#, #"{"operations":[]}"#,
            #"{"operations":[7,null,"x",[]]}"#,
            #"{"operations":[{"operation":"explode","position":0,"success":true,"data":{"id":"1"}}]}"#,
            #"{"operations":[{"operation":"create","success":true,"data":{"id":"1"}}]}"#,
            #"{"operations":[{"position":0,"success":true,"data":{"id":"1"}}]}"#,
            #"{"operations":[{"operation":"create","position":1,"success":true,"data":{"id":"1"}}]}"#,
            #"{"operations":[{"operation":"create","position":-1,"success":true,"data":{"id":"1"}}]}"#,
            #"{"operations":[{"operation":"create","position":9223372036854775807,"success":true}]}"#,
            #"{"operations":[{"operation":"create","position":0,"success":true}]}"#,
            #"{"operations":[{"operation":"create","position":0,"success":true,"data":null}]}"#,
            #"{"operations":[{"operation":"create","position":0,"success":true,"data":[]}]}"#,
            #"{"operations":[{"operation":"create","position":0,"data":{"id":"1"}}]}"#,
            #"{"operations":[{"operation":"create","position":0,"success":false}]}"#,
            #"{"operations":[{"operation":"create","position":0,"success":false,"data":{"error":"text"}}]}"#,
            #"{"operations":[{"operation":"create","position":0,"success":false,"data":{"error":{"status":"409","message":7,"extra":[]}}}]}"#,
            #"{"operations":[{"operation":"create","position":0,"success":true,"data":{"error":{"status":400}}}]}"#,
        ])
    func odd(_ response: String) async throws {
        let (engine, _) = try engine([.status(200, [:], response)])
        var batch = WriteBatch()
        batch.create(incomplete: Novels.Draft())
        let result = try await engine.send(batch)
        #expect(result.results.count == 1)
        #expect(result.results.allSatisfy { !$0.isSuccess })
    }

    @Test("An operation without a response is unanswered, and unrequested responses are available")
    func unmatched() async throws {
        let (engine, _) = try engine([
            Self.response([
                Self.entry("create", 0, true, Self.instance("c", "New")),
                Self.entry("create", 0, true, Self.instance("again", "New")),
                Self.entry("explode", 0, true, "{}"),
            ])
        ])
        var batch = WriteBatch()
        batch.create(incomplete: Novels.Draft())
        batch.delete(ContentID<Novels>("d"))
        let response = try await engine.send(batch)
        #expect(response.results[0].isSuccess)
        guard case .failed(let failure) = response.results[1] else {
            Issue.record("\(response.results)")
            return
        }
        #expect(failure.reason == .noResponse)
        #expect(
            failure.message
                == "the server's response does not have it; 2 entries of its response fit no operation")
        #expect(response.unmatched.map { $0.member("operation") } == [.string("create"), .string("explode")])
    }

    @Test("The server's own counts can be read")
    func counts() async throws {
        let (engine, _) = try engine([
            Self.response(
                [],
                results:
                    #"{"total":{"total":7,"success":3,"failure":4},"truncate":{"success":2,"failure":0},"create":{"success":1},"odd":7}"#
            )
        ])
        var batch = WriteBatch()
        batch.delete(ContentID<Novels>("d"))
        let response = try await engine.send(batch)
        #expect(Set(response.counts.keys) == ["total", "truncate"])
        let total = try #require(response.counts["total"])
        #expect(total.success == 3 && total.failure == 4 && total.total == 7)
        let truncate = try #require(response.counts["truncate"])
        #expect(truncate.success == 2 && truncate.failure == 0 && truncate.total == nil)
    }

    @Test("A batch that is rejected as a whole throws the server's error")
    func refusedWhole() async throws {
        let error = Self.failure(403, "No permission", "{}")
        for step in [ScriptedTransport.Step.status(403, [:], error), .status(200, [:], error)] {
            let (engine, _) = try engine([step])
            var batch = WriteBatch()
            batch.delete(all: Novels.self)
            let thrown = await #expect(throws: HALOError.self) { try await engine.write(batch) }
            #expect(thrown?.message == "No permission")
        }
    }
}
