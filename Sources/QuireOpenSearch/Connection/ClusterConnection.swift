import Foundation
import QuireCluster
import QuireCore
import QuireHTTP
import QuireRemote

/// Sends calls to the nodes of one cluster: credentials, responses, errors.
struct ClusterConnection: Sendable {
    /// The engine's name in capabilities and errors.
    static let engineName = "OpenSearch"

    let pool: NodePool
    let credentials: OpenSearchCredentials

    /// A JSON document, or several, each followed by a line feed.
    enum Body {
        case none
        case json(JSONValue)
        case lines([UInt8])
    }

    /// One call of the API.
    struct Call {
        var method: HTTPRequest.Method
        /// The path from the first slash on, percent-encoded.
        var path: String
        var query: [(name: String, value: String)] = []
        var body = Body.none
        var intent: NodeCall.Intent
        /// A description of the call, for errors.
        var action: String

        init(
            _ method: HTTPRequest.Method, _ path: String, query: [(name: String, value: String)] = [],
            body: Body = .none, intent: NodeCall.Intent, action: String
        ) {
            self.method = method
            self.path = path
            self.query = query
            self.body = body
            self.intent = intent
            self.action = action
        }
    }

    /// Sends a call and reads its response.
    ///
    /// - Throws: `CollectionError` for a missing index, `OpenSearchError`, `NodesError`, `CancellationError`.
    func send(_ call: Call, deadline: Deadline? = nil) async throws -> JSONValue {
        let (status, json) = try await self.response(call, deadline: deadline)
        guard (200...299).contains(status) else {
            throw failure(json, status: status, call.action)
        }
        guard let json else {
            throw OpenSearchError(
                .unreadable, call.action, status: status, reason: "the response is not JSON")
        }
        return json
    }

    /// Runs a search in an index, whose response is read as a JSON value.
    ///
    /// - Throws: The same errors as `send`; `OpenSearchError` if some shards did not respond in time.
    func search(_ index: String, _ body: JSONValue, action: String) async throws -> JSONValue {
        let response = try await send(
            Call(.post, "/\(index)/_search", body: .json(body), intent: .read, action: action))
        try Self.checkWhole(
            failedShards: response["_shards"]?["failed"]?.int ?? 0,
            isLate: response["timed_out"]?.isTrue == true, action)
        return response
    }

    /// Throws an error if the response to a search is incomplete.
    static func checkWhole(failedShards: Int, isLate: Bool, _ action: String) throws {
        guard failedShards == 0, !isLate else {
            throw OpenSearchError(
                .incomplete, action,
                reason: isLate ? "it took too long" : "\(failedShards) shards did not respond")
        }
    }

    /// Sends a call and parses its response directly from the bytes, without creating a JSON value.
    ///
    /// - Throws: The same errors as `send`.
    func send<Response>(
        _ call: Call, reading read: (Data) throws(ValueDecodingError) -> Response
    ) async throws -> Response {
        let response = try await pool.send(nodeCall(call), deadline: nil)
        guard (200...299).contains(response.status) else {
            throw failure(try? JSONValue(parsing: response.body), status: response.status, call.action)
        }
        do throws(ValueDecodingError) {
            return try read(response.body)
        } catch {
            throw OpenSearchError(
                .unreadable, call.action, status: response.status, reason: error.responseProblem)
        }
    }

    /// The response, or `nil` for status 404.
    func find(_ call: Call) async throws -> JSONValue? {
        let (status, json) = try await self.response(call, deadline: nil)
        if status == 404 { return nil }
        guard (200...299).contains(status) else {
            throw failure(json, status: status, call.action)
        }
        return json ?? .empty
    }

    /// The error of a response.
    func failure(_ json: JSONValue?, status: Int, _ action: String) -> any Error {
        let error = json?["error"]
        if error?["type"]?.string == "index_not_found_exception" {
            return CollectionError(
                .missing, collection: error?["index"]?.string ?? error?["resource.id"]?.string ?? "its name")
        }
        return OpenSearchError(json, status: status, action, hiding: credentials.secrets)
    }

    private func response(_ call: Call, deadline: Deadline?) async throws -> (Int, JSONValue?) {
        let response = try await pool.send(nodeCall(call), deadline: deadline)
        return (response.status, try? JSONValue(parsing: response.body))
    }

    private func nodeCall(_ call: Call) -> NodeCall {
        var headers = HTTPHeaders()
        headers["Accept"] = "application/json"
        if let authorization = credentials.header { headers["Authorization"] = authorization }
        var body: Data?
        switch call.body {
        case .none: break
        case .json(let json):
            headers["Content-Type"] = "application/json"
            body = json.data
        case .lines(let lines):
            headers["Content-Type"] = "application/x-ndjson"
            body = Data(lines)
        }
        return NodeCall(
            call.method, call.path, query: call.query, headers: headers, body: body, intent: call.intent)
    }
}

/// The features of the server's version that change a request. An unknown version has none of them.
///
/// | feature | OpenSearch | Elasticsearch | known from |
/// |---|---|---|---|
/// | `case_insensitive` in `wildcard` | 1.0 | 7.10 | the documentation |
///
/// Run here: osmem, which calls itself OpenSearch.
struct OpenSearchFeatures: Sendable, Hashable {
    /// Whether a wildcard may ignore the case of ASCII letters.
    var ignoresCase = false

    /// - Parameter response: What the server says of itself: `{"version":{"number":"2.11.0","distribution":"opensearch"}}`.
    init(_ response: JSONValue?) {
        guard let version = ServerVersion(response?["version"]?["number"]?.string) else { return }
        let isOpenSearch = response?["version"]?["distribution"]?.string == "opensearch"
        ignoresCase = version >= (isOpenSearch ? ServerVersion(1) : ServerVersion(7, 10))
    }
}
