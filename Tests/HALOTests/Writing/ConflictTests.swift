import Foundation
import Quire
import QuireHALO
import QuireHTTP
import QuireTesting
import SampleModules
import Testing
import TransportDoubles

/// Resolving conflicts: mine, theirs, or merged.
@Suite("Conflicts")
struct ConflictTests {
    private static let theirs =
        #"{"id":"1","name":"Theirs","module":"m1","values":{"title":"Theirs","rank":9},"tags":[],"createdAt":1000,"updatedAt":5000}"#

    private static func conflict(_ id: String = "1") -> String {
        #"{"error":{"status":409,"message":"newer","extra":\#(theirs.replacingOccurrences(of: #""id":"1""#, with: #""id":"\#(id)""#)),"type":"HaloError"}}"#
    }

    private func client(_ steps: [ScriptedTransport.Step]) throws -> (ContentClient, ScriptedTransport) {
        let transport = ScriptedTransport(steps)
        let url = try #require(URL(string: "https://halo-db.com"))
        return (ContentClient(engine: HALOEngine(baseURL: url, transport: transport)), transport)
    }

    private func conflict(
        _ content: ContentClient, _ write: (ContentClient) async throws -> Void
    ) async throws -> WriteConflictError<Novels> {
        try #require(await #expect(throws: WriteConflictError<Novels>.self) { try await write(content) })
    }

    private func body(_ request: HTTPRequest) throws -> JSONValue {
        try JSONValue(parsing: request.body ?? Data())
    }

    private static var mine: Novel {
        var novel = Novel(id: "1", name: "Mine", values: .init(title: "Mine", rank: 1))
        novel.metadata.updatedAt = Date(milliseconds: 4000)
        return novel
    }

    @Test("Keeping mine writes it again on top of theirs")
    func keepMine() async throws {
        let (content, transport) = try client([
            .status(409, [:], Self.conflict()), .status(200, [:], Self.theirs),
        ])
        let conflict = try await conflict(content) { try await $0.save(Self.mine) }
        #expect(conflict.mine?.updatedAt == Date(milliseconds: 4000))
        _ = try await content.resolve(conflict, by: .keepMine)
        let sent = try body(transport.requests[1])
        #expect(sent.member("values")?.member("title") == .string("Mine"))
        #expect(sent.member("updatedAt") == .integer(5000))
        #expect(try body(transport.requests[0]).member("updatedAt") == .integer(4000))
    }

    @Test("Keeping a draft sends only the draft")
    func keepDraft() async throws {
        let (content, transport) = try client([
            .status(409, [:], Self.conflict()), .status(200, [:], Self.theirs),
        ])
        var draft = Novels.Draft()
        draft.title = .set("Draft")
        let conflict = try await conflict(content) { try await $0.update(Self.mine, with: draft) }
        // A draft's other fields are those of the newer item.
        #expect(conflict.mine?.title == "Draft")
        #expect(conflict.mine?.rank == 9)
        _ = try await content.resolve(conflict, by: .keepMine)
        #expect(
            String(decoding: transport.requests[1].body ?? Data(), as: UTF8.self)
                == #"{"id":"1","module":"m1","values":{"title":"Draft"},"updatedAt":5000}"#)
    }

    @Test("Taking theirs sends nothing")
    func takeTheirs() async throws {
        let (content, transport) = try client([.status(409, [:], Self.conflict())])
        let conflict = try await conflict(content) { try await $0.save(Self.mine) }
        #expect(try await content.resolve(conflict, by: .takeTheirs)?.title == "Theirs")
        #expect(transport.requests.count == 1)
    }

    @Test("Merging writes the closure's result on top of the newer item")
    func merge() async throws {
        let (content, transport) = try client([
            .status(409, [:], Self.conflict()), .status(200, [:], Self.theirs),
        ])
        let conflict = try await conflict(content) { try await $0.save(Self.mine) }
        _ = try await content.resolve(
            conflict,
            by: .merge { mine, theirs in
                var merged = theirs
                merged.title = "\(mine.title) and \(theirs.title)"
                return merged
            })
        let sent = try body(transport.requests[1])
        #expect(sent.member("values")?.member("title") == .string("Mine and Theirs"))
        #expect(sent.member("values")?.member("rank") == .integer(9))
        #expect(sent.member("updatedAt") == .integer(5000))
        #expect(sent.member("createdAt") == .integer(1000))
        #expect(sent.member("name") == .string("Theirs"))
    }

    @Test("A conflict can lead to another conflict")
    func again() async throws {
        let (content, _) = try client([
            .status(409, [:], Self.conflict()), .status(409, [:], Self.conflict()),
        ])
        let conflict = try await conflict(content) { try await $0.save(Self.mine) }
        await #expect(throws: WriteConflictError<Novels>.self) {
            try await content.resolve(conflict, by: .keepMine)
        }
    }

    @Test("The conflicts of a batch become the next batch; a delete can be kept, but not merged")
    func nextBatch() async throws {
        let entries = [
            #"{"operation":"update","position":0,"success":false,"data":\#(Self.conflict("u1"))}"#,
            #"{"operation":"update","position":1,"success":true,"data":\#(Self.theirs)}"#,
            #"{"operation":"update","position":2,"success":false,"data":\#(Self.conflict("u3"))}"#,
            #"{"operation":"delete","position":0,"success":false,"data":\#(Self.conflict("d"))}"#,
        ]
        let (content, _) = try client([
            .status(200, [:], #"{"operations":[\#(entries.joined(separator: ","))]}"#)
        ])
        let result = try await content.batch { batch in
            for id in ["u1", "u2", "u3"] { batch.update(Novel(id: .init(id), values: .init(title: id))) }
            batch.delete(ContentID<Novels>("d"))
        }
        #expect(result.conflicts(Novels.self).count == 3)
        let next = try result.resolving(Novels.self, by: .keepMine)
        #expect(next.operations.map(\.kind) == [.update, .update, .delete])
        #expect(next.operations.map(\.id) == ["u1", "u3", "d"])
        #expect(next.operations.map { $0.seenUpdatedAt?.milliseconds } == [5000, 5000, nil])
        #expect(try result.resolving(Novels.self, by: .takeTheirs).isEmpty)
        #expect(throws: UnmergeableConflictError.self) {
            try result.resolving(Novels.self, by: .merge { mine, _ in mine })
        }
    }
}
