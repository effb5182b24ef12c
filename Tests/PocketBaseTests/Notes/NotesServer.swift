import Foundation
import Quire
import QuireCore
import QuireHTTP
import QuireRemote
import QuireStore
import QuireSync
import SearchServers
import TransportDoubles

@testable import QuirePocketBase

/// A PocketBase server with the collection `notes`, and what its owner and its users do there.
struct NotesServer: Sendable {
    let node: PocketBaseNode
    let transport = NetworkTransport()
    /// The superuser's token.
    let token: String

    /// - Parameters:
    ///   - rule: Who may list, view and write.
    ///   - hooks: The server's hooks.
    ///   - script: A hook of the server's owner.
    static func start(
        rule: String = "", hooks: PocketBaseHooks? = nil, script: String? = nil
    ) async throws -> NotesServer {
        var files: [String: String] = [:]
        files["pb_hooks/own.pb.js"] = script
        for (name, text) in hooks?.files ?? [:] { files["pb_hooks/\(name)"] = text }
        let node = try await PocketBaseNode.start(files: files)
        let answer = try await call(
            .post, node.url, "collections/_superusers/auth-with-password",
            .of(["identity": .string(node.email), "password": .string(node.password)]), nil,
            NetworkTransport())
        let server = NotesServer(node: node, token: answer.member("token")?.string ?? "")
        try await server.call(.post, "collections", collection(rule))
        try await server.call(
            .patch, "settings",
            .of([
                "batch": .of([
                    "enabled": .boolean(true), "maxRequests": .integer(1_000), "timeout": .integer(30),
                ])
            ]))
        return server
    }

    private init(node: PocketBaseNode, token: String) {
        self.node = node
        self.token = token
    }

    private static func collection(_ rule: String) -> JSONValue {
        .of([
            "name": .string("notes"), "type": .string("base"), "listRule": .string(rule),
            "viewRule": .string(rule),
            "createRule": .string(rule), "updateRule": .string(rule), "deleteRule": .string(rule),
            "fields": .array([
                .of(["name": .string("title"), "type": .string("text")]),
                .of(["name": .string("number"), "type": .string("number"), "onlyInt": .boolean(true)]),
                .of(["name": .string("created"), "type": .string("autodate"), "onCreate": .boolean(true)]),
                .of([
                    "name": .string("updated"), "type": .string("autodate"), "onCreate": .boolean(true),
                    "onUpdate": .boolean(true),
                ]),
            ]), "indexes": .texts(["CREATE INDEX notes_updated ON notes (updated, id)"]),
        ])
    }

    // MARK: - Calls

    /// A call of the superuser, or with another token.
    ///
    /// - Parameter seen: The `updated` of the record that the caller has read, for the server's hooks.
    @discardableResult
    func call(
        _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil, token: String? = nil,
        seen: String? = nil
    ) async throws -> JSONValue {
        try await Self.call(method, node.url, path, body, token ?? self.token, transport, seen: seen)
    }

    private static func call(
        _ method: HTTPRequest.Method, _ url: URL, _ path: String, _ body: JSONValue?, _ token: String?,
        _ transport: some Transport, seen: String? = nil
    ) async throws -> JSONValue {
        guard let url = URL(string: "\(url.absoluteString)/api/\(path)") else { throw CancellationError() }
        var request = HTTPRequest(method, url, body: body?.data)
        if body != nil { request.headers["Content-Type"] = "application/json" }
        request.headers["Authorization"] = token
        request.headers[PocketBaseHooks.versionHeader] = seen
        let response = try await transport.send(request, deadline: .after(.seconds(1_800)))
        guard (200...299).contains(response.status) else {
            throw PocketBaseError(response, "\(method.rawValue) \(path)")
        }
        return response.body.isEmpty ? .null : try JSONValue(parsing: response.body)
    }

    // MARK: - The other client

    static func id(_ number: Int) -> String {
        let digits = String(number)
        return "note" + String(repeating: "0", count: 11 - digits.count) + digits
    }

    private static func body(_ number: Int, _ title: String, _ value: Int) -> JSONValue {
        .of(["id": .string(id(number)), "title": .string(title), "number": .integer(Int64(value))])
    }

    func create(_ number: Int, _ title: String, _ value: Int = 0) async throws {
        try await call(.post, "collections/notes/records", Self.body(number, title, value))
    }

    func update(_ number: Int, _ title: String, _ value: Int = 0) async throws {
        try await call(
            .patch, "collections/notes/records/\(Self.id(number))",
            .of(["title": .string(title), "number": .integer(Int64(value))]))
    }

    func delete(_ number: Int) async throws {
        try await call(.delete, "collections/notes/records/\(Self.id(number))")
    }

    /// Creates or replaces records in one transaction.
    func put(_ numbers: some Sequence<Int>, _ title: String) async throws {
        let requests = numbers.map { number in
            JSONValue.of([
                "method": .string("PUT"), "url": .string("/api/collections/notes/records?fields=id"),
                "body": Self.body(number, title, number),
            ])
        }
        try await call(.post, "batch", .of(["requests": .array(requests)]))
    }

    func setRule(_ rule: String) async throws {
        try await call(
            .patch, "collections/notes", .of(["listRule": .string(rule), "viewRule": .string(rule)]))
    }

    /// The titles of all records by id, as the superuser sees them.
    func titles() async throws -> [String: String] {
        var titles: [String: String] = [:]
        var last = ""
        while true {
            let page = try await call(
                .get,
                "collections/notes/records?perPage=1000&skipTotal=1&sort=id&fields=id,title&filter=id%3E'\(last)'"
            )
            let items = page.member("items")?.elements ?? []
            for item in items { titles[item.member("id")?.string ?? ""] = item.member("title")?.string ?? "" }
            guard items.count == 1_000, let id = items.last?.member("id")?.string else { return titles }
            last = id
        }
    }

    // MARK: - The app

    /// Creates a user and signs in.
    func signIn(_ name: String) async throws -> String {
        let (email, password) = (
            JSONValue.string("\(name)@example.org"), JSONValue.string("password-of-\(name)")
        )
        try await call(
            .post, "collections/users/records",
            .of(["email": email, "password": password, "passwordConfirm": password]))
        let answer = try await call(
            .post, "collections/users/auth-with-password", .of(["identity": email, "password": password]),
            token: "")
        return answer.member("token")?.string ?? ""
    }

    /// Revokes all tokens of a user.
    func revokeTokens(of name: String) async throws {
        let found = try await call(.get, "collections/users/records?filter=email='\(name)@example.org'")
        let id = found.member("items")?.elements?.first?.member("id")?.string ?? ""
        let password = JSONValue.string("another-password-of-\(name)")
        try await call(
            .patch, "collections/users/records/\(id)",
            .of(["password": password, "passwordConfirm": password]))
    }

    func engine(
        _ authorization: (any AuthorizationProvider)? = nil,
        _ settings: PocketBaseSettings = PocketBaseSettings(),
        transport: (any Transport)? = nil
    ) -> PocketBaseEngine {
        var engine = PocketBaseEngine(
            baseURL: node.url, authorization: authorization, settings: settings,
            transport: transport ?? self.transport)
        engine.realtimeTimes.delays = RetryPolicy(
            baseDelay: .milliseconds(20), maximumDelay: .milliseconds(200))
        return engine
    }
}

/// A store for notes, and a sync into it.
struct NotesDevice: Sendable {
    let store: Store
    let sync: ContentSync

    init(_ engine: any SyncingEngine, _ store: Store) {
        self.store = store
        sync = ContentSync(from: engine, into: store)
    }

    init(_ engine: any SyncingEngine, at location: Store.Location = .memory) async throws {
        self.init(engine, try await Store(location, modules: [Notes.descriptor]))
    }

    var content: ContentClient { ContentClient(engine: store) }

    /// The titles of all stored notes by id.
    func titles() async throws -> [String: String] {
        var titles: [String: String] = [:]
        for try await note in content.all(Notes.query()) { titles[note.id.rawValue] = note.title ?? "" }
        return titles
    }
}

/// An authorization whose token can be replaced.
final class HeldToken: AuthorizationProvider, @unchecked Sendable {
    private let lock = NSLock()
    private var value: String?

    init(_ value: String?) { self.value = value }

    func set(_ value: String?) { lock.withLock { self.value = value } }

    func authorization(replacing rejected: String?) -> String? { lock.withLock { value } }
}

/// Counts the requests, and can change what passes.
final class WatchedTransport: Transport, @unchecked Sendable {
    private let lock = NSLock()
    private let next: any Transport
    private var sent: [String] = []
    private let change: @Sendable (HTTPRequest, HTTPResponse) -> HTTPResponse

    init(
        _ next: any Transport,
        _ change: @escaping @Sendable (HTTPRequest, HTTPResponse) -> HTTPResponse = { $1 }
    ) {
        self.next = next
        self.change = change
    }

    /// The requests since the last call, as `GET notes?perPage=…`.
    func takeRequests() -> [String] {
        lock.withLock {
            defer { sent = [] }
            return sent
        }
    }

    func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        note(request)
        return change(request, try await next.send(request, deadline: deadline))
    }

    func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        note(request)
        return try await next.stream(request, deadline: deadline)
    }

    private func note(_ request: HTTPRequest) {
        let url = request.url.absoluteString
        lock.withLock {
            sent.append("\(request.method.rawValue) \(url.split(separator: "/api/").last ?? "")")
        }
    }
}
