import Foundation
import QuireCommand
import QuireExplorer
import Testing

@Suite("quire watch", .timeLimit(.minutes(30)))
struct WatchTests {
    private static func schema(_ field: String, type: String = "text") -> String {
        #"{"quire": 1, "modules": [{"name": "books", "fields": [{"name": "\#(field)", "type": "\#(type)"}]}]}"#
    }

    @Test("Each save generates the code, errors keep it, and Ctrl-C ends the command")
    func saves() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        let path = try command.write(Self.schema("title"), to: "Schema/books.json")
        let started = try command.start(["watch", "--output", "Generated"])
        let log = WatchLog(started)
        try await log.wait(for: "valid: 1 module; 17 files written")
        // In place, as some editors do.
        try Self.schema("subtitle").write(toFile: path, atomically: false, encoding: .utf8)
        try await log.wait(for: "valid: 1 module; 1 file written")
        // By renaming, with a mistake.
        try Self.schema("subtitle", type: "txt").write(toFile: path, atomically: true, encoding: .utf8)
        try await log.wait(for: "failed: 1 error; the code stays as it was")
        // Half written, then removed with its folder, then there again.
        try String(Self.schema("name").prefix(40)).write(toFile: path, atomically: false, encoding: .utf8)
        try await log.wait(for: "error; the code stays as it was", times: 2)
        try FileManager.default.removeItem(atPath: command.folder.appending(path: "Schema").path)
        try await log.wait(for: "waiting for 'Schema', which has no schema")
        try command.write(Self.schema("subtitle"), to: "Schema/other.json")
        try await log.wait(for: "valid: 1 module; the code is up to date")
        started.send(SIGINT)
        let run = try await started.end()
        #expect(run.code == 0)
        #expect(run.errors.contains(": error: unknown type 'txt'"), "\(run.errors)")
        #expect(
            run.lines.allSatisfy { $0.wholeMatch(of: /\d\d:\d\d:\d\d (valid|failed|waiting).*/) != nil },
            "\(run.output)")
    }

    @Test("A second Ctrl-C ends the command although it waits for a file")
    func secondSignal() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        // Opening a pipe waits until somebody writes to it.
        #expect(try await command.shell("mkfifo pipe.json").code == 0)
        let started = try command.start(["watch", "--schema", "pipe.json"])
        try await Task.sleep(for: .seconds(2))
        while started.isRunning {
            started.send(SIGINT)
            try await Task.sleep(for: .milliseconds(300))
        }
        #expect([130, -SIGINT].contains(try await started.end().code))
    }

    @Test("A file is read once it no longer changes, and only once")
    func rest() throws {
        let folder = try DataFolder(["a.json": "{"])
        defer { folder.remove() }
        func snapshot() -> SchemaSnapshot { SchemaSnapshot(paths: [folder.url.path]) }
        var changes = SchemaChanges()
        func mustRead() -> Bool { changes.mustRead(snapshot()) }
        #expect(!mustRead())
        #expect(mustRead())
        #expect(!mustRead())
        // Still being written at each look.
        for length in 2..<5 {
            try folder.write(Data(repeating: 0x20, count: length), to: "a.json")
            #expect(!mustRead())
        }
        #expect(mustRead())
        // Replaced by a file of the same size.
        try folder.write(Data(repeating: 0x20, count: 4), to: "new")
        #expect(rename(folder.path("new"), folder.path("a.json")) == 0)
        #expect(!mustRead())
        #expect(mustRead())
        #expect(snapshot().missing.isEmpty)
        folder.remove()
        #expect(snapshot().missing == [folder.url.path])
    }
}

/// The output of a started program, while it runs.
private struct WatchLog {
    private let started: BuiltCommand.Started

    init(_ started: BuiltCommand.Started) { self.started = started }

    /// Waits until a line occurs, or until the program ends.
    func wait(for text: String, times: Int = 1) async throws {
        while true {
            let output = try started.printed
            if output.components(separatedBy: text).count > times { return }
            try #require(started.isRunning, "\(text) was not printed: \(output)")
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
