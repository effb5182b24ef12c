import Foundation
import Quire

/// Carries calls to the hosts of one application: keys, hosts, deadline, errors.
struct AlgoliaConnection: Sendable {
    private let applicationID: String
    private let apiKey: String
    private let reads: NodePool
    private let writes: NodePool
    let timeout: Duration

    init(
        applicationID: String, apiKey: String, settings: AlgoliaEngine.Settings, transport: any Transport
    ) {
        self.applicationID = applicationID
        self.apiKey = apiKey
        timeout = settings.timeout
        let hosts = settings.hosts ?? AlgoliaHosts(applicationID: applicationID)
        reads = NodePool(
            hosts.reads, settings: Self.nodes(settings, settings.searchTimeout), transport: transport)
        writes = NodePool(
            hosts.writes, settings: Self.nodes(settings, settings.writeTimeout), transport: transport)
    }

    private static func nodes(_ settings: AlgoliaEngine.Settings, _ attempt: Duration) -> NodeSettings {
        NodeSettings(
            timeout: settings.timeout, attemptTimeout: attempt, pause: settings.pause, writePatience: .zero)
    }

    /// Sends a call and gives back the body of its answer, which is always an object.
    ///
    /// - Parameter path: Its parts, not encoded.
    /// - Throws: `AlgoliaError` for a status that is no success, `AlgoliaAnswerError`, `TransportError`,
    ///   `CancellationError`.
    func send(
        _ method: HTTPRequest.Method, _ path: [String], body: Data? = nil, _ intent: NodeCall.Intent,
        deadline: Deadline? = nil
    ) async throws -> Data {
        let encoded = "/" + path.map(Self.encoded).joined(separator: "/")
        var headers: HTTPHeaders = [
            "X-Algolia-Application-Id": applicationID, "X-Algolia-API-Key": apiKey,
            "Accept": "application/json",
        ]
        if body != nil { headers["Content-Type"] = "application/json" }
        let call = NodeCall(method, encoded, headers: headers, body: body, intent: intent)
        let pool = intent == .read ? reads : writes
        let response = try await pool.send(call, deadline: deadline ?? .after(timeout))
        let request = Self.name(method, path)
        guard (200...299).contains(response.status) else {
            throw AlgoliaError(response, to: request, hiding: [apiKey])
        }
        guard response.body.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else {
            throw AlgoliaAnswerError(request: request, place: "the answer", expected: "an object")
        }
        return response.body
    }

    /// The star of calls to all indexes stays as it is.
    private static func encoded(_ part: String) -> String { part == "*" ? part : NodeCall.encoded(part) }

    static func name(_ method: HTTPRequest.Method, _ path: [String]) -> String {
        "\(method.rawValue) /\(path.joined(separator: "/"))"
    }
}
