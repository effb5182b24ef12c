import Foundation
import Quire
import QuireHTTP
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The transports, which must behave alike.
enum Network: String, CaseIterable, CustomTestStringConvertible {
    case session, curl
    /// A session with a protocol of its own, whose streams do not use libcurl.
    case ownProtocol

    /// Where sending is concerned, a session with a protocol of its own differs from none.
    static let allCases: [Network] = [.session, .curl]
    static let streaming: [Network] = [.session, .curl, .ownProtocol]

    var testDescription: String { rawValue }

    func transport(_ settings: TransportSettings = .init()) throws -> any SettlingTransport {
        switch self {
        case .session: return URLSessionTransport(settings)
        case .curl: return try CurlTransport(settings)
        case .ownProtocol:
            let session = URLSessionConfiguration.ephemeral
            session.protocolClasses = [UnusedProtocol.self] + (session.protocolClasses ?? [])
            return URLSessionTransport(settings, session: session)
        }
    }
}

private final class UnusedProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { false }
    override class func canInit(with task: URLSessionTask) -> Bool { false }
}
