import Foundation
import Quire
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote
import QuireTesting
import SearchServers
import Seeds

@testable import QuirePocketBase

/// A server with a managed collection, which devices with the former schema write, and the schema changes.
struct FillingServer {
    let node: PocketBaseNode
    let token: String
    /// The former schema, and the one that needs more columns.
    static let former = ModuleDescriptor(
        name: "filled",
        fields: [
            FieldDescriptor(name: "title", kind: .text), FieldDescriptor(name: "age", kind: .integer),
            FieldDescriptor(name: "done", kind: .boolean), FieldDescriptor(name: "words", kind: .json),
        ])
    static let changed = ModuleDescriptor(
        name: "filled",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isSortable: true),
            FieldDescriptor(name: "age", kind: .integer, isSortable: true),
            FieldDescriptor(name: "done", kind: .boolean, isSortable: true),
            FieldDescriptor(name: "words", kind: .list(.text)),
        ])
    /// The columns that the change adds.
    static let columns = [
        "q_s_title", "q_s_age", "q_s_done", "q_l_words", "q_c_words", "q_lo_words", "q_hi_words",
    ]

    /// - Parameter files: The texts of files beside the server's data, by their paths.
    static func start(files: [String: String] = [:]) async throws -> FillingServer {
        let node = try await PocketBaseNode.start(files: files)
        let superuser = PocketBaseAuthorization(baseURL: node.url)
        try await superuser.signIn(
            .password(node.email, node.password), to: PocketBaseAuthorization.superusers)
        let token = try await superuser.authorization(replacing: nil, deadline: .never) ?? ""
        let server = FillingServer(node: node, token: token)
        try await server.call(
            .patch, ["settings"],
            .of([
                "batch": .of([
                    "enabled": .boolean(true), "maxRequests": .integer(50), "timeout": .integer(30),
                ])
            ]))
        try await server.engine().prepare([former])
        for rule in ["listRule", "viewRule", "createRule", "updateRule", "deleteRule"] {
            try await server.call(.patch, ["collections", "filled"], .of([rule: .string("")]))
        }
        return server
    }

    /// An engine of the superuser, or of a guest.
    ///
    /// - Parameter readings: How often it reads the records after the columns have become visible.
    func engine(
        asGuest: Bool = false, _ detection: PocketBaseConflictDetection = .compare,
        transport: any Transport = NetworkTransport(), readings: Int? = nil
    ) -> PocketBaseEngine {
        var engine = PocketBaseEngine(
            baseURL: node.url, authorization: asGuest ? nil : BearerToken(token),
            settings: PocketBaseSettings(
                collections: .managed, timeout: .seconds(900), retries: .never,
                conflictDetection: detection), transport: transport)
        engine.fillingTimes.pause = .milliseconds(20)
        if let readings { engine.fillingTimes.readings = readings }
        return engine
    }

    @discardableResult
    func call(
        _ method: HTTPRequest.Method, _ path: [String], _ body: JSONValue? = nil
    ) async throws -> JSONValue {
        let response = try await engine().connection.send(
            PocketBaseCall(method, path, body: body?.data, action: "test"))
        return response.body.isEmpty ? .null : try JSONValue(parsing: response.body)
    }

    // MARK: - Writers

    static func id(_ number: Int) -> String { "item\(100_000 + number)" }

    /// Values of every kind: none, empty ones, and some that differ in case only.
    static func values(_ number: Int, _ random: inout SeededGenerator) -> JSONValue {
        let titles: [JSONValue] = [
            .null, .string(""), .string("Emma"), .string("emma"), .string("Ünder 'x'"),
        ]
        let ages: [JSONValue] = [
            .null, .integer(0), .integer(-7), .integer(Int64(number)), .integer(9_007_199_254_740_993),
            .integer(.min),
        ]
        let words: [JSONValue] = [
            .null, .texts(["B", "a"]), .texts(["b"]), .texts([""]), .texts(["a", "É"]),
        ]
        return .of([
            "title": titles.randomElement(using: &random) ?? .null,
            "age": ages.randomElement(using: &random) ?? .null,
            "done": [JSONValue.null, .boolean(false), .boolean(true)].randomElement(using: &random) ?? .null,
            "words": words.randomElement(using: &random) ?? .null,
        ])
    }

    /// Writes items with the former schema.
    func write(
        _ numbers: some Sequence<Int>, seed: UInt64, as engine: PocketBaseEngine? = nil
    ) async throws {
        var random = SeededGenerator(seed: seed)
        let operations = numbers.map { number in
            var operation = WriteOperation(.createOrUpdate, Self.former, id: Self.id(number))
            operation.values = Self.values(number, &random)
            operation.isWhole = true
            return operation
        }
        for result in try await (engine ?? self.engine()).write(WriteBatch(operations)) {
            if case .failed(let failure) = result { throw failure }
        }
    }

    // MARK: - What is there

    /// Whether a request makes new columns visible that are not checked yet.
    static func showsColumns(_ request: HTTPRequest) -> Bool {
        guard request.method == .put, let body = request.body, let json = try? JSONValue(parsing: body)
        else { return false }
        return (json["collections"]?.elements ?? []).contains { collection in
            (collection["fields"]?.elements ?? []).contains { field in
                columns.contains(field["name"]?.string ?? "") && field["presentable"] == .boolean(true)
                    && field["hidden"] == .boolean(false)
            }
        }
    }

    /// Queries that need the new columns.
    static let requests: [SearchRequest] = {
        var requests: [SearchRequest] = []
        for field in ["title", "age", "done"] {
            for order in [SortOrder.ascending, .descending] {
                for nulls in [SortKey.Nulls.first, .last] {
                    var request = SearchRequest(module: changed)
                    request.sort = [SortKey(.value(field), order, nulls: nulls)]
                    request.page = .all
                    requests.append(request)
                }
            }
        }
        for (operation, value) in [
            (FilterOperation.equal, "b"), (.notEqual, "b"), (.contains, "É"), (.like, "B"), (.less, "a"),
            (.greaterOrEqual, "a"),
        ] {
            var request = SearchRequest(module: changed)
            request.filter = .leaf(.init(operation, "words", value: .string(value), type: .string))
            request.page = .all
            requests.append(request)
        }
        return requests
    }()

    /// The first query whose result is not that of the plain evaluator.
    func difference() async throws -> String? {
        var all = SearchRequest(module: Self.former)
        all.page = .all
        let stored = try await engine().search([all], decoding: .instances(of: Self.former))[0].items
        let plain = InMemoryEngine()
        await plain.add(stored, to: Self.changed)
        for request in Self.requests {
            let decoder = ItemDecoder.instances(of: Self.changed)
            let expected = try await plain.search([request], decoding: decoder)[0].items.map(\.instanceID)
            let found = try await engine(asGuest: true).search([request], decoding: decoder)[0].items
                .map(\.instanceID)
            if found != expected { return "\(request): \(found.count) of \(expected.count)" }
        }
        return nil
    }

    /// All items as a device with the former schema reads them, without the dates, by id.
    func items() async throws -> [String: JSONValue] {
        var all = SearchRequest(module: Self.former)
        all.page = .all
        let items = try await engine().search([all], decoding: .instances(of: Self.former))[0].items
        return Dictionary(items.map { ($0.instanceID, $0["values"] ?? .null) }) { $1 }
    }

    /// The new columns that users can query.
    func shownColumns() async throws -> [String] {
        (try await call(.get, ["collections", "filled"])["fields"]?.elements ?? [])
            .filter { $0["hidden"] != .boolean(true) }.compactMap { $0["name"]?.string }
            .filter(Self.columns.contains)
    }
}
