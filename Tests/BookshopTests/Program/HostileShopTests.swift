#if SQLite
import Foundation
import LoopbackServer
import Testing

/// Every command of the demo, with hostile text in every place whose text it prints.
@Suite("The output of the demo does not control a terminal", .timeLimit(.minutes(30)))
struct HostileShopTests {
    /// Expects that the output contains no text that controls a terminal or imitates a separate line.
    private func expectHarmless(
        _ run: BuiltProgram.Run, _ source: String, code: Int32? = nil, isShown: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let problems = HostileText.problems(run.output, run.errors, isShown: isShown)
        #expect(problems == [], "\(source)", sourceLocation: sourceLocation)
        if let code { #expect(run.code == code, "\(source): \(run)", sourceLocation: sourceLocation) }
    }

    private static let json = HostileText.json
    /// Stores reject ids with control characters; ids may change the direction of text.
    private static let id = "\u{202E}\u{2067}\u{200B}i"

    private static let book =
        "{\"id\":\"\(id)\",\"values\":{\"title\":\(json),\"originalTitle\":\(json),\"authorNames\":[\(json)],"
        + "\"note\":\(json),\"description\":\(json),\"language\":\(json),\"category\":\(json),\"themes\":[\(json)],"
        + "\"authors\":[\"\(id)a\"]}}"

    private static let author =
        "{\"id\":\"\(id)a\",\"values\":{\"name\":\(json),\"country\":\(json),\"biography\":\(json),"
        + "\"languages\":[\(json)]}}"

    /// Commands that print the hostile items.
    private static let printing: [[String]] = [
        ["list"], ["list", "--counts"], ["list", "--title", "forged"],
        ["list", "--sort", "title", "--explain"],
        ["search", "forged", "--marks", "--counts"], ["search", "forged", "--exact", "--explain"],
        ["search", "forgd"], ["show", id], ["show", id, "--explain"], ["authors"],
        ["authors", "--name", "forged"], ["show", id + "a"],
    ]

    @Test("Items, facets and highlights of a store; the warnings about the lines of its files")
    func items() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let folder = program.folder.appendingPathComponent(HostileText.fileName)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let incompatible =
            "{\"id\":\"2\",\"values\":{\"title\":7,\(Self.json):1},\(Self.json):2}\n{\"id\":\(Self.json)}\n"
        try Data((Self.book + "\n" + incompatible).utf8 + HostileText.bytes).write(
            to: folder.appendingPathComponent("books.ndjson"))
        try Data((Self.author + "\n").utf8).write(to: folder.appendingPathComponent("authors.ndjson"))
        for command in Self.printing {
            let run = try await program.run(command + ["--data", folder.path])
            expectHarmless(run, "\(command)", code: 0, isShown: true)
        }
        expectHarmless(try await program.run("tour", "--data", folder.path), "tour", code: 0)
        expectHarmless(
            try await program.run("list", "--data", folder.path + "x"), "no such data", code: 1, isShown: true
        )
        expectHarmless(
            try await program.run("list", "--data", folder.path, "--store", folder.path),
            "a folder for the store", isShown: true)
    }

    @Test("Items of a server, in lists, details and explanations")
    func served() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let server = try LoopbackServer { request in
            let text = String(decoding: request.body, as: UTF8.self)
            let item = text.contains("\"authors\"") ? Self.author : Self.book
            let paging = "{\"page\":1,\"limit\":20,\"offset\":0,\"totalItems\":1,\"totalPages\":1}"
            return .json("{\"pagination\":\(paging),\"items\":[\(item)]}")
        }
        defer { server.stop() }
        for command in [
            ["list"], ["authors"], ["show", "x"], ["list", "--explain"], ["show", "x", "--explain"],
        ] {
            let run = try await program.run(command + ["--url", server.url.absoluteString])
            expectHarmless(run, "\(command)", isShown: command == ["list"] || command == ["authors"])
        }
    }

    @Test("Invalid server responses", arguments: HostileReply.all)
    func replies(_ hostile: HostileReply) async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let server = try LoopbackServer { _ in hostile.reply }
        defer { server.stop() }
        for command in [
            ["list"], ["list", "--counts"], ["list", "--explain"], ["authors"], ["show", "x"], ["tour"],
            ["search", "x"],
        ] {
            let run = try await program.run(command + ["--url", server.url.absoluteString])
            let isAsked = command == ["list"] || command == ["authors"] || command == ["show", "x"]
            expectHarmless(run, "\(command)", code: 1, isShown: hostile.isPrinted && isAsked)
        }
    }

    @Test("Unknown arguments")
    func arguments() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let hostile = HostileText.fileName
        for line in [
            [hostile], ["--" + hostile], ["help", hostile], ["list", "--" + hostile],
            ["list", "--sort", hostile],
            ["list", "--year", hostile], ["list", "--language", hostile], ["list", "--limit", hostile],
            ["authors", "--near", hostile], ["list", "--engine", hostile], ["list", "--url", hostile],
            ["tour", hostile],
        ] {
            expectHarmless(try await program.run(line), "\(line)", code: 2, isShown: true)
        }
        for line in [
            ["list", "--title", hostile, "--explain"], ["list", "--author", hostile], ["search", hostile],
            ["search", hostile, "--explain"], ["show", hostile], ["list", "--genre", hostile],
        ] {
            expectHarmless(try await program.run(line), "\(line)")
        }
    }
}
#endif
