import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An engine error that knows whether the request or the network and server caused it.
///
/// After an outage, another engine or a cached response can stand in. `OfflineEngine` and mirrored engines check
/// this property. Make the errors of your own engines conform.
public protocol OutageError: Error {
    /// Whether the device is offline, or the server fails or is overloaded. The same request may succeed elsewhere or
    /// later.
    ///
    /// A request that the server refuses, or that the engine cannot express, is not an outage.
    var isOutage: Bool { get }
}

/// Detects outages in errors and statuses.
package enum Outage {
    /// Whether a status means that the server failed: 429 or 5xx.
    package static func means(status: Int) -> Bool { status == 429 || (500...599).contains(status) }

    /// Whether a retry may help after a response with this status: 408, 429 or 5xx.
    package static func isRetryable(status: Int) -> Bool { status == 408 || means(status: status) }

    /// Whether the network or a failing server caused an error, not the request. Never true for a cancellation.
    package static func means(_ error: any Error) -> Bool {
        if let error = error as? any OutageError { return error.isOutage }
        guard let error = error as? URLError else { return false }
        switch error.code {
        case .cancelled, .userCancelledAuthentication, .badURL, .unsupportedURL, .dataLengthExceedsMaximum:
            return false
        default: return true
        }
    }
}
