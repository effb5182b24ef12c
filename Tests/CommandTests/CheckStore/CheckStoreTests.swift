#if SQLite
import Foundation
import Quire
import QuireStore
import Testing

@Suite("quire check-store checks a store's file", .timeLimit(.minutes(30)))
struct CheckStoreTests {
    @Test("For a sound file, the number of checked items and exit code 0")
    func sound() async throws {
        try await BuiltCommand.withNotes { command in
            let run = try await command.run("check-store", "s.sqlite")
            #expect(run.code == 0 && run.errors == "")
            #expect(run.output == "100 items checked, no problems found\n")
        }
    }

    @Test("For a text changed on disk, the item, the remedy and exit code 1")
    func damaged() async throws {
        try await BuiltCommand.withNotes { command in
            let file = command.folder.appendingPathComponent("s.sqlite")
            var bytes = try Data(contentsOf: file)
            let titles = bytes.indices.dropLast(8).filter { bytes[$0..<$0 + 8] == Data("Title 42".utf8) }
            for title in titles { bytes[title] = UInt8(ascii: "B") }
            try bytes.write(to: file)
            let run = try await command.run("check-store", "s.sqlite")
            #expect(run.code == 1)
            #expect(
                run.output.contains(#"changedItem: notes "note 42": its values do not match its checksum"#))
            #expect(run.output.contains("Write the item again from its source"))
        }
    }

    @Test("A missing file, a foreign file or a missing operand is an error with exit code 1 or 2")
    func nothing() async throws {
        try await BuiltCommand.withNotes { command in
            #expect(try await command.run("check-store", "none.sqlite").code == 1)
            let other = try await command.run("check-store", "notes.ndjson")
            #expect(other.code == 1 && other.output.contains("file is not a database"))
            #expect(try await command.run("check-store").code == 2)
            #expect(try await command.run("check-store", "--help").output.contains("--read-only"))
        }
    }
}
#endif
