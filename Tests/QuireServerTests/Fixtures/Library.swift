#if SQLite
import Foundation
import Quire
import QuireStore
import Testing

@testable import QuireServer

/// A small library behind the API, without a network.
struct Library: Sendable {
    static let books = ModuleDescriptor(
        name: "books", id: "5f0000000000000000000001",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isRequired: true, isSortable: true),
            FieldDescriptor(name: "year", kind: .integer, isSortable: true),
            FieldDescriptor(name: "rating", kind: .number, isSortable: true),
            FieldDescriptor(name: "in print", kind: .boolean),
            FieldDescriptor(name: "released", kind: .dateTime(.epochMilliseconds), isSortable: true),
            FieldDescriptor(name: "firstSeen", kind: .date(.dateOnly)),
            FieldDescriptor(name: "language", kind: .choice),
            FieldDescriptor(name: "genres", kind: .choices),
            FieldDescriptor(name: "scores", kind: .list(.integer)),
            FieldDescriptor(name: "blurb", kind: .localizedText),
            FieldDescriptor(name: "body", kind: .longText),
            FieldDescriptor(name: "cover", kind: .image),
            FieldDescriptor(name: "tint", kind: .color),
            FieldDescriptor(name: "place", kind: .geopoint),
            FieldDescriptor(name: "extra", kind: .json),
            FieldDescriptor(
                name: "size",
                kind: .object(
                    FieldTable([
                        FieldDescriptor(name: "pages", kind: .integer),
                        FieldDescriptor(name: "label", kind: .localizedText),
                    ]))),
            FieldDescriptor(name: "author", kind: .relation(module: "authors")),
            FieldDescriptor(name: "editors", kind: .relations(module: "authors")),
        ])

    static let authors = ModuleDescriptor(
        name: "authors",
        fields: [
            FieldDescriptor(name: "name", kind: .text, isRequired: true, isSortable: true),
            FieldDescriptor(name: "year", kind: .integer, isSortable: true),
            FieldDescriptor(name: "about", kind: .localizedText),
        ])

    static let settings = ModuleDescriptor(
        name: "settings", isSingle: true, fields: [FieldDescriptor(name: "theme", kind: .text)])

    static let modules: [ServedModule] = [
        ServedModule(
            books, description: "Books.",
            choices: [
                "language": .init(["english", "french", "japanese"], isClosed: true),
                "genres": .init(["crime", "poetry"]),
            ], fieldDescriptions: ["title": "What it is called."]),
        ServedModule(authors), ServedModule(settings),
    ]

    let store: Store
    let api: ContentAPI

    /// An empty server with one module of a test.
    static func serving(_ module: ModuleDescriptor) async throws -> Library {
        try await Library(modules: [ServedModule(module)])
    }

    /// The id of a module whose descriptor has none.
    static func derivedID(_ module: String) -> String { StableID.make("module/" + module) }

    /// The id of a served module.
    func id(_ module: String) -> String { modules.first { $0.descriptor.name == module }?.id ?? "" }

    private let modules: [ServedModule]

    init(
        _ location: Store.Location = .memory, modules: [ServedModule] = Library.modules,
        options change: (inout DevelopmentServer.Options) -> Void = { _ in }
    ) async throws {
        var options = DevelopmentServer.Options()
        options.locales = [
            LocaleDescriptor("en"), LocaleDescriptor("fr"), LocaleDescriptor("fr-BE", fallbacks: ["fr"]),
        ]
        change(&options)
        self.modules = modules
        let catalog = try ModuleCatalog(modules)
        store = try await Store(location, modules: modules.map(\.descriptor))
        api = ContentAPI(store: store, catalog: catalog, options: options)
        try await api.prepare()
    }

    /// With five books and three authors.
    static func filled() async throws -> Library {
        let library = try await Library()
        try await library.load(
            "authors",
            #"{"id":"ogawa","name":"Ogawa","values":{"name":"Yōko Ogawa","year":1962,"about":{"en":"Writer","fr":"Écrivaine"}},"createdAt":1000}"#,
            #"{"id":"perec","name":"Perec","values":{"name":"Georges Perec","year":1936},"createdAt":2000}"#,
            #"{"id":"nobody","name":"Nobody","values":{"name":"Nobody"},"createdAt":3000}"#)
        try await library.load(
            "books",
            #"{"id":"police","name":"B1","values":{"title":"The Memory Police","year":1994,"rating":4.5,"in print":true,"language":"japanese","released":770000000000,"genres":["crime"],"scores":[1,9],"author":"ogawa","blurb":{"en":"An island","fr":"Une île"},"size":{"pages":274,"label":{"en":"small","fr":"petit"}}},"createdAt":1000,"publishedAt":5000,"tags":[{"name":"brand","value":"A"},{"name":"brand","value":"B"}]}"#,
            #"{"id":"things","name":"B2","values":{"title":"Things","year":1965,"rating":4,"in print":false,"language":"french","genres":["crime","poetry"],"author":"perec","editors":["ogawa","perec"],"blurb":{"fr":"Les choses"}},"createdAt":2000,"publishedAt":5000,"tags":[{"name":"brand","value":"A"}]}"#,
            #"{"id":"life","name":"B3","values":{"title":"Life, a User's Manual","year":1978,"rating":4.5,"language":"french","author":"perec"},"createdAt":3000,"updatedAt":9000}"#,
            #"{"id":"untitled","name":"B4","values":{"title":"Untitled"},"createdAt":4000,"archivedAt":4500}"#,
            #"{"id":"gone","name":"B5","values":{"title":"Gone","year":2001},"createdAt":5000,"updatedAt":6000,"deletedAt":6000}"#
        )
        return library
    }

    func load(_ module: String, _ lines: String...) async throws {
        let summary = try await store.load(module, from: .data(Data(lines.joined(separator: "\n").utf8)))
        try #require(summary.rejectedCount == 0, "\(summary.rejected)")
    }

    // MARK: - Calls

    struct Reply: Sendable {
        var status: Int
        var json: JSONValue
        var headers: [String: String]

        /// The value at a path of keys and positions: `items.0.values.title`.
        subscript(path: String) -> JSONValue? {
            path.split(separator: ".").reduce(Optional(json)) { value, part in
                if case .array(let elements)? = value, let index = Int(part) {
                    return elements.indices.contains(index) ? elements[index] : nil
                }
                return value?[String(part)]
            }
        }

        /// The ids of the instances under a key, or of the bare list.
        func ids(_ key: String = "items") -> [String] {
            guard case .array(let items)? = json[key] ?? Optional(json) else { return [] }
            return items.map(\.instanceID)
        }

        var message: String { if case .string(let text)? = self["error.message"] { text } else { "" } }
    }

    func send(
        _ method: String, _ target: String, _ body: String = "", headers: [(String, String)] = []
    ) async throws -> Reply {
        try await send(method, target, bytes: Array(body.utf8), headers: headers)
    }

    func send(
        _ method: String, _ target: String, bytes: [UInt8], headers: [(String, String)] = []
    ) async throws -> Reply {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var request = ServedRequest(
            method: method, path: "/api/" + parts[0], query: parts.count == 2 ? String(parts[1]) : "",
            headers: headers.map { (name: $0.0, value: $0.1) }, keepsAlive: true, isVersion10: false)
        if !bytes.isEmpty, request.values(ofHeader: "Content-Type").isEmpty {
            request.headers.append(("Content-Type", "application/json"))
        }
        request.body = bytes
        let response = await api.respond(to: request)
        return Reply(
            status: response.status, json: try JSONValue(parsing: Data(response.body)),
            headers: Dictionary(response.headers.map { ($0.name, $0.value) }) { first, _ in first })
    }

    func search(_ body: String) async throws -> Reply {
        try await send("POST", "generalcontent/instance/search", body)
    }

    /// The ids that a search of the books finds.
    func books(_ keys: String) async throws -> [String] {
        let reply = try await search(#"{"moduleName":"books",\#(keys)}"#)
        try #require(reply.status == 200, "\(reply.message)")
        return reply.ids()
    }
}

/// A leaf of a filter as JSON.
func leaf(_ operation: String, _ property: String, _ value: String, _ type: String) -> String {
    #"{"operation":"\#(operation)","property":"\#(property)","value":\#(value),"type":"\#(type)"}"#
}
#endif
