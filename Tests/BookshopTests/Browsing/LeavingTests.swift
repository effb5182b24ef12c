#if SQLite
import Foundation
import Testing
import TransportDoubles

@Suite("bookshop browse restores the terminal", .serialized, .timeLimit(.minutes(30)))
struct LeavingTests {
    private func browsing(body: (BuiltProgram, WatchedProgram) async throws -> Void) async throws {
        let watchdog = Watchdog(seconds: 600, "leaving browse")
        defer { watchdog.stop() }
        let program = try BuiltProgram()
        defer { program.remove() }
        let watched = try await program.browse()
        defer { watched.end() }
        try await body(program, watched)
    }

    /// The state of a terminal that belongs to the shell again.
    private func expectRestored(
        _ program: WatchedProgram, _ settings: [UInt8], at location: SourceLocation = #_sourceLocation
    ) {
        let screen = program.now
        #expect(program.terminal.settings == settings, sourceLocation: location)
        #expect(
            !screen.isAlternate && screen.isCursorShown && screen.wraps && !screen.marksPastes,
            sourceLocation: location)
    }

    @Test("Every key that quits restores the terminal", arguments: ["\u{3}", "\u{4}", "\u{1B}"])
    func keys(_ key: String) async throws {
        try await browsing { _, program in
            let settings = program.terminal.initialSettings
            try await program.waits(forText: "498 books")
            #expect(program.now.isAlternate && program.now.marksPastes && !program.terminal.isCooked)
            #expect(program.terminal.settings != settings)
            program.type("sal")
            try await program.waits(forText: "7 books")
            program.type(key)
            #expect(try await program.ended() == 0)
            expectRestored(program, settings)
            #expect(!program.now.text.contains("Salinger"), "the previous screen is restored")
        }
    }

    @Test(
        "Every terminating signal restores the terminal, with the exit code that shells report",
        arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
    func signals(_ signal: Int32) async throws {
        try await browsing { _, program in
            let settings = program.terminal.initialSettings
            try await program.waits(forText: "498 books")
            program.send(signal)
            #expect(try await program.ended() == 128 + signal)
            expectRestored(program, settings)
        }
    }

    @Test(
        "Ctrl-Z returns the terminal to the shell; back in the foreground, the screen and the typed text are restored"
    )
    func suspending() async throws {
        let watchdog = Watchdog(seconds: 600, "suspending browse")
        defer { watchdog.stop() }
        let program = try BuiltProgram()
        defer { program.remove() }
        // A shell with job control, which sees the program stop.
        let script =
            "set -m; \"$0\" browse --store \"$1\"; echo \"shell again $?\"; read line; fg; echo \"over $?\""
        let shell = try WatchedProgram(
            "/bin/sh", ["-c", script, BuiltProgram.url.path, try await BuiltProgram.filledStore.value],
            environment: program.terminalEnvironment,
            folder: program.folder.path)
        defer { shell.end() }
        let settings = shell.terminal.initialSettings
        try await shell.waits(forText: "498 books")
        shell.type("sal")
        try await shell.waits(forText: "7 books")
        shell.type("\u{1A}")
        try await shell.waits(forText: "shell again")
        expectRestored(shell, settings)
        try shell.resize(columns: 90, rows: 24)
        shell.type("go on\n")
        try await shell.waits(for: "the screen at its new size") {
            $0.isAlternate && ScreenReading($0).field == "sal" && $0.text(row: 22).contains("7 books")
        }
        #expect(!shell.terminal.isCooked)
        shell.type("i")
        try await shell.waits(for: "keys again") { ScreenReading($0).field == "sali" }
        shell.type("\u{3}")
        try await shell.waits(forText: "over 0")
        expectRestored(shell, settings)
    }

    @Test("After being stopped and continued, it sets up the terminal and redraws")
    func continued() async throws {
        try await browsing { _, program in
            try await program.waits(forText: "498 books")
            program.send(SIGSTOP)
            let before = program.bytes.count
            program.send(SIGCONT)
            try await program.waits(for: "another drawing of everything") { _ in
                program.bytes.dropFirst(before).count > 1_000
            }
            program.type("sal")
            try await program.waits(forText: "7 books")
            #expect(!program.terminal.isCooked)
        }
    }

    @Test("When the terminal closes, the program ends and has saved the search history")
    func hangUp() async throws {
        try await browsing { shop, program in
            try await program.waits(forText: "498 books")
            program.type("sal")
            try await program.waits(forText: "7 books")
            program.type("\r")
            try await program.waits(for: "the book's page") { !$0.isCursorShown && $0.text.contains("Id") }
            program.terminal.hangUp()
            // By the signal as an event, by the end of its input, by a failed write, or by the signal itself at its
            // very end.
            let code = try await program.ended()
            #expect([0, 1, 128 + SIGHUP, -SIGHUP].contains(code))
            let next = try await shop.browse()
            defer { next.end() }
            try await next.waits(forText: "earlier searches")
            next.type("\u{10}")
            try await next.waits(for: "the search from before") { ScreenReading($0).field == "sal" }
        }
    }

    @Test("Without a terminal, an error names an alternative before any work is done")
    func noTerminal() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let run = try await program.run("browse", "--data", "nowhere")
        #expect(run.code == 1 && run.output.isEmpty)
        #expect(run.errors.contains("needs a terminal") && run.errors.contains("bookshop search WORDS"))
        let dumb = try await program.browse(environment: ["TERM": "dumb"])
        defer { dumb.end() }
        try await dumb.waits(forText: "needs a terminal")
        #expect(try await dumb.ended() == 1)
        #expect(!dumb.now.isAlternate)
    }

    @Test("An error before the screen is set up is printed normally")
    func failure() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let watched = try await program.browse(["--data", "nowhere"])
        defer { watched.end() }
        let settings = watched.terminal.initialSettings
        #expect(try await watched.ended() == 1)
        expectRestored(watched, settings)
        #expect(watched.now.text.contains("There is no file or folder at 'nowhere'."))
    }

    @Test("Its help follows the format of other commands, and --explain refers to 'search'")
    func help() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let help = try await program.run("browse", "--help")
        #expect(help.code == 0 && help.output.contains("Usage: bookshop browse [WORDS] [OPTIONS]"))
        #expect(try await program.run("--help").output.contains("  browse   "))
        let explained = try await program.run("browse", "--explain")
        #expect(explained.code == 2 && explained.errors.contains("bookshop search WORDS --explain"))
    }
}
#endif
