#if SQLite
import CSQLite
import Foundation
import Quire
import QuireHTTP
import QuireConformance
import QuireCore
import Testing

@testable import QuirePocketBase

/// PocketBase with managed collections, on a real server that the tests start.
struct PocketBaseUnderTest: EngineUnderTest {
    let name = "PocketBase"

    var testDescription: String { "PocketBase, managed" }

    var hasEveryCapability: Bool { false }

    var options: ConformanceOptions {
        .seeded { options in
            options.holdsWrongTypes = false
            // The full number takes long on a machine with two cores.
            options.trees = ProcessInfo.processInfo.environment["QUIRE_SOAK"] == nil ? 400 : 1_500
            options.batchSize = 20
        }
    }

    func withEngine<Result>(
        holding documents: [ConformanceDocuments], _ body: (any ContentEngine) async throws -> Result
    ) async throws -> Result {
        try await PocketBaseServers.shared.with { server in
            let engine = PocketBaseEngine(
                baseURL: server.node.url, authorization: BearerToken(server.token),
                settings: PocketBaseSettings(collections: .managed, timeout: .seconds(900)))
            let modules = documents.map(\.module)
            try await engine.prepare(modules)
            for part in documents { try await PocketBaseFilling(engine, server).fill(part) }
            let result = try await body(engine)
            try await engine.remove(modules)
            return result
        }
    }
}

/// Fills a managed collection with the suite's documents.
///
/// Most of each record goes through the API, as every write does. Afterwards, what the API refuses is set in the
/// database: ids with other characters, the server's dates, and relations to records that do not exist. Filters and sort orders must be exact for these as well.
private struct PocketBaseFilling {
    private let engine: PocketBaseEngine
    private let server: PocketBaseServer

    init(_ engine: PocketBaseEngine, _ server: PocketBaseServer) {
        self.engine = engine
        self.server = server
    }

    func fill(_ documents: ConformanceDocuments) async throws {
        let layout = engine.layout(of: documents.module)
        let writer = RecordWriter(layout: layout, files: FileAddress(baseURL: server.node.url))
        var records: [JSONValue] = []
        var patches: [(id: String, columns: [(String, String)])] = []
        for (number, instance) in try documents.items.enumerated() {
            guard case .object(var members) = writer.body(of: instance).whole(layout) else { continue }
            var patch: [(String, String)] = [("id", text(instance.member("id")))]
            for (column, name) in [("created", "createdAt"), ("updated", "updatedAt")] {
                let date = DateReading.milliseconds(of: instance.member(name) ?? .null, .epochMilliseconds)
                patch.append((column, date.map(RecordDate.text) ?? ""))
            }
            for field in layout.fields where field.storage == .relation || field.storage == .relations {
                guard let index = members.firstIndex(where: { $0.name == field.column }) else { continue }
                patch.append((field.column, text(members[index].value)))
                members[index].value = field.storage == .relation ? .string("") : .array([])
            }
            let id = "t\(number)"
            patches.append((id, patch))
            records.append(.object([.init("id", .string(id))] + members))
        }
        try await server.create(records, in: layout.name)
        try update(layout.name, patches)
    }

    /// The value as the column holds it.
    private func text(_ value: JSONValue?) -> String {
        if case .string(let text)? = value { return text }
        return value?.description ?? ""
    }

    private func update(_ table: String, _ patches: [(id: String, columns: [(String, String)])]) throws {
        var opened: OpaquePointer?
        let path = server.node.folder.appendingPathComponent("data/data.db").path
        guard sqlite3_open(path, &opened) == SQLITE_OK, let database = opened else {
            throw PocketBaseSetupFailure(text: "cannot open \(path)")
        }
        defer { sqlite3_close(database) }
        sqlite3_busy_timeout(database, 30_000)
        let transient = unsafeBitCast(-1 as Int, to: sqlite3_destructor_type.self)
        sqlite3_exec(database, "BEGIN IMMEDIATE", nil, nil, nil)
        for patch in patches {
            let columns = patch.columns.map { "`\($0.0)` = ?" }.joined(separator: ", ")
            var statement: OpaquePointer?
            guard
                sqlite3_prepare_v2(
                    database, "UPDATE `\(table)` SET \(columns) WHERE id = ?", -1, &statement, nil)
                    == SQLITE_OK
            else { throw PocketBaseSetupFailure(text: String(cString: sqlite3_errmsg(database))) }
            defer { sqlite3_finalize(statement) }
            for (index, value) in (patch.columns.map(\.1) + [patch.id]).enumerated() {
                let bytes = Array(value.utf8)
                _ = bytes.withUnsafeBytes {
                    sqlite3_bind_text(
                        statement, Int32(index + 1), $0.baseAddress?.assumingMemoryBound(to: CChar.self),
                        Int32(bytes.count), transient)
                }
                if bytes.isEmpty { sqlite3_bind_text(statement, Int32(index + 1), "", 0, transient) }
            }
            guard sqlite3_step(statement) == SQLITE_DONE else {
                throw PocketBaseSetupFailure(text: String(cString: sqlite3_errmsg(database)))
            }
        }
        guard sqlite3_exec(database, "COMMIT", nil, nil, nil) == SQLITE_OK else {
            throw PocketBaseSetupFailure(text: String(cString: sqlite3_errmsg(database)))
        }
    }
}
#endif
