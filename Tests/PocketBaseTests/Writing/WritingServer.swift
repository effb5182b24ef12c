import Foundation
import Quire
import QuireCluster
import QuireCore
import SearchServers
import TransportDoubles

@testable import QuirePocketBase

/// A server that allows batches, and one that does not; each test has a collection of its own.
struct WritingServer {
    let node: PocketBaseNode
    let superuser: PocketBaseAuthorization
    /// The module of the test.
    let module: ModuleDescriptor
    let log = RequestLog()

    private static let withBatches = Task { try await start(batches: true) }
    private static let without = Task { try await start(batches: false) }

    private static func start(
        batches: Bool
    ) async throws -> (node: PocketBaseNode, superuser: PocketBaseAuthorization) {
        let node = try await PocketBaseNode.start()
        let superuser = PocketBaseAuthorization(baseURL: node.url)
        try await superuser.signIn(
            .password(node.email, node.password), to: PocketBaseAuthorization.superusers)
        let server = WritingServer(node: node, superuser: superuser, module: Self.described("none"))
        try await server.call(
            .patch, ["settings"],
            .of([
                "batch": .of([
                    "enabled": .boolean(batches), "maxRequests": .integer(50), "timeout": .integer(10),
                ])
            ]))
        // Tests at the same time would create the collection of revisions twice.
        let first = server.engine(PocketBaseSettings(collections: .managed), as: superuser)
        try await first.prepare([server.module])
        return (node, superuser)
    }

    static func make(batches: Bool = true) async throws -> WritingServer {
        let (node, superuser) = try await (batches ? withBatches : without).value
        let module = described("w_\(UInt64.random(in: 0 ... .max))")
        return WritingServer(node: node, superuser: superuser, module: module)
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
        updateRule: String = "", settings: PocketBaseSettings = PocketBaseSettings()
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
        return try await settled(engine(settings))
    }

    /// An engine of managed collections, which this creates. It acts as the superuser.
    func managed(_ settings: PocketBaseSettings = PocketBaseSettings()) async throws -> PocketBaseEngine {
        var settings = settings
        settings.collections = .managed
        let engine = engine(settings, as: superuser)
        try await engine.prepare([module])
        return try await settled(engine)
    }

    func engine(
        _ settings: PocketBaseSettings = PocketBaseSettings(), as user: (any AuthorizationProvider)? = nil,
        transport: (any Transport)? = nil
    ) -> PocketBaseEngine {
        PocketBaseEngine(
            baseURL: node.url, authorization: user, settings: settings,
            transport: (transport ?? URLSessionTransport()).wrapped(in: [log]))
    }

    /// While other tests create collections, the server does not know a new one for a moment.
    private func settled(_ engine: PocketBaseEngine) async throws -> PocketBaseEngine {
        var patience = Patience(polls: 200)
        while true {
            do {
                try await call(.get, PocketBaseCall.records(of: module.name), nil)
                log.clear()
                return engine
            } catch let error as PocketBaseError where error.status == 404 && patience.goesOn() {
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    func field(_ name: String, _ type: String) -> JSONValue {
        .of(["name": .string(name), "type": .string(type)])
    }

    /// Sends a call as the superuser.
    @discardableResult
    func call(_ method: HTTPRequest.Method, _ path: [String], _ body: JSONValue?) async throws -> JSONValue {
        let connection = PocketBaseConnection(
            baseURL: node.url, authorization: superuser, settings: PocketBaseSettings(),
            transport: URLSessionTransport())
        let response = try await connection.send(
            PocketBaseCall(method, path, body: body?.data, "prepare a test"))
        return (try? JSONValue(parsing: response.body)) ?? .null
    }

    /// The stored record, as the superuser sees it.
    func record(_ id: String) async throws -> JSONValue {
        try await call(.get, PocketBaseCall.records(of: module.name, id), nil)
    }

    /// The number of stored records.
    func count() async throws -> Int? {
        try await call(.get, PocketBaseCall.records(of: module.name), nil)["totalItems"]?.int
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
