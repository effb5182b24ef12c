#if os(Linux)
import Foundation
import FoundationNetworking
import Synchronization

/// Sends the streams of a `URLSessionTransport` over libcurl.
///
/// While a response is incomplete, Foundation's session on Linux runs through its work queue without a pause, although
/// nothing arrives. A stream that stays open would keep a CPU core busy.
final class SessionStreams: Sendable {
    private let settings: TransportSettings
    private let headers: HTTPHeaders
    private let made = Mutex<CurlTransport?>(nil)

    /// Returns `nil` if the session loads with protocols of its own.
    init?(_ settings: TransportSettings, _ session: URLSessionConfiguration) {
        let protocols = { (session: URLSessionConfiguration) in
            (session.protocolClasses ?? []).map { ObjectIdentifier($0) }
        }
        guard protocols(session) == protocols(.ephemeral) else { return nil }
        self.settings = settings
        var headers = HTTPHeaders()
        for case (let name as String, let value as String) in session.httpAdditionalHeaders ?? [:] {
            headers.append(name, value)
        }
        self.headers = headers
    }

    /// The transport, created for the first stream. `nil` without libcurl: streams then use the session.
    var transport: CurlTransport? {
        made.withLock { made in
            if made == nil { made = try? CurlTransport(settings) }
            return made
        }
    }

    /// Returns the request with the session's headers that it does not set itself.
    func completing(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        for field in headers where request.headers[field.name] == nil {
            request.headers.append(field.name, field.value)
        }
        return request
    }
}
#endif
