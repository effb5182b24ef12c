import Foundation
import QuireEngine
import QuireHTTP

/// The stored text of an error: enough for people to act on, without credentials.
enum OutboxErrorText {
    static func text(of error: any Error) -> String {
        switch error {
        case let error as any DeliveryError: error.storedText
        case let error as TransportError: withoutSecrets(error.description)
        case let error as WriteError: withoutSecrets(error.message)
        case is CancellationError: "it was cancelled"
        default: "an error of the type \(type(of: error))"
        }
    }

    /// Removes the text after words like `Bearer` or `token`.
    static func withoutSecrets(_ text: String) -> String {
        let pattern =
            /(?i)\b(bearer|basic|token|access_token|refresh_token|secret|client_secret|password|api_key)\b(["']?\s*[:=]\s*["']?|\s+)[^\s"',;&]+/
        return String(text.replacing(pattern) { "\($0.1)\($0.2)…" }.prefix(2000))
    }
}
