import Foundation
import QuireCore
import QuireEngine
import QuireServer
import QuireStore

@testable import QuireExplorer

/// An explorer of the demo's data that runs for one test.
struct RunningExplorer: Sendable {
    let store: Store
    let server: ExplorerServer
    let folder: URL

    var port: Int { server.port }
    var token: String { server.explorer.token.text }

    /// The root of the package.
    static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static let schemaPath = package.appendingPathComponent("Schema/bookshop.json").path

    /// The size of all files of the page, as they are sent.
    static var pageSize: Int {
        PageFiles.names.reduce(0) { $0 + (PageFiles().file($1)?.bytes.count ?? 0) }
    }

    static func schema() throws -> ExploredSchema {
        try CurrentSchema(.paths([schemaPath]), titleFields: [:]).now.schema
    }

    /// Runs the body with an explorer, and stops it afterwards.
    ///
    /// - Parameters:
    ///   - modules: The modules whose items are loaded; `nil` loads all.
    ///   - besides: More engines.
    static func with(
        mayWrite: Bool = false, besides: [ExploredEngine] = [],
        _ body: (RunningExplorer) async throws -> Void
    ) async throws {
        let folder = try makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try await filledStore(folder)
        var options = ExplorerOptions(title: "test")
        options.mayWrite = mayWrite
        options.queriesFile = folder.appendingPathComponent("queries.json").path
        let explorer = try Explorer(
            schema: .paths([schemaPath]),
            engines: [ExploredEngine(.store, label: "Store", engine: store)] + besides, options: options)
        let server = try ExplorerServer(explorer, port: 0)
        try server.start()
        let following = Task { await explorer.follow() }
        let running = RunningExplorer(store: store, server: server, folder: folder)
        do {
            try await body(running)
        } catch {
            await end(running, following)
            throw error
        }
        await end(running, following)
    }

    private static func end(_ running: RunningExplorer, _ following: Task<Void, Never>) async {
        following.cancel()
        await running.server.stop()
        await running.store.close()
    }

    static func makeFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "quire-explorer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// A store with the demo's data, in the folder's file `shop.sqlite`.
    static func filledStore(_ folder: URL) async throws -> Store {
        let modules = try schema().descriptors
        let store = try await Store(
            .file(folder.appendingPathComponent("shop.sqlite").path), modules: modules)
        for module in modules {
            let file = package.appendingPathComponent("Sources/Bookshop/Data/\(module.name).ndjson").path
            _ = try await store.load(module.name, from: .file(file), options: LoadOptions())
        }
        return store
    }

    /// Calls the API as the page does.
    func call(_ name: String, _ body: String? = nil) async throws -> RawHTTP.Response {
        try await RawHTTP.send(
            body == nil ? "GET" : "POST", "/explore/api/\(name)", port: port,
            headers: ["X-Quire-Token": token, "Content-Type": "application/json"],
            body: Array((body ?? "").utf8))
    }
}

extension JSONValue {
    /// The member at a path of keys and positions: `rows.0.id`.
    func at(_ path: String) -> JSONValue {
        path.split(separator: ".").reduce(self) { value, key in
            if case .array(let elements) = value, let index = Int(key) {
                return elements.indices.contains(index) ? elements[index] : .null
            }
            return value[String(key)] ?? .null
        }
    }
}
