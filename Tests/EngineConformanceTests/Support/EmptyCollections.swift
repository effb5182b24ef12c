import Foundation
import Quire
import QuireCore
import QuireHTTP
import QuireOpenSearch
import QuireTypesense
import SearchServers
import Testing

@testable import QuireConformance

/// Empty collections as another program would make them for the modules of the support table: natural fields only.
enum EmptyCollections {
    private static let modules = [SamplesModule.descriptor, TextCases.module, Topics.module]

    /// Runs the body with an engine on collections of Typesense.
    static func withTypesense(_ body: (any ContentEngine) async throws -> Void) async throws {
        let suffix = UUID().uuidString
        for module in modules {
            let fields = module.fields.fields.compactMap { field -> String? in
                guard let type = typesenseType(of: field.kind), field.name != "id" else { return nil }
                let isSorted = field.isSortable && type == "string" ? ",\"sort\":true" : ""
                let isFacet = field.facet != nil && type != "geopoint"
                return """
                    {"name":\(JSONValue.string(field.name)),"type":"\(type)","optional":true,"facet":\(isFacet)\(isSorted)}
                    """
            }
            try await ExistingTypesenseShelf.send(
                .post, "/collections",
                "{\"name\":\"\(module.name)\(suffix)\",\"fields\":[\(fields.joined(separator: ","))]}")
        }
        let server = try await SearchServers.typesense()
        try await body(
            TypesenseEngine(
                nodes: [server.url], apiKey: server.apiKey,
                settings: TypesenseSettings(
                    nodes: NodeSettings(timeout: .seconds(900), attemptTimeout: .seconds(900)),
                    collections: names(suffix))))
        for name in names(suffix).values {
            try await ExistingTypesenseShelf.send(.delete, "/collections/\(name)")
        }
    }

    /// Runs the body with an engine on indices of OpenSearch.
    static func withOpenSearch(_ body: (any ContentEngine) async throws -> Void) async throws {
        let server = try await SearchServers.openSearch()
        let suffix = UUID().uuidString.lowercased()
        func send(_ method: HTTPRequest.Method, _ name: String, _ body: String? = nil) async throws {
            let request = HTTPRequest(
                method, server.url.appendingPathComponent(name),
                headers: ["Content-Type": "application/json"], body: body.map { Data($0.utf8) })
            let response = try await NetworkTransport().send(request, deadline: .after(.seconds(900)))
            #expect(response.status == 200, "\(String(decoding: response.body, as: UTF8.self))")
        }
        for module in modules {
            let fields = module.fields.fields.compactMap { field -> String? in
                guard let type = openSearchType(of: field.kind), !field.name.contains(".") else { return nil }
                return "\(JSONValue.string(field.name)):\(type)"
            }
            try await send(
                .put, module.name + suffix,
                "{\"mappings\":{\"properties\":{\(fields.joined(separator: ","))}}}")
        }
        try await body(
            OpenSearchEngine(
                nodes: [server.url],
                settings: OpenSearchSettings(
                    nodes: NodeSettings(timeout: .seconds(300), attemptTimeout: .seconds(300)),
                    collections: names(suffix))))
        for name in names(suffix).values { try await send(.delete, name) }
    }

    private static func names(_ suffix: String) -> [String: String] {
        Dictionary(uniqueKeysWithValues: modules.map { ($0.name, $0.name + suffix) })
    }

    private static func typesenseType(of kind: FieldKind) -> String? {
        switch kind {
        case .integer, .scalar(.integer), .date(.epochMilliseconds), .time(.epochMilliseconds),
            .dateTime(.epochMilliseconds), .dateTime(.epochSeconds):
            "int64"
        case .number, .scalar(.number): "float"
        case .boolean, .scalar(.boolean): "bool"
        case .geopoint: "geopoint"
        case .list(let element): typesenseType(of: element).map { $0 + "[]" }
        case .choices, .relations: "string[]"
        case .json, .object, .localizedText: nil
        default: "string"
        }
    }

    private static func openSearchType(of kind: FieldKind) -> String? {
        switch kind {
        case .text, .longText, .html:
            #"{"type":"text","fields":{"keyword":{"type":"keyword","ignore_above":256}}}"#
        case .integer, .scalar(.integer): #"{"type":"long"}"#
        case .number, .scalar(.number): #"{"type":"double"}"#
        case .boolean, .scalar(.boolean): #"{"type":"boolean"}"#
        case .dateTime(.epochSeconds): #"{"type":"date","format":"epoch_second"}"#
        case .date, .time, .dateTime: #"{"type":"date"}"#
        case .geopoint: #"{"type":"geo_point"}"#
        case .list(let element): openSearchType(of: element)
        case .json, .object, .localizedText: nil
        default: #"{"type":"keyword"}"#
        }
    }
}
