import Foundation
import QuireCluster
import QuireCore
import QuireHTTP
import QuireRemote

/// Sends calls to the hosts of one application: keys, hosts, deadline, errors.
struct AlgoliaConnection: Sendable {
    /// The engine's name in capabilities and errors.
    static let engineName = "Algolia"

    private let applicationID: String
    private let apiKey: String
    private let reads: NodePool
    private let writes: NodePool
    private let timeout: Duration
    private let clock: TransportClock

    init(
        applicationID: String, apiKey: String, settings: AlgoliaSettings, transport: any Transport,
        clock: TransportClock = .system
    ) {
        self.applicationID = applicationID
        self.apiKey = apiKey
        timeout = settings.timeout
        self.clock = clock
        let hosts = settings.hosts ?? AlgoliaHosts(applicationID: applicationID)
        reads = NodePool(hosts.reads, settings: Self.nodes(settings), transport: transport, clock: clock)
        writes = NodePool(hosts.writes, settings: Self.nodes(settings), transport: transport, clock: clock)
    }

    private static func nodes(_ settings: AlgoliaSettings) -> NodeSettings {
        var nodes = NodeSettings(
            timeout: settings.timeout, attemptTimeout: settings.searchTimeout,
            writeAttemptTimeout: settings.writeTimeout, pause: settings.pause, writePatience: .zero)
        nodes.rules = .hosted
        return nodes
    }

    /// Sends a call and returns the body of its response, which is always an object.
    ///
    /// - Parameter path: The components of the path, not encoded.
    /// - Throws: `UnsupportedError` for a name that no index can have; `AlgoliaError` for an error status,
    ///   `AlgoliaResponseError`, `NodesError` if no host responded, `TransportError`, `CancellationError`.
    func send(
        _ method: HTTPRequest.Method, _ path: [String], body: Data? = nil, intent: NodeCall.Intent,
        deadline: Deadline? = nil
    ) async throws -> Data {
        try Self.check(path)
        let encoded = "/" + path.map(Self.encoded).joined(separator: "/")
        var headers: HTTPHeaders = [
            "X-Algolia-Application-Id": applicationID, "X-Algolia-API-Key": apiKey,
            "Accept": "application/json",
        ]
        if body != nil { headers["Content-Type"] = "application/json" }
        let call = NodeCall(method, encoded, headers: headers, body: body, intent: intent)
        let pool = intent == .read ? reads : writes
        let request = Self.name(method, path)
        let response: HTTPResponse
        do {
            response = try await pool.send(call, deadline: deadline ?? self.deadline())
        } catch let error as NodesError {
            // The last error response says more than that all hosts failed.
            guard let last = error.lastResponse else { throw error }
            throw AlgoliaError(last, to: request, hiding: [apiKey])
        }
        guard (200...299).contains(response.status) else {
            throw AlgoliaError(response, to: request, hiding: [apiKey])
        }
        guard response.body.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else {
            throw AlgoliaResponseError(request: request, place: "the response", expected: "an object")
        }
        return response.body
    }

    /// The deadline of a call that begins now.
    func deadline() -> Deadline { Deadline(clock.now() + timeout) }

    /// Calls to all indexes. Their body names the indexes.
    private static let callsToAll = [["1", "indexes", "*", "queries"], ["1", "indexes", "*", "objects"]]

    /// Throws an error if the name of an index would turn the call into another one or address all indexes.
    private static func check(_ path: [String]) throws(UnsupportedError) {
        guard !callsToAll.contains(path), let name = path.first(where: ["", ".", "..", "*"].contains) else {
            return
        }
        throw UnsupportedError(
            node: "the index \"\(name)\"", hint: "no index can have this name; set a prefix")
    }

    /// Encodes a component of a path, except the star in calls to all indexes.
    private static func encoded(_ part: String) -> String { part == "*" ? part : NodeCall.encoded(part) }

    static func name(_ method: HTTPRequest.Method, _ path: [String]) -> String {
        "\(method.rawValue) /\(path.joined(separator: "/"))"
    }
}
