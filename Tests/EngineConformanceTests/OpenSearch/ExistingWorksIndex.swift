import Foundation
import Quire
import QuireCore
import QuireHTTP
import QuireOpenSearch
import QuireTesting
import SearchServers
import Testing

/// An index of works that another program made and filled, and the same items in memory.
struct ExistingWorksIndex {
    /// How the mapping holds the lists of objects.
    enum Form: String, CaseIterable {
        /// As fields of the item, without keeping the objects apart.
        case object
        /// Kept apart, also the lists inside.
        case nested
        /// Kept apart, but not the lists inside.
        case nestedOnce
    }

    let engine: OpenSearchEngine
    let memory: InMemoryEngine
    let path: String

    /// How the other program describes its index.
    static func mapping(_ form: Form) -> String {
        let outer = form == .object ? "" : #""type":"nested","#
        let inner = form == .nested ? #""type":"nested","# : ""
        let text = #"{"type":"text","fields":{"keyword":{"type":"keyword","ignore_above":64}}}"#
        return """
            {"settings":{"number_of_replicas":0},"mappings":{"properties":{
            "title":\(text),
            "size":{"properties":{"width":{"type":"long"},"depth":{"type":"double"},"unit":\(text),
              "framed":{"type":"boolean"},"seen":{"type":"date"},"sold":{"type":"long"},"tags":{"type":"keyword"},
              "note":{"type":"text"},"hidden":{"type":"keyword"},"box":{"properties":{"height":{"type":"integer"}}}}},
            "people":{\(outer)"properties":{"name":{"type":"keyword"},"role":\(text),"born":{"type":"integer"},
              "share":{"type":"double"},"alive":{"type":"boolean"},"since":{"type":"long"},"marks":{"type":"long"},
              "about":{"type":"text"},"home":{"properties":{"town":{"type":"keyword"}}},
              "jobs":{\(inner)"properties":{"task":{"type":"keyword"},"year":{"type":"long"}}}}}}}}
            """
    }

    @discardableResult
    static func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil
    ) async throws -> JSONValue {
        let server = try await SearchServers.openSearch()
        var request = HTTPRequest(
            method, URL(string: path, relativeTo: server.url) ?? server.url, body: body.map { Data($0.utf8) })
        request.headers["Content-Type"] = "application/json"
        let response = try await NetworkTransport().send(request, deadline: .after(.seconds(900)))
        return try JSONValue(parsing: response.body)
    }

    /// Runs the body with an index of these documents, which the engine has seen.
    static func with(
        _ form: Form, _ sources: [JSONValue] = ExistingWorks.sources(hasNullsInLists: true),
        isSeen: Bool = true, _ body: (ExistingWorksIndex) async throws -> Void
    ) async throws {
        let server = try await SearchServers.openSearch()
        let prefix = "existing-\(UUID().uuidString.lowercased())-"
        let path = "/\(prefix)works"
        try await send(.put, path, mapping(form))
        var lines = ""
        for (row, source) in sources.enumerated() {
            lines += "{\"index\":{\"_id\":\"\(ExistingWorks.id(row))\"}}\n\(source)\n"
        }
        let loaded = try await send(.post, "\(path)/_bulk?refresh=true", lines)
        #expect(loaded["errors"] == .boolean(false), "\(loaded)")
        let memory = InMemoryEngine()
        await memory.add(ExistingWorks.items(sources), to: ExistingWorks.module)
        let engine = OpenSearchEngine(
            nodes: [server.url],
            settings: OpenSearchSettings(
                prefix: prefix,
                nodes: NodeSettings(timeout: .seconds(300), attemptTimeout: .seconds(300)), refresh: .now))
        do {
            if isSeen {
                _ = try await engine.search(
                    [ExistingWorks.request(nil)], decoding: .ids(of: ExistingWorks.module))
            }
            try await body(ExistingWorksIndex(engine: engine, memory: memory, path: path))
        } catch {
            try await send(.delete, path)
            throw error
        }
        try await send(.delete, path)
    }

    /// The ids of the items that a filter finds, and whether memory finds the same.
    func ids(_ filter: Filter) async throws -> [String] {
        let request = ExistingWorks.request(filter)
        let decoder = ItemDecoder.ids(of: ExistingWorks.module)
        let found = try await engine.search([request], decoding: decoder)[0].items
        #expect(try await memory.search([request], decoding: decoder)[0].items == found, "\(filter)")
        return found
    }
}
