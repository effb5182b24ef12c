#if SQLite
import Foundation
import Quire
import Testing

import QuireStore

/// Constraints in bulk loads.
@Suite struct ConstrainedLoadTests {
    private func line(_ id: Int, _ values: String) -> String { #"{"id":"\#(id)","values":{\#(values)}}"# }

    private func load(_ lines: [String], _ change: (inout LoadOptions) -> Void = { _ in }) async throws
        -> LoadSummary
    {
        let store = try await Store(.memory, modules: [Members.descriptor])
        var options = LoadOptions()
        change(&options)
        return try await store.load(
            Members.self, from: .data(Data(lines.joined(separator: "\n").utf8)), options: options)
    }

    @Test("Lines that break constraints are rejected, with their numbers and every constraint")
    func rejects() async throws {
        let summary = try await load([
            line(1, #""email":"a@x","age":20"#), line(2, #""email":"a@x","nick":"too long","age":1"#), "",
            line(4, #""email":"b","age":20"#), line(5, #""email":null"#), line(6, "\"nick\":\"👍👍👍👍👍\""),
        ])
        #expect(summary.inserted == 3)
        #expect(summary.rejectedCount == 2)
        #expect(summary.rejected.map(\.line) == [2, 4])
        #expect(
            summary.rejected.map { $0.violations.map(\.constraint) } == [
                [.maxLength(5), .minimum(18), .unique], [.pattern("@"), .unique],
            ])
        #expect(
            summary.rejected[1].description
                == #"line 4, id "4" breaks constraints of the schema: values.email: expected a text that matches @, found "b"; values.age: expected a value that no other item has, found 20, which the item "1" has. Correct the line, then load the file again."#
        )
    }

    @Test("A load without the check keeps the lines, and a strict load ends at the first")
    func options() async throws {
        let lines = [line(1, #""email":"b""#), line(2, #""email":"b""#)]
        #expect(try await load(lines) { $0.checksConstraints = false }.inserted == 2)
        let error = await #expect(throws: RejectedLineError.self) {
            try await load(lines) { $0.isStrict = true }
        }
        #expect(error?.line == 1)
    }

    @Test("A line replaces the stored item with its own unique value")
    func replaces() async throws {
        let summary = try await load([line(1, #""email":"a@x""#), line(1, #""email":"a@x","age":18"#)])
        #expect(summary.inserted == 1)
        #expect(summary.updated == 1)
        #expect(summary.rejectedCount == 0)
    }

    @Test("A load that defers its indexes still finds every duplicate")
    func deferredIndexes() async throws {
        let padding = String(repeating: " ", count: 400)
        let lines = (0..<4_000).map { line($0, "\(padding)\"email\":\"\($0 % 3_000)@x\"") }
        let summary = try await load(lines)
        #expect(summary.inserted == 3_000)
        #expect(summary.rejectedCount == 1_000)
    }

    @Test("Content from a sync is stored even if it breaks constraints")
    func sync() async throws {
        let store = try await Store(.memory, modules: [Members.descriptor])
        try await store.transaction("sync") { transaction in
            for id in 1...2 {
                try transaction.upsert(Data(line(id, #""email":"b","age":3"#).utf8), into: "members")
            }
        }
        #expect(try await store.count(Members.self) == 2)
    }
}
#endif
