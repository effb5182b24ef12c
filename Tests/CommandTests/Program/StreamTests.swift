#if SQLite
import Foundation
import Testing

/// Readers that close the pipe, closed streams, full disks, and names that are not UTF-8.
@Suite("The command line's standard streams", .timeLimit(.minutes(30)))
struct StreamTests {
    private func command(_ body: (BuiltCommand) async throws -> Void) async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Notes.schema, to: "notes.json")
        try command.write(Notes.text(3), to: "notes.ndjson")
        try command.write(#"[{"id":"1","name":"a","fields":[{"name":"t"}]}]"#, to: "modules.json")
        let load = try await command.run(
            "load", "--schema", "notes.json", "--store", "s.sqlite", "notes.ndjson")
        #expect(load.code == 0, "\(load.errors)")
        try await body(command)
    }

    /// Commands that print to standard output.
    private static let printing = [
        "--help", "version", "query --help", "check-store s.sqlite",
        "import halo --file modules.json --output -",
        "query --schema notes.json --module notes --store s.sqlite",
        "query --schema notes.json --module notes --store s.sqlite --explain",
    ]

    @Test("A reader that closes the pipe at once ends the program quietly", arguments: printing)
    func pipe(_ line: String) async throws {
        try await command { command in
            // A pipe whose reader has closed it.
            let run = try await command.shell(
                "mkfifo p; exec 4<>p; exec 5>p; exec 4<&-; exec \"$0\" \(line) >&5 5>&-")
            #expect(run.code == 0, "\(run)")
            #expect(!run.errors.contains("error"), "\(run)")
        }
    }

    @Test("Closed streams are not replaced by the program's files", arguments: printing)
    func closed(_ line: String) async throws {
        try await command { command in
            let run = try await command.shell("exec \"$0\" \(line) <&- >&-")
            #expect(run.code == 0 && !run.errors.contains("error"), "\(run)")
            let check = try await command.run("check-store", "s.sqlite")
            #expect(check.code == 0, "\(check)")
        }
    }

    @Test("Output that cannot be written is an error with the reason", arguments: printing)
    func full(_ line: String) async throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        try await command { command in
            let run = try await command.shell("exec \"$0\" \(line) >/dev/full")
            #expect(run.code == 1)
            #expect(
                run.errors.contains(
                    "quire: error: Could not write the output: No space left on device. Free some space"),
                "\(run)")
        }
    }

    @Test("A migration is carried out although nobody reads the output")
    func migration() async throws {
        try await command { command in
            try command.write(
                Notes.schema.replacing("\"done\"", with: "\"finished\""), to: "newer.json")
            let run = try await command.shell(
                "exec \"$0\" migrate --allow-downgrade --schema newer.json --store s.sqlite >/dev/full")
            #expect(run.code == 0, "\(run)")
            let check = try await command.run(
                "migrate", "--check", "--schema", "newer.json", "--store", "s.sqlite")
            #expect(check.code == 0, "\(check)")
        }
    }

    @Test(
        "An argument that is not UTF-8 is rejected: Swift would read another file name",
        arguments: [
            "check n\\377", "generate --schema notes.json --output n\\377", "query --store n\\377",
        ])
    func encoding(_ line: String) async throws {
        try await command { command in
            let run = try await command.shell("exec \"$0\" $(printf '\(line)')")
            #expect(run.code == 2)
            #expect(run.errors.contains("an argument is not UTF-8: 'n"), "\(run)")
            let names = try FileManager.default.contentsOfDirectory(atPath: command.folder.path)
            #expect(!names.contains { $0.hasPrefix("n\u{FFFD}") })
        }
    }

    @Test("An empty file and a missing file are not stores, and not damaged ones")
    func noStores() async throws {
        try await command { command in
            try command.write("", to: "empty.sqlite")
            let empty = try await command.run("check-store", "empty.sqlite")
            #expect(empty.code == 1 && empty.output.isEmpty)
            #expect(
                empty.errors
                    == "quire: error: Could not check the store (empty.sqlite): the file is empty. Check the path.\n"
            )
            let missing = try await command.run("check-store", "none.sqlite")
            #expect(missing.errors.contains("the file does not exist. Check the path."), "\(missing)")
        }
    }
}
#endif
