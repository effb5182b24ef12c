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
        var used: Set<String> = []
        var tries = 0
        while functions.count < 300, tries < 5_000 {
            tries += 1
            let query = queries.query()
            let resolved = try QueryResolver(schema: queries.schema).resolve(query)
            // A value of the app's own type cannot be written.
            guard let code = try? SwiftEmission(query: resolved).expression() else { continue }
            let number = functions.count
            functions.append(
                "// \(QueryText.text(query).replacing("\n", with: " "))\nfunc query\(number)(_ client: ContentClient) async {\n    await show(\(number), \(code), on: client)\n}"
            )
            calls.append("    await query\(number)(client)")
            expected.append("\(number) " + (await Self.found(resolved, on: store)))
            used.formUnion(Self.parts(of: query))
        }
        #expect(functions.count == 300)
        #expect(used == Self.allParts)
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

    private static let allParts: Set<String> = [
        "select", "select metadata", "include", "ids", "facets", "search", "sort", "sort by a relation",
        "compare fields", "not not null",
    ]

    /// The parts of the language in a query, so that no part is missing in all queries.
    private static func parts(of query: ExplorerQuery) -> Set<String> {
        let uses: [(String, Bool)] = [
            ("select", !query.fields.isEmpty),
            ("select metadata", query.fields.contains(where: \.isMetadata)),
            ("include", !query.include.isEmpty), ("ids", query.ids != nil), ("facets", !query.facets.isEmpty),
            ("search", query.text != nil), ("sort", query.sort.contains { $0.path.count == 1 }),
            ("sort by a relation", query.sort.contains { $0.path.count > 1 }),
            ("compare fields", query.filter?.comparesFields == true),
            ("not not null", query.filter?.negatesNotNull == true),
        ]
        return Set(uses.filter(\.1).map(\.0))
    }

    /// The ids of the items, or the selected values, or the word for a refusal.
    private static func found(_ query: ResolvedQuery, on store: Store) async -> String {
        guard let items = try? await ItemSource(engine: store).items(query.request).items else {
            return "refused"
        }
        guard !query.columns.isEmpty else { return items.map(\.instanceID).joined(separator: " ") }
        return items.map { item in query.columns.map { shown($0, item) }.joined(separator: "|") }
            .joined(separator: ";")
    }

    /// A value as the program prints it.
    private static func shown(_ column: ResolvedColumn, _ item: JSONValue) -> String {
        guard let value = column.value(of: item), value != .null else { return "nil" }
        if case .metadata(let field) = column, field.isDate, let milliseconds = value.wholeNumber {
            return "\(Date(timeIntervalSince1970: Double(milliseconds) / 1_000))"
        }
        if case .number? = column.field?.field.type, let number = value.double { return "\(number)" }
        if case .string(let text) = value { return text.debugDescription }
        return "\(value)"
    }

    private static func compile(_ functions: [String], _ calls: [String], in folder: URL) throws -> URL {
        let source = """
            import BookshopContent
            import Foundation
            import Quire
            import QuireStore

            \(functions.joined(separator: "\n"))

            func show<Module, Row>(_ number: Int, _ query: Selection<Module, Row>, on client: ContentClient) async {
                do {
                    let rows = try await client.fetch(query)
                    print(number, rows.map(cells).joined(separator: ";"))
                } catch {
                    print(number, "refused")
                }
            }

            func cells(_ row: Any) -> String {
                let mirror = Mirror(reflecting: row)
                guard mirror.displayStyle == .tuple else { return cell(row) }
                return mirror.children.map { cell($0.value) }.joined(separator: "|")
            }

            func cell(_ value: Any) -> String {
                let mirror = Mirror(reflecting: value)
                guard mirror.displayStyle == .optional else {
                    return (value as? String)?.debugDescription ?? "\\(value)"
                }
                return mirror.children.first.map { cell($0.value) } ?? "nil"
            }

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
        let maps = ["CSQLite/module.modulemap", "CCurl/include/module.modulemap"].flatMap { map in
            let path = RunningExplorer.package.appendingPathComponent("Sources/" + map).path
            return ["-Xcc", "-fmodule-map-file=\(path)"]
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            [
                "swiftc", "-swift-version", "6", "-parse-as-library", "-Onone", "-I",
                products.appendingPathComponent("Modules").path, file.path, "-o", program.path, "-lsqlite3",
            ] + maps + objects(in: products)
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
            "BookshopContent", "CCurl", "Quire", "QuireCore", "QuireEngine", "QuireHALO", "QuireHTTP",
            "QuireIndexing",
            "QuireShared", "QuireStore", "QuireSync", "QuireText", "QuireToolbox",
        ]
        return targets.flatMap { target -> [String] in
            let folder = products.appendingPathComponent("\(target).build")
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            return (files?.compactMap { ($0 as? URL)?.path } ?? []).filter { $0.hasSuffix(".o") }.sorted()
        }
    }
}

extension QueryNode {
    fileprivate var comparesFields: Bool {
        switch self {
        case .test(let test): if case .field? = test.value { true } else { false }
        case .not(let node): node.comparesFields
        case .all(let nodes), .any(let nodes): nodes.contains(where: \.comparesFields)
        case .relation(let relation): relation.filter?.comparesFields == true
        }
    }

    fileprivate var negatesNotNull: Bool {
        switch self {
        case .not(.not(.test(let test))): test.operation == .isNull
        case .test: false
        case .not(let node): node.negatesNotNull
        case .all(let nodes), .any(let nodes): nodes.contains(where: \.negatesNotNull)
        case .relation(let relation): relation.filter?.negatesNotNull == true
        }
    }
}
#endif
