import Foundation
import QuireCluster
import QuireCore
import QuireHTTP
import QuireRemote

/// Sends calls to a cluster: nodes, API key, errors.
struct TypesenseConnection: Sendable {
    /// The engine's name in capabilities and errors.
    static let engineName = "Typesense"

    let pool: NodePool
    private let apiKey: String
    /// Secrets, which are removed from every error message.
    private let secrets: [String]

    init(nodes: [URL], apiKey: String, settings: NodeSettings, transport: any Transport) {
        let debug = NodeCall(.get, "/debug", headers: ["X-TYPESENSE-API-KEY": apiKey], intent: .read)
        let leader = LeaderQuestion(debug) { response in
            (try? JSONValue(parsing: response.body))?.member("state") == .integer(1)
        }
        let secrets = apiKey.isEmpty ? [] : [apiKey]
        let reasons = ServerReasons(
            text: { Self.message(of: $0)?.hiding(secrets) },
            isFinal: { response in
                response.status == 500 && Self.message(of: response).map(TypesenseError.isFinal) ?? false
            })
        pool = NodePool(
            nodes, settings: settings, transport: transport, leader: leader, reasons: reasons)
        self.apiKey = apiKey
        self.secrets = secrets
    }

    /// Sends a call and reads its response as JSON.
    ///
    /// - Throws: `TypesenseError` for an error status, `TransportError`, `CancellationError`.
    func json(_ call: NodeCall, _ what: String) async throws -> JSONValue {
        let response = try await send(call, what)
        do throws(ValueDecodingError) {
            return try JSONValue(parsing: response.body)
        } catch {
            throw TypesenseError(status: response.status, message: error.responseProblem, call: what)
        }
    }

    /// The response as JSON; `nil` for status 404.
    func jsonIfPresent(_ call: NodeCall, _ what: String) async throws -> JSONValue? {
        do {
            return try await json(call, what)
        } catch let error as TypesenseError where error.status == 404 {
            return nil
        }
    }

    func send(_ call: NodeCall, _ what: String) async throws -> HTTPResponse {
        var call = call
        call.headers["X-TYPESENSE-API-KEY"] = apiKey
        if call.body != nil { call.headers["Content-Type"] = "application/json" }
        let response = try await pool.send(call)
        guard (200...299).contains(response.status) else { throw error(response, what) }
        return response
    }

    /// Sends a call to a collection that must exist.
    func sendToCollection(_ call: NodeCall, _ what: String, collection: String) async throws -> HTTPResponse {
        do {
            return try await send(call, what)
        } catch let error as TypesenseError where error.status == 404 {
            throw CollectionError(.missing, collection: collection)
        }
    }

    private func error(_ response: HTTPResponse, _ what: String) -> TypesenseError {
        let message = Self.message(of: response) ?? ""
        return TypesenseError(status: response.status, message: redacted(message), call: what)
    }

    /// The server's message in a response.
    private static func message(of response: HTTPResponse) -> String? {
        guard case .string(let text)? = (try? JSONValue(parsing: response.body))?.member("message"),
            !text.isEmpty
        else { return nil }
        return text
    }

    /// Removes secrets from a message, because servers repeat what they were sent.
    func redacted(_ message: String) -> String {
        message.hiding(secrets)
    }
}

extension NodeCall {
    /// A call with a JSON body.
    static func json(
        _ method: HTTPRequest.Method, _ path: String, body: JSONValue, intent: Intent
    ) -> NodeCall {
        NodeCall(method, path, body: body.data, intent: intent)
    }
}

extension TypesenseConnection {
    /// Reads documents of a collection as they are stored, from the node that handles the writes.
    ///
    /// - Parameter parameters: The filter, the page, and other parameters of a search.
    /// - Returns: The number of documents that match, and those of the page.
    func documents(
        of collection: String, _ parameters: [(name: String, value: JSONValue)]
    ) async throws -> (found: Int, documents: [JSONValue]) {
        let what = "read \(collection)"
        let fixed: [(name: String, value: JSONValue)] = [
            ("collection", .string(collection)), ("q", .string("*")), ("enable_overrides", .boolean(false)),
        ]
        let search = JSONValue.object((fixed + parameters).map { .init($0.name, $0.value) })
        let body = JSONValue.of(["searches": .array([search])])
        let response = try await json(.json(.post, "/multi_search", body: body, intent: .latest), what)
        let result = response.member("results")?.elements?.first
        if let code = result?.member("code")?.int {
            let message = result?.member("error")?.string ?? ""
            throw TypesenseError(status: code, message: redacted(message), call: what)
        }
        guard let hits = result?.member("hits")?.elements, let found = result?.member("found")?.int else {
            throw TypesenseError(unreadable: "the response has no hits", what)
        }
        return (found, hits.compactMap { $0.member("document") })
    }
}

/// The features of the server's version that change a request. An unknown version has none of them.
///
/// | feature | since | known from |
/// |---|---|---|
/// | `!=` on numbers | 0.25 | the documentation |
/// | `id:!=[…]` | 26.0 | the documentation |
///
/// Run here: 0.24.1, which has neither.
struct TypesenseFeatures: Sendable, Hashable {
    /// Whether filters may test numbers with `!=`.
    var negatesNumbers = false
    /// Whether filters may exclude ids.
    var excludesIDs = false

    init(_ version: ServerVersion?) {
        guard let version else { return }
        negatesNumbers = version >= ServerVersion(0, 25)
        excludesIDs = version >= ServerVersion(26)
    }
}
