import Foundation
import Quire
import QuireCore
import QuireHTTP
import QuirePocketBase
import QuireRemote
import SearchServers
import TransportDoubles

/// A server that allows batches, and one that does not; each test has a collection of its own.
struct WritingServer {
    let administrator: Administrator
    var node: PocketBaseNode { administrator.node }
    var superuser: PocketBaseAuthorization { administrator.authorization }
    /// The module of the test.
    let module: ModuleDescriptor
    let log = RequestLog()

    private static let withBatches = Task { try await start(batches: true) }
    private static let without = Task { try await start(batches: false) }

    /// Changes of collections wait in line, also behind those of other tests.
    private static let patience = Duration.seconds(900)

    private static func start(batches: Bool) async throws -> Administrator {
        let administrator = try await Administrator(of: PocketBaseNode.start())
        let server = WritingServer(administrator: administrator, module: Self.described("none"))
        try await server.call(
            .patch, ["settings"],
            .of([
                "batch": .of([
                    "enabled": .boolean(batches), "maxRequests": .integer(50), "timeout": .integer(10),
                ])
            ]))
        // Tests at the same time would create the collection of revisions twice.
        let first = server.engine(
            PocketBaseSettings(collections: .managed, timeout: patience), as: administrator.authorization)
        try await first.prepare([server.module])
        return administrator
    }

    static func make(batches: Bool = true) async throws -> WritingServer {
        let administrator = try await (batches ? withBatches : without).value
        let module = described("w_\(UInt64.random(in: 0 ... .max))")
        return WritingServer(administrator: administrator, module: module)
    }

    private static func described(_ name: String) -> ModuleDescriptor {
        ModuleDescriptor(
            name: name,
            fields: [
                FieldDescriptor(name: "title", kind: .text, isSortable: true),
                FieldDescriptor(name: "count", kind: .integer, isSortable: true),
                FieldDescriptor(name: "price", kind: .number),
                FieldDescriptor(name: "done", kind: .boolean),
                FieldDescriptor(name: "day", kind: .dateTime(.epochMilliseconds)),
                FieldDescriptor(name: "picks", kind: .choices),
                FieldDescriptor(name: "extra", kind: .json),
            ])
    }

    /// An engine of existing collections, whose collection this creates. It acts as a guest.
    func existing(
        updateRule: String = "", settings: PocketBaseSettings = PocketBaseSettings(timeout: patience)
    ) async throws -> PocketBaseEngine {
        let everybody = JSONValue.string("")
        let autodate = JSONValue.of(["type": .string("autodate"), "onCreate": .boolean(true)])
        try await call(
            .post, ["collections"],
            .of([
                "name": .string(module.name), "type": .string("base"), "listRule": everybody,
                "viewRule": everybody, "createRule": everybody, "updateRule": .string(updateRule),
                "deleteRule": everybody,
                "fields": .array([
                    field("title", "text"), field("count", "number"), field("price", "number"),
                    field("done", "bool"), field("day", "date"), field("extra", "json"),
                    field("picks", "select").setting("maxSelect", .integer(3))
                        .setting("values", .texts(["a", "b", "c"])),
                    autodate.setting("name", .string("created")),
                    autodate.setting("name", .string("updated")).setting("onUpdate", .boolean(true)),
                ]),
                "indexes": .texts([
                    "CREATE UNIQUE INDEX `u_\(module.name)` ON `\(module.name)` (`title`) "
                        + "WHERE `title` LIKE 'unique%'"
                ]),
            ]))
        log.clear()
        return engine(settings)
    }

    /// An engine of managed collections, which this creates. It acts as the superuser.
    func managed(
        _ settings: PocketBaseSettings = PocketBaseSettings(timeout: patience)
    ) async throws -> PocketBaseEngine {
        var settings = settings
        settings.collections = .managed
        let engine = engine(settings, as: superuser)
        try await engine.prepare([module])
        log.clear()
        return engine
    }

    func engine(
        _ settings: PocketBaseSettings = PocketBaseSettings(), as user: (any AuthorizationProvider)? = nil,
        transport: (any Transport)? = nil
    ) -> PocketBaseEngine {
        PocketBaseEngine(
            baseURL: node.url, authorization: user, settings: settings,
            transport: (transport ?? .inTurns).wrapped(in: [log]))
    }

    func field(_ name: String, _ type: String) -> JSONValue {
        .of(["name": .string(name), "type": .string(type)])
    }

    /// Sends a call as the superuser.
    @discardableResult
    func call(_ method: HTTPRequest.Method, _ path: [String], _ body: JSONValue?) async throws -> JSONValue {
        try await administrator.call(method, path, body)
    }

    /// The stored record, as the superuser sees it.
    func record(_ id: String) async throws -> JSONValue {
        try await call(.get, Administrator.records(of: module.name, id), nil)
    }

    /// The number of stored records.
    func count() async throws -> Int? {
        try await call(.get, Administrator.records(of: module.name), nil)["totalItems"]?.int
    }

    // MARK: - Operations

    func operation(
        _ kind: WriteOperation.Kind, _ id: String?, _ values: JSONValue = .empty, seen: Date? = nil
    ) -> WriteOperation {
        var operation = WriteOperation(kind, module, id: id)
        operation.values = values
        operation.isWhole = kind == .create
        operation.seenUpdatedAt = seen
        return operation
    }

    func adding(_ amount: Int64, _ id: String) -> WriteOperation {
        var operation = operation(.update, id)
        operation.modifiers = [FieldModifier(.add, .integer(amount), of: "count")]
        return operation
    }

    /// Performs one operation.
    func write(_ operation: WriteOperation, to engine: PocketBaseEngine) async throws -> WriteResult {
        try await engine.write(WriteBatch([operation])).first ?? .deleted(nil)
    }
}

extension WriteResult {
    var failure: WriteError? { if case .failed(let failure) = self { failure } else { nil } }

    /// The values of the stored instance.
    var values: JSONValue? { instance?["values"] }

    var instance: JSONValue? {
        if case .stored(let data) = self { try? JSONValue(parsing: data) } else { nil }
    }

    var updatedAt: Date? { instance?["updatedAt"]?.wholeNumber.map { Date(milliseconds: $0) } }
}
