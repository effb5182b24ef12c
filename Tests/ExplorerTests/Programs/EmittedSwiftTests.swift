import Foundation
import QuireCore
import QuireStore
import Seeds
import Testing
import TransportDoubles

@testable import QuireExplorer

#if os(Linux)
/// The Swift that the explorer shows compiles, and finds what the explorer finds.
@Suite struct EmittedSwiftTests {
    @Test("The code of 300 random queries compiles against the generated schema and finds the same items")
    func randomQueries() async throws {
        let folder = try RunningExplorer.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try await RunningExplorer.filledStore(folder)
        var queries = try RandomQueries(seed: Seed.current)
        var (functions, calls, expected): ([String], [String], [String]) = ([], [], [])
        var tries = 0
        while functions.count < 300, tries < 5_000 {
            tries += 1
            let query = queries.query()
            let resolved = try QueryResolver(schema: queries.schema).resolve(query)
            // A value of the app's own type cannot be written.
            guard let code = try? SwiftEmission(query: resolved).expression() else { continue }
            let number = functions.count
            functions.append(
                "// \(QueryText.text(query).replacing("\n", with: " "))\nfunc query\(number)() -> Quire.Query<\(resolved.module.names.name)> {\n    \(code)\n}"
            )
            calls.append("    await show(\(number), query\(number)(), on: client)")
            expected.append("\(number) " + (await Self.found(resolved.request, on: store)))
        }
        #expect(functions.count == 300)
        await store.close()
        let program = try Self.compile(functions, calls, in: folder)
        let end = try await ChildProcess([program.path, folder.appendingPathComponent("shop.sqlite").path])
            .end()
        #expect(end.code == 0, "\(end.errors)")
        #expect(end.lines.count == expected.count)
        for (line, wanted) in zip(end.lines, expected) where line != wanted {
            let number = wanted.prefix { $0 != " " }
            Issue.record("seed \(Seed.current): \(functions[Int(number) ?? 0])\nfound \(line)\nnot \(wanted)")
        }
    }

    /// The ids of the items, or the word for a refusal.
    private static func found(_ request: SearchRequest, on store: Store) async -> String {
        guard let items = try? await ItemSource(engine: store).items(request).items else { return "refused" }
        return items.map(\.instanceID).joined(separator: " ")
    }

    private static func compile(_ functions: [String], _ calls: [String], in folder: URL) throws -> URL {
        let source = """
            import BookshopContent
            import Foundation
            import Quire
            import QuireStore

            \(functions.joined(separator: "\n"))

            func show<Module>(_ number: Int, _ query: Quire.Query<Module>, on client: ContentClient) async {
                do {
                    let page = try await client.fetch(query)
                    print(number, page.map(\\.id.rawValue).joined(separator: " "))
                } catch {
                    print(number, "refused")
                }
            }

            @main struct Program {
                static func main() async throws {
                    var options = StoreOptions()
                    options.isReadOnly = true
                    let store = try await Store(
                        .file(CommandLine.arguments[1]), schema: ContentSchema.self, options: options)
                    let client = ContentClient(engine: store)
            \(calls.map { "        " + $0 }.joined(separator: "\n"))
                    await store.close()
                }
            }
            """
        let file = folder.appendingPathComponent("queries.swift")
        try Data(source.utf8).write(to: file)
        let program = folder.appendingPathComponent("queries")
        let products = try BuiltProducts.program("quire").deletingLastPathComponent()
        let map = RunningExplorer.package.appendingPathComponent("Sources/CSQLite/module.modulemap").path
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            [
                "swiftc", "-swift-version", "6", "-parse-as-library", "-Onone", "-I",
                products.appendingPathComponent("Modules").path, "-Xcc", "-fmodule-map-file=\(map)",
                file.path,
                "-o", program.path, "-lsqlite3",
            ] + objects(in: products)
        let log = folder.appendingPathComponent("log")
        try Data().write(to: log)
        process.standardError = try FileHandle(forWritingTo: log)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 {
            let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
            let errors = text.split(separator: "\n").filter { $0.contains("error:") }.prefix(20)
            throw CompilationFailure(description: errors.joined(separator: "\n") + "\n" + text.suffix(1_000))
        }
        return program
    }

    struct CompilationFailure: Error, CustomStringConvertible { var description: String }

    /// The object files of the libraries that an app links.
    private static func objects(in products: URL) -> [String] {
        let targets = [
            "BookshopContent", "Quire", "QuireCore", "QuireEngine", "QuireHALO", "QuireHTTP", "QuireIndexing",
            "QuirePattern", "QuireStore", "QuireSync", "QuireText", "QuireToolbox",
        ]
        return targets.flatMap { target -> [String] in
            let folder = products.appendingPathComponent("\(target).build")
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            return (files?.compactMap { ($0 as? URL)?.path } ?? []).filter { $0.hasSuffix(".o") }.sorted()
        }
    }
}
#endif
