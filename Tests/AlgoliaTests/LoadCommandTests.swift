import Foundation
import LoopbackServer
import Quire
import QuireExplorer
import QuireTerminal
import Testing

@testable import QuireCommand

/// `quire load` with a service that follows the documented protocol.
@Suite("quire load fills Algolia", .timeLimit(.minutes(30)))
struct LoadCommandTests {
    /// A folder with a schema and lines, and a service.
    private struct Loader {
        let loaded: LoadedService
        let folder: URL

        init() throws {
            loaded = try LoadedService()
            folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                "load-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try write(
                #"{"quire":1,"modules":[{"name":"notes","fields":[{"name":"title","type":"text","required":true,"searchable":true},{"name":"number","type":"integer","sortable":true}]}]}"#,
                to: "notes.json")
        }

        func remove() { try? FileManager.default.removeItem(at: folder) }

        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

        func write(_ text: String, to name: String) throws {
            try Data(text.utf8).write(to: URL(filePath: path(name)))
        }

        func lines(_ numbers: Range<Int>) -> String {
            numbers.map { #"{"id":"n\#($0)","title":"Title \#($0)","number":\#($0)}"# + "\n" }.joined()
        }

        /// Runs the command in this process. Returns its exit code.
        func load(_ arguments: String..., key: String = SearchService.key) async throws -> Int32 {
            let arguments = try Arguments(
                [
                    "--engine", "algolia", "--application-id", SearchService.application, "--nodes",
                    loaded.server.url.absoluteString, "--prefix", "test_", "--schema", path("notes.json"),
                    "--state", path("state"), "--timeout", "60",
                ] + arguments, options: LoadSettings.options, flags: LoadSettings.flags, of: "load")
            let settings = try LoadSettings(arguments, environment: ["ALGOLIA_API_KEY": key])
            let schema = try #require(DescribedSchema(paths: settings.schemas))
            let null = try #require(FileHandle(forWritingAtPath: "/dev/null"))
            let output = Output.descriptor(null.fileDescriptor, environment: [:])
            return await Loading(settings, modules: schema.descriptors, output: output, errors: output).run()
        }

        func ids(_ index: String = "test_notes") -> Set<String> {
            Set(
                loaded.service.records(of: index).compactMap {
                    if case .string(let id)? = $0["objectID"] { id } else { nil }
                })
        }
    }

    @Test("A new index goes live when it is complete, and a second load adds to it")
    func loads() async throws {
        let loader = try Loader()
        defer { loader.remove() }
        try loader.write(loader.lines(0..<1200), to: "notes.ndjson")
        #expect(try await loader.load(loader.path("notes.ndjson")) == 0)
        #expect(loader.loaded.service.records(of: "test_notes").count == 1200)
        #expect(loader.loaded.service.records(of: "test_notes_next").isEmpty)
        #expect(loader.loaded.service.calls.contains("POST /1/indexes/test_notes_next/operation"))
        try loader.write(loader.lines(1000..<1300), to: "notes.ndjson")
        #expect(try await loader.load(loader.path("notes.ndjson")) == 0)
        #expect(loader.loaded.service.records(of: "test_notes").count == 1300)
        // The engine reads what the command loaded.
        var request = SearchRequest(
            module: try #require(DescribedSchema(paths: [loader.path("notes.json")])).descriptors[0])
        request.filter = .leaf(.init(.greaterOrEqual, "number", value: .integer(1290), type: .number))
        request.page = .page(1, size: 100)
        #expect(try await loader.loaded.ids(request).count == 10)
    }

    @Test("--replace removes what is not in the file, in one step")
    func replaces() async throws {
        let loader = try Loader()
        defer { loader.remove() }
        try loader.write(loader.lines(0..<10), to: "notes.ndjson")
        #expect(try await loader.load(loader.path("notes.ndjson")) == 0)
        try loader.write(loader.lines(5..<8), to: "notes.ndjson")
        #expect(try await loader.load("--replace", loader.path("notes.ndjson")) == 0)
        #expect(loader.ids() == ["n5", "n6", "n7"])
    }

    @Test("A load that stopped is resumed in the same index only, and loses no line")
    func resumes() async throws {
        let loader = try Loader()
        defer { loader.remove() }
        // The 21st line is invalid, and none may be skipped: the load stops there.
        try loader.write(
            loader.lines(0..<20) + #"{"id":"bad","number":7}"# + "\n" + loader.lines(21..<40),
            to: "notes.ndjson")
        let file = loader.path("notes.ndjson")
        #expect(try await loader.load("--batch", "5", "--max-errors", "0", file) == 1)
        #expect(loader.loaded.service.records(of: "test_notes").isEmpty)
        let before = loader.loaded.service.calls.count { $0.hasSuffix("/batch") }
        #expect(try await loader.load("--batch", "5", file) == 1)
        #expect(loader.ids() == Set((0..<40).filter { $0 != 20 }.map { "n\($0)" }))
        let after = loader.loaded.service.calls.count { $0.hasSuffix("/batch") }
        #expect(after - before < 8, "the first lines are not sent again")
    }

    @Test("Options that Algolia needs are asked for by name")
    func options() async throws {
        func message(_ arguments: [String], _ environment: [String: String]) throws -> String {
            let parsed = try Arguments(
                arguments, options: LoadSettings.options, flags: LoadSettings.flags, of: "load")
            do {
                _ = try LoadSettings(parsed, environment: environment)
                return ""
            } catch {
                return error.message
            }
        }
        #expect(
            try message(["--engine", "algolia", "a.json"], [:])
                == "--engine algolia needs an application: --application-id <id>")
        #expect(
            try message(["--engine", "algolia", "--application-id", "X", "a.json"], [:])
                == "--engine algolia needs a key in the environment: ALGOLIA_API_KEY")
        #expect(
            try message(["--engine", "store", "--store", "x", "--application-id", "X", "a.json"], [:])
                == "--application-id has no effect with --engine store; remove it")
    }
}
