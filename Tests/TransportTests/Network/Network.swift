import QuireHTTP
import Testing

/// The transports, which must behave alike.
enum Network: String, CaseIterable, CustomTestStringConvertible {
    case session, curl

    var testDescription: String { rawValue }

    func transport(_ settings: TransportSettings = .init()) throws -> any SettlingTransport {
        switch self {
        case .session: return URLSessionTransport(settings)
        case .curl: return try CurlTransport(settings)
        }
    }
}
