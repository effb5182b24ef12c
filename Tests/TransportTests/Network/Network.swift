import Quire
import QuireCurl
import Testing

@testable import struct QuireHTTP.URLSessionTransport

/// The transports, which must behave alike.
enum Network: String, CaseIterable, CustomTestStringConvertible {
    case session, curl

    var testDescription: String { rawValue }

    func transport(_ settings: URLSessionTransport.Settings = .init()) throws -> any SettlingTransport {
        switch self {
        case .session: return URLSessionTransport(settings)
        case .curl:
            return try CurlTransport(
                .init(
                    maximumConnections: settings.maximumConnections,
                    maximumResponseBytes: settings.maximumResponseBytes,
                    maximumBufferedBytes: settings.maximumBufferedBytes,
                    maximumRedirects: settings.maximumRedirects, userAgent: settings.userAgent))
        }
    }
}
