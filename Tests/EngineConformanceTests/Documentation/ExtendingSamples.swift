import Foundation
import Quire
import QuireConformance
import QuireHTTP
import QuireRemote

// The Swift code of the article "An engine for a REST backend", compiled. Change the article and this file together.

/// Runs queries on a backend with `POST /{module}/search`.
struct BackendEngine: RemoteEngine {
    let server: URL
    var transport: any Transport = NetworkTransport()
    var timeout = Duration.seconds(900)

    let capabilities = EngineCapabilities(
        name: "backend",
        operations: Set(FilterOperation.allCases).subtracting([.like, .notLike, .near, .within]),
        sortsByValue: true, supportsNullOrdering: false, supportsCursors: false, countsTotal: true,
        fullText: false, facets: false, includes: false, maximumPageSize: 500)

    /// `{"field":"year","is":"<","value":1950}`
    func test(_ leaf: Filter.Leaf, of field: FieldDescriptor) throws -> JSONValue {
        try check(field, "a test")
        return .of([
            "field": .string(field.name), "is": .string(leaf.operation.rawValue),
            "value": JSONValue(leaf.value),
        ])
    }

    func request(for search: RemoteSearch<JSONValue>) throws -> HTTPRequest {
        let keys = try search.sort.map { key in
            try check(key.field, "an order")
            return JSONValue.string((key.isDescending ? "-" : "") + key.field.name)
        }
        let body = JSONValue.of([
            "where": Self.condition(search.filter), "sort": .array(keys), "offset": .count(search.offset),
            "limit": .count(search.limit),
        ])
        let url = server.appendingPathComponent(search.module.name).appendingPathComponent("search")
        return HTTPRequest(.post, url, headers: ["Content-Type": "application/json"], body: body.data)
    }

    func page(in response: HTTPResponse, of search: RemoteSearch<JSONValue>) throws -> RemotePage {
        guard response.status == 200, let json = try? JSONValue(parsing: response.body),
            let documents = json["items"]?.elements, let total = json["total"]?.int
        else { throw BackendError(status: response.status, module: search.module.name) }
        return RemotePage(documents: documents, total: total)
    }

    /// The backend compares JSON values. What needs more than that is refused.
    private func check(_ field: FieldDescriptor, _ part: String) throws {
        switch field.kind {
        case .text, .longText, .choice, .integer, .boolean, .relation: return
        case .choices, .relations, .list(.text), .list(.integer): if part == "a test" { return }
        default: break
        }
        throw UnsupportedError(
            engine: capabilities.name, node: "\(part) of \"\(field.name)\"",
            hint: "it compares texts, whole numbers and Booleans only")
    }

    private static func condition(_ filter: LogicalFilter<JSONValue>) -> JSONValue {
        switch filter {
        case .everything: .boolean(true)
        case .nothing: .boolean(false)
        case .test(let test): test
        case .not(let part): .of(["not": condition(part)])
        case .all(let parts): .of(["all": .array(parts.map(condition))])
        case .any(let parts): .of(["any": .array(parts.map(condition))])
        }
    }
}

/// The backend's response cannot be used.
struct BackendError: Error, CustomStringConvertible {
    var status: Int
    var module: String
    var description: String {
        "the backend's response to a search in \(module) has status \(status) and no page"
    }
}

enum BackendSamples {
    static func client(_ url: URL) -> ContentClient {
        ContentClient(engine: BackendEngine(server: url))
    }

    static func run(_ backend: URL) async throws -> ConformanceReport {
        var options = ConformanceOptions()
        options.holdsWrongTypes = false
        options.trees = 300
        let conformance = EngineConformance(options: options) { documents, test in
            let engine = BackendEngine(server: backend)
            for table in documents {
                let lines = try table.items.map { table.module.document(of: $0).description }
                let url = backend.appendingPathComponent(table.module.name)
                let body = Data(lines.joined(separator: "\n").utf8)
                _ = try await engine.transport.send(
                    HTTPRequest(.put, url, body: body), deadline: .after(engine.timeout))
            }
            try await test(engine)
        }
        let report = try await conformance.run { check in print(check) }
        return report
    }
}
