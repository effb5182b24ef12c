import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An error of an engine that can say whether what was asked for is to blame, or the network and the server.
///
/// Where it is an outage, another engine or an answer that was kept can stand in: ``OfflineEngine`` asks for it, and so
/// does an engine that is mirrored on the device. Make the errors of your own engines conform.
public protocol OutageError: Error {
    /// Whether there is no network, or the server fails or is too busy: the same request is good elsewhere, or later.
    ///
    /// A request that the server refuses, or that the engine cannot express, is not an outage.
    var isOutage: Bool { get }
}

/// What errors that know nothing of outages come to.
package enum Outage {
    /// Whether a status means that the server fails: 429 or 5xx.
    package static func means(status: Int) -> Bool { status == 429 || (500...599).contains(status) }

    /// Whether a response of that status may be better the next time: 408, 429 or 5xx.
    package static func isRetryable(status: Int) -> Bool { status == 408 || means(status: status) }

    /// Whether an error is of the network or of a server that fails, and not of the request. Never a cancellation.
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
