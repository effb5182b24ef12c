import Foundation
import QuireCore
import QuireStore
import Testing

@testable import QuireExplorer

/// Creating, changing, deleting and undoing.
@Suite struct EditingTests {
    private static let title = #"{"title":{"set":"New"}}"#

    @Test("Without --write, every write is refused and nothing changes")
    func readOnly() async throws {
        try await RunningExplorer.with { running in
            for action in ["create", "update", "delete"] {
                let response = try await running.call(
                    "write",
                    #"{"action":"\#(action)","module":"books","id":"beowulf","changes":\#(Self.title)}"#)
                #expect(response.status == 403)
                #expect(response.json.at("error.code") == "readOnly")
            }
            let item = try await running.call("item", #"{"module":"books","id":"beowulf"}"#).json
            #expect(item.at("row.values.title") == "Beowulf")
        }
    }

    @Test("An item is created, changed, deleted, and each write is undone")
    func writing() async throws {
        try await RunningExplorer.with(mayWrite: true) { running in
            func write(_ body: String) async throws -> JSONValue {
                let response = try await running.call("write", body)
                #expect(response.status == 200, "\(response.json)")
                return response.json
            }
            func title() async throws -> JSONValue {
                try await running.call("item", #"{"module":"books","id":"n1"}"#).json.at("row.values.title")
            }
            let created = try await write(
                #"{"action":"create","module":"books","id":"n1","changes":\#(Self.title)}"#)
            #expect(created.at("row.id") == "n1")
            let updated = try await write(
                #"{"action":"update","module":"books","id":"n1","changes":{"title":{"set":"Newer"},"year":{"set":2001}}}"#
            )
            #expect(try await title() == "Newer")
            let undone = try await running.call("undo", #"{"undo":\#(updated.at("undo"))}"#)
            #expect(undone.status == 200, "\(undone.json)")
            #expect(try await title() == "New")
            #expect(undone.json.at("row.values.year") == .null)
            #expect(try await running.call("undo", #"{"undo":\#(updated.at("undo"))}"#).status == 410)
            let deleted = try await write(#"{"action":"delete","module":"books","id":"n1"}"#)
            #expect(try await running.call("item", #"{"module":"books","id":"n1"}"#).status == 404)
            #expect(try await running.call("undo", #"{"undo":\#(deleted.at("undo"))}"#).status == 200)
            #expect(try await title() == "New")
        }
    }

    @Test("Values that the schema refuses are reported at their fields, before and at the write")
    func problems() async throws {
        try await RunningExplorer.with(mayWrite: true) { running in
            let body = #"{"action":"create","module":"books","id":"n2","changes":{"year":{"set":"soon"}}}"#
            let check = try await running.call("check", body).json
            #expect(
                Set(check.at("problems").elements.compactMap { $0.at("field").text }) == ["year", "title"])
            let written = try await running.call("write", body)
            #expect(written.status == 422)
            #expect(written.json.at("error.fields").elements.count == 2)
        }
    }

    @Test(
        "A change of others in the meantime is a conflict with mine, theirs and base; other fields are none")
    func conflicts() async throws {
        try await RunningExplorer.with(mayWrite: true) { running in
            let base = try await running.call("item", #"{"module":"books","id":"beowulf"}"#).json.at("row")
            // Another program changes the title.
            let line = #"{"id":"beowulf","values":{"title":"Theirs"}}"#
            _ = try await running.store.load("books", from: .data(Data(line.utf8)), options: LoadOptions())
            let conflict = try await running.call(
                "write",
                #"{"action":"update","module":"books","id":"beowulf","changes":{"title":{"set":"Mine"}},"base":\#(base)}"#
            )
            #expect(conflict.status == 409)
            #expect(conflict.json.at("conflict.mine.values.title") == "Mine")
            #expect(conflict.json.at("conflict.theirs.values.title") == "Theirs")
            #expect(conflict.json.at("conflict.base.values.title") == "Beowulf")
            #expect(conflict.json.at("conflict.fields") == ["title"])
            let resolved = try await running.call(
                "write",
                #"{"action":"update","module":"books","id":"beowulf","changes":{"title":{"set":"Mine"}},"base":\#(conflict.json.at("conflict.theirs"))}"#
            )
            #expect(resolved.status == 200, "\(resolved.json)")
        }
    }

    @Test("A write that names digests instead of values finds the same conflicts, whatever the values are")
    func digests() async throws {
        try await RunningExplorer.with(mayWrite: true) { running in
            // No request may send such a text.
            let marks = "x" + String(repeating: "\u{301}", count: 200)
            func load(_ title: String) async throws {
                let line = #"{"id":"marked","values":{"title":"\#(title)","note":"\#(marks)"}}"#
                _ = try await running.store.load(
                    "books", from: .data(Data(line.utf8)), options: LoadOptions())
            }
            func digests() async throws -> JSONValue {
                let row = try await running.call("item", #"{"module":"books","id":"marked"}"#).json.at("row")
                #expect(row.at("values.note").text?.unicodeScalars.count == 201)
                return row.at("digests")
            }
            func write(_ action: String, _ digests: JSONValue) async throws -> RawHTTP.Response {
                try await running.call(
                    "write",
                    #"{"action":"\#(action)","module":"books","id":"marked","changes":{},"base":{"digests":\#(digests)}}"#
                )
            }
            try await load("One")
            let first = try await digests()
            try await load("Two")
            let conflict = try await write("delete", first)
            #expect(conflict.status == 409)
            #expect(conflict.json.at("conflict.fields") == ["title"])
            #expect(try await write("delete", digests()).status == 200)
            #expect(try await running.call("item", #"{"module":"books","id":"marked"}"#).status == 404)
        }
    }

    @Test("A page that waits learns of a write of another program, and of nothing else")
    func changes() async throws {
        try await RunningExplorer.with { running in
            let start = try await running.call("changes").json.at("now")
            async let news = running.call("changes?after=\(start)&wait=25")
            let other = try await Store(
                .file(running.folder.appendingPathComponent("shop.sqlite").path),
                modules: try RunningExplorer.schema().descriptors)
            let line = #"{"id":"beowulf","values":{"title":"Theirs"}}"#
            // Until the explorer has begun to follow, a write may come too early to be seen.
            let writing = Task {
                while !Task.isCancelled {
                    _ = try? await other.load("books", from: .data(Data(line.utf8)), options: LoadOptions())
                    try? await Task.sleep(nanoseconds: 200_000_000)
                }
            }
            let changed = try await news.json
            writing.cancel()
            #expect(changed.at("now") != start)
            #expect(changed.at("modules")["books"] != nil)
            await other.close()
        }
    }

    @Test("The state of the engines is shown")
    func operations() async throws {
        try await RunningExplorer.with { running in
            let operations = try await running.call("operations").json
            #expect(operations.at("engines.0.state") == "ok")
            #expect(
                operations.at("counts").elements.contains {
                    $0.at("module") == "books" && $0.at("count") == 498
                })
            #expect(operations.at("outbox") == .null)
        }
    }
}
