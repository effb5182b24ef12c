public import Foundation
import QuireCore
import QuireEngine
import QuireHTTP

/// Runs queries on a PocketBase server (0.23 or later, tested with 0.40.6; https://pocketbase.io/docs).
///
/// ```swift
/// let engine = PocketBaseEngine(baseURL: url)
/// let books = try await ContentClient(engine: engine).fetch(Books.query().where(\.age >= 18))
/// // GET /api/collections/books/records?filter=age>=18&sort=id&perPage=10
/// ```
/// A query that the collections cannot run exactly throws `UnsupportedError` before any request is sent.
public struct PocketBaseEngine: Sendable {
    public let settings: PocketBaseSettings
    let connection: PocketBaseConnection

    /// - Parameters:
    ///   - baseURL: The URL before `/api`, for example `https://content.example.org`.
    ///   - authorization: Provides the token for requests to that server. `nil` sends none: the rules for guests apply.
    ///   - settings: Whose collections they are, timeouts and retries.
    ///   - transport: The network, or a test double. Retries and authorization are added to it.
    public init(
        baseURL: URL, authorization: (any AuthorizationProvider)? = nil,
        settings: PocketBaseSettings = PocketBaseSettings(),
        transport: any Transport = URLSessionTransport()
    ) {
        self.settings = settings
        connection = PocketBaseConnection(
            baseURL: baseURL, authorization: authorization, settings: settings, transport: transport)
    }
}
