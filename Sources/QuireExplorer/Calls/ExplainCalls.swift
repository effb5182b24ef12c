import Foundation
import QuireAlgolia
import QuireCore
import QuireEngine
import QuireHALO
import QuireOpenSearch
import QuirePocketBase
import QuireServer
import QuireStore
import QuireTypesense

/// Shows a query in all its forms: text, Swift, the filter tree, and the request of each engine.
struct ExplainCalls: Sendable {
    let context: ExplorerContext
    private let cache: DialectCache

    init(_ context: ExplorerContext) {
        self.context = context
        cache = DialectCache(context.engines)
    }

    func parse(_ body: BodyObject) throws -> JSONValue {
        let query: ExplorerQuery
        let schema = context.schema.now.schema
        if let text = try body.text("text") {
            query = try QueryParser.query(text)
            // Here, mistakes in names and values still have a place in the text.
            _ = try QueryResolver(schema: schema).resolve(query)
        } else {
            query = try QueryReader.query(try QueryArgument.object(body))
        }
        let (json, text) = Self.forms(query, schema)
        return .record(["query": json, "text": text])
    }

    func explain(_ body: BodyObject) async throws -> JSONValue {
        let reading = context.schema.now
        let query = try QueryReader.query(try QueryArgument.object(body))
        let resolved = try QueryResolver(schema: reading.schema).resolve(query)
        let request = resolved.request
        let (json, text) = Self.forms(query, reading.schema)
        let dialects = await cache.dialects(reading)
        let requests = dialects.map { Self.request($0, request) }
        return .record([
            "query": json, "text": text, "swift": Self.swift(resolved),
            "filter": Self.tree(request.filter), "metaFilter": Self.tree(request.metaFilter),
            "requests": requests.json, "curl": Self.curl(request, dialects)?.json,
        ])
    }

    /// A query as JSON and as text, with tests of members by their paths.
    private static func forms(_ query: ExplorerQuery, _ schema: ExploredSchema) -> (JSONValue, JSONValue) {
        let query = QueryResolver(schema: schema).withMemberTests(query)
        return (QueryJSON.json(query), QueryText(membersOf: schema).text(query).json)
    }

    private static func swift(_ query: ResolvedQuery) -> JSONValue {
        do throws(ExplorerError) {
            return .record(["code": try SwiftEmission(query: query).code().json, "refusal": nil])
        } catch {
            return .record(["code": nil, "refusal": error.message.json])
        }
    }

    private static func tree(_ filter: Filter?) -> JSONValue? {
        filter.flatMap { try? JSONValue(parsing: Data($0.json)) }
    }

    private static func request(_ dialect: Dialect, _ request: SearchRequest) -> JSONValue {
        var (text, plan, refusal): (String?, [String], String?) = (nil, [], nil)
        do {
            let lines = try explanation(of: request, on: dialect).split(
                separator: "\n", omittingEmptySubsequences: false)
            let mark = "-- plan: "
            plan = lines.filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
            text = lines.filter { !$0.hasPrefix(mark) }.joined(separator: "\n")
        } catch {
            refusal = "\(error)"
        }
        return .record([
            "id": dialect.id.json, "label": dialect.label.json, "text": text?.json, "plan": plan.json,
            "refusal": refusal?.json,
        ])
    }

    private static func explanation(of request: SearchRequest, on dialect: Dialect) throws -> String {
        try request.validate(on: dialect.engine)
        return try request.explanation(on: dialect.engine)
    }

    /// HALO's request as a command, with the token in an environment variable.
    private static func curl(_ request: SearchRequest, _ dialects: [Dialect]) -> String? {
        guard let halo = dialects.first(where: { $0.id == "halo" }),
            let text = try? explanation(of: request, on: halo)
        else { return nil }
        return CurlCommand.command(of: text, token: "HALO_TOKEN")
    }
}

/// The dialects of the current schema. They are made when they are needed first.
actor DialectCache {
    private let engines: [ExploredEngine]
    private var made: (revision: Int, dialects: [Dialect])?

    init(_ engines: [ExploredEngine]) { self.engines = engines }

    func dialects(_ reading: CurrentSchema.Reading) async -> [Dialect] {
        if let made, made.revision == reading.revision { return made.dialects }
        let dialects = await Dialect.all(engines, modules: reading.schema.descriptors)
        made = (reading.revision, dialects)
        return dialects
    }
}

/// Writes a request as a command for `curl`.
enum CurlCommand {
    /// - Parameters:
    ///   - text: The request as engines explain it: a line with method and URL, headers, an empty line, and the body.
    ///   - token: The environment variable with the bearer token.
    /// - Returns: `nil` if the text is not one request.
    static func command(of text: String, token: String) -> String? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.first else { return nil }
        let parts = first.split(separator: " ")
        guard parts.count == 2, ["GET", "POST", "PUT"].contains(parts[0]) else { return nil }
        let headers = lines.dropFirst().prefix { !$0.isEmpty && !$0.hasPrefix("{") }
        let body = lines.dropFirst(1 + headers.count).joined(separator: "\n").drop { $0 == "\n" }
        var words = ["curl -X \(parts[0]) \(quoted(parts[1]))"]
        words += headers.filter { $0.contains(": ") }.map { "-H \(quoted($0))" }
        words.append("-H \"Authorization: Bearer $\(token)\"")
        if !body.isEmpty { words.append("--data \(quoted(body))") }
        return words.joined(separator: " \\\n  ")
    }

    /// The text as one word of a shell.
    private static func quoted(_ text: some StringProtocol) -> String {
        "'\(String(text).replacing("'", with: "'\\''"))'"
    }
}

/// A kind of request that the explorer shows for a query.
struct Dialect: Sendable {
    var id: String
    var label: String
    /// The engine whose requests are shown. It is never asked to send one.
    var engine: any ContentEngine

    /// All dialects for the modules: those of the explorer's own engines, and placeholders for the others.
    ///
    /// Placeholders have the addresses and the settings that apps begin with. Their keys are not real.
    static func all(_ engines: [ExploredEngine], modules: [ModuleDescriptor]) async -> [Dialect] {
        var dialects: [Dialect] = []
        for (kind, label) in labels {
            if let own = engines.first(where: { $0.kind == kind }) {
                dialects.append(Dialect(id: kind.rawValue, label: label, engine: own.engine))
            } else if let engine = await placeholder(kind, modules) {
                dialects.append(Dialect(id: kind.rawValue, label: label, engine: engine))
            }
        }
        return dialects
    }

    static let labels: [(ExploredEngine.Kind, String)] = [
        (.store, "SQL"), (.halo, "HALO"), (.typesense, "Typesense"), (.opensearch, "OpenSearch"),
        (.algolia, "Algolia"), (.pocketbase, "PocketBase"),
    ]

    private static func placeholder(
        _ kind: ExploredEngine.Kind, _ modules: [ModuleDescriptor]
    ) async -> (any ContentEngine)? {
        func url(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/") }
        switch kind {
        case .store:
            #if SQLite
            return try? await Store(.memory, modules: modules)
            #else
            return nil
            #endif
        case .halo: return HALOEngine(baseURL: url("https://halo.example"))
        case .typesense: return TypesenseEngine(nodes: [url("http://127.0.0.1:8108")], apiKey: "…")
        case .opensearch: return OpenSearchEngine(nodes: [url("http://127.0.0.1:9200")])
        case .algolia: return AlgoliaEngine(applicationID: "APPLICATION", apiKey: "…")
        case .pocketbase: return PocketBaseEngine(baseURL: url("https://pocketbase.example"))
        }
    }
}
