import Foundation
import QuireCore
import QuireExplorer
import Testing
import TransportDoubles

/// The programs that serve an explorer.
@Suite struct ExploreProgramTests {
    /// Starts a program, and calls the body with the port and the token that it prints.
    private func run(
        _ program: String, _ arguments: [String], _ body: (_ port: Int, _ token: String) async throws -> Void
    ) async throws {
        let process = Process()
        process.executableURL = try BuiltProducts.program(program)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        let line = try await withCheckedThrowingContinuation { continuation in
            Thread {
                var text = ""
                while !text.contains("#token="), case let data = output.fileHandleForReading.availableData,
                    !data.isEmpty
                {
                    text += String(decoding: data, as: UTF8.self)
                }
                continuation.resume(with: Result<String, any Error>.success(text))
            }.start()
        }
        let url = try #require(line.split(separator: "\n").first { $0.hasPrefix("Explorer: ") })
        let parts = url.dropFirst("Explorer: ".count).components(separatedBy: "/explore/#token=")
        try #require(parts.count == 2)
        let port = try #require(parts[0].split(separator: ":").last.flatMap { Int($0) })
        try await body(port, parts[1].trimmingCharacters(in: .whitespacesAndNewlines))
    }

    private func status(_ port: Int, _ token: String) async throws -> JSONValue {
        let response = try await RawHTTP.send(
            "GET", "/explore/api/status", port: port, headers: ["X-Quire-Token": token])
        #expect(response.status == 200)
        return response.json
    }

    @Test("quire explore serves a store's file read-only, and reads the schema again when its file changes")
    func explore() async throws {
        let folder = try RunningExplorer.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        await (try RunningExplorer.filledStore(folder)).close()
        let schema = folder.appendingPathComponent("shop.json")
        try FileManager.default.copyItem(atPath: RunningExplorer.schemaPath, toPath: schema.path)
        let store = folder.appendingPathComponent("shop.sqlite").path
        let arguments = ["explore", "--store", store, "--schema", schema.path, "--title", "The shop"]
        try await run("quire", arguments) { port, token in
            let status = try await status(port, token)
            #expect(status.at("title") == "The shop")
            #expect(status.at("canWrite") == false)
            #expect(status.at("schemaRevision") == 1)
            let text = try String(contentsOf: schema, encoding: .utf8)
            try Data((text + "{").utf8).write(to: schema)
            var diagnostics: [JSONValue] = []
            // The loop ends with the news, however long it takes; the test's own limit ends a loop without them.
            while diagnostics.isEmpty {
                let response = try await RawHTTP.send(
                    "GET", "/explore/api/schema", port: port, headers: ["X-Quire-Token": token])
                diagnostics = response.json.at("diagnostics").elements
                #expect(response.json.at("modules.0.name") == "books")
                try await Task.sleep(nanoseconds: 50_000_000)
            }
            #expect(diagnostics.contains { $0.at("severity") == "error" })
        }
    }

    @Test("quire serve --explore serves the explorer beside the content API")
    func serve() async throws {
        let arguments = [
            "serve", "--schema", RunningExplorer.schemaPath, "--port", "0", "--explore", "--write", "--quiet",
        ]
        try await run("quire", arguments) { port, token in
            #expect(try await status(port, token).at("canWrite") == true)
            let api = try await RawHTTP.send("GET", "/api/generalcontent/module", port: port)
            #expect(api.status == 200)
        }
    }

    @Test("bookshop explore shows the demo's books")
    func bookshop() async throws {
        let folder = try RunningExplorer.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = folder.appendingPathComponent("demo.sqlite").path
        try await run("bookshop", ["explore", "--store", store]) { port, token in
            let response = try await RawHTTP.send(
                "POST", "/explore/api/items", port: port,
                headers: ["X-Quire-Token": token, "Content-Type": "application/json"],
                body: Array(#"{"query":{"module":"books"},"size":1}"#.utf8))
            #expect(response.json.at("total") == 498)
        }
    }

    @Test("bookshop explore compares two engines, and keeps saved queries")
    func bookshopBeside() async throws {
        let folder = try RunningExplorer.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let queries = folder.appendingPathComponent("queries.json")
        try Data(#"[{"name":"Old books","query":"books where year < 1800 sort year, title"}]"#.utf8).write(
            to: queries)
        let arguments = [
            "explore", "--store", folder.appendingPathComponent("one.sqlite").path, "--title", "My shop",
            "--queries", queries.path, "--beside-store", folder.appendingPathComponent("two.sqlite").path,
        ]
        try await run("bookshop", arguments) { port, token in
            let status = try await status(port, token)
            #expect(status.at("title") == "My shop")
            let labels = status.at("engines").elements.compactMap { $0.at("label").text }
            #expect(
                labels.count == 2 && labels[0].hasSuffix("one.sqlite") && labels[1].hasSuffix("two.sqlite"))
            let saved = try await RawHTTP.send(
                "GET", "/explore/api/queries", port: port, headers: ["X-Quire-Token": token])
            #expect(saved.json.at("queries.0.name") == "Old books")
            let compared = try await RawHTTP.send(
                "POST", "/explore/api/compare", port: port,
                headers: ["X-Quire-Token": token, "Content-Type": "application/json"],
                body: Array(#"{"query":{"module":"books","sort":[{"field":"title"}]},"size":20}"#.utf8))
            #expect(compared.json.at("equal") == true)
            #expect(compared.json.at("rows").elements.count == 20)
        }
    }
}
