#if SQLite
import Foundation
import Quire
import QuireStore
import Testing

import QuireServer

/// Changes since a timestamp.
@Suite struct SyncTests {
    private func sync(_ library: Library, _ keys: String) async throws -> Library.Reply {
        try await library.send("POST", "generalcontent/instance/sync", #"{"moduleName":"books"\#(keys)}"#)
    }

    private func mark(_ reply: Library.Reply) throws -> Int64 {
        guard case .integer(let mark)? = reply["syncTimestamp"] else { throw CancellationError() }
        return mark
    }

    @Test(
        "The first sync has all items that are not deleted; the next has the changes since, with deletions as ids"
    )
    func changes() async throws {
        let library = try await Library.filled()
        let first = try await sync(library, #","locale":"fr""#)
        #expect(Set(first.ids("created")) == ["police", "things", "life", "untitled"])
        #expect(first["updated"] == .array([]))
        #expect(first["deleted"] == .array([]))
        #expect(first["created.0.values.blurb"] == .string("Une île"))
        let since = try mark(first)
        let nothing = try await sync(library, #","fromSync":\#(since)"#)
        #expect(nothing["created"] == .array([]) && nothing["updated"] == .array([]))
        _ = try await library.send(
            "POST", "generalcontent/instance", #"{"module":"books","id":"new","values":{}}"#)
        _ = try await library.send(
            "POST", "generalcontent/instance", #"{"module":"books","id":"old","createdAt":5,"values":{}}"#)
        _ = try await library.send("PUT", "generalcontent/instance/life", #"{"values":{"year":1979}}"#)
        _ = try await library.send("DELETE", "generalcontent/instance/things")
        _ = try await library.send(
            "POST", "generalcontent/instance", #"{"module":"authors","id":"x","values":{}}"#)
        let next = try await sync(library, #","fromSync":\#(try mark(nothing))"#)
        #expect(next.ids("created") == ["new"])
        #expect(Set(next.ids("updated")) == ["life", "old"])
        #expect("\(next["deleted"] ?? .null)" == #"[{"id":"things"}]"#)
        #expect(try mark(next) > since)
    }

    @Test("A sync up to a timestamp leaves later changes to the next")
    func bounded() async throws {
        let library = try await Library.filled()
        let reply = try await sync(library, #","fromSync":2000,"toSync":6000"#)
        #expect(reply.ids("created") == ["untitled"])
        #expect("\(reply["deleted"] ?? .null)" == #"[{"id":"gone"}]"#)
        #expect(try mark(reply) == 6_000)
        let rest = try await sync(library, #","fromSync":6000"#)
        #expect(rest.ids("created") == [])
        #expect(rest.ids("updated") == ["life"])
    }

    @Test("A module is named by id or by name, and must exist")
    func modules() async throws {
        let library = try await Library.filled()
        let byID = try await library.send(
            "POST", "generalcontent/instance/sync",
            #"{"moduleId":"5f0000000000000000000001","locale":"en-US"}"#)
        #expect(byID.ids("created").count == 4)
        for body in [
            "{}", #"{"moduleName":"x"}"#, #"{"moduleId":"x"}"#, #"{"moduleName":"books","fromSync":"a"}"#,
        ] {
            #expect(
                try await library.send("POST", "generalcontent/instance/sync", body).status == 400, "\(body)")
        }
    }

    @Test("During concurrent writes, no change is lost between two syncs", .timeLimit(.minutes(30)))
    func noneLost() async throws {
        let library = try await Library()
        let (written, seen) = try await withThrowingTaskGroup(
            of: [String].self, returning: ([String], [String]).self
        ) { group in
            for writer in 0..<4 {
                group.addTask {
                    var ids: [String] = []
                    for number in 0..<60 {
                        let id = "\(writer)-\(number)"
                        let reply = try await library.send(
                            "POST", "generalcontent/instance",
                            #"{"module":"books","id":"\#(id)","values":{}}"#)
                        #expect(reply.status == 200)
                        ids.append(id)
                    }
                    return ids
                }
            }
            var seen: [String] = []
            var since: Int64 = 0
            // A client that syncs repeatedly during the writes.
            for _ in 0..<40 {
                let reply = try await sync(library, #","fromSync":\#(since)"#)
                seen += reply.ids("created") + reply.ids("updated")
                #expect(try mark(reply) > since)
                since = try mark(reply)
            }
            var written: [String] = []
            for try await ids in group { written += ids }
            let last = try await sync(library, #","fromSync":\#(since)"#)
            seen += last.ids("created") + last.ids("updated")
            #expect(seen.count == Set(seen).count, "a change came twice")
            return (written, seen)
        }
        #expect(Set(written) == Set(seen))
        #expect(written.count == 240)
    }

    @Test(
        "The clock continues where the store's last server stopped, even if the machine's clock was set back")
    func clock() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("clock.sqlite").path
        let future: Int64 = 9_000_000_000_000
        let first = try await Library(.file(path))
        try await first.store.transaction("set the clock") {
            try $0.setNote(String(future), for: "serve/clock")
        }
        await first.store.close()
        let second = try await Library(.file(path))
        #expect(try mark(try await sync(second, "")) == future + 1)
        await second.store.close()
        let third = try await Library(.file(path))
        #expect(try mark(try await sync(third, "")) == future + 2)
        await third.store.close()
    }
}
#endif
