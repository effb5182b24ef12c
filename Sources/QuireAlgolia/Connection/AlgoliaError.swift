public import Foundation
import QuireCore
import QuireHTTP
import QuireToolbox

/// An error response of the service: `{"message":…,"status":…}`, or any other failing status.
///
/// Printing shows the message, without the key, and never the body.
public struct AlgoliaError: OutageError, Sendable, Hashable {
    public var status: Int
    /// The service's message; `nil` if the body does not have its error form.
    public var message: String?
    /// The raw body, up to 64 KiB of it.
    public var body: Data
    /// Method and path, for example `POST /1/indexes/books/query`.
    public var request: String

    /// Whether the same request may succeed later.
    public var isRetryable: Bool { RetryPolicy.isRetryable(status: status) }

    /// Whether the status is 429 or 5xx.
    public var isOutage: Bool { Outage.means(status: status) }

    init(_ response: HTTPResponse, to request: String, hiding secrets: [String]) {
        status = response.status
        self.request = request
        body = Data(response.body.prefix(1 << 16))
        if let value = try? JSONValue(parsing: response.body), case .string(let text)? = value["message"] {
            message = secrets.reduce(String(text.prefix(2000))) { text, secret in
                secret.isEmpty ? text : text.replacing(secret, with: "…")
            }
        }
    }
}

extension AlgoliaError: CustomStringConvertible, LocalizedError, CustomReflectable {
    public var description: String {
        var text = "\(request) returned \(status)"
        if let message { text += ": \(message)" }
        return PlainText.error(text, remedy)
    }

    public var errorDescription: String? { description }

    public var customMirror: Mirror { Mirror(self, children: ["error": description]) }

    private var remedy: String {
        switch status {
        case 400: "Check the query, and that the index has the settings of its module (prepare)."
        case 401, 403: "Check the application's ID, the key, and what the key may do."
        case 404: "Check the index's name and prefix, and that it was loaded."
        case 413: "Write smaller items."
        case 429: "Send fewer requests, or try again later."
        case 500...599: "The service failed; try again later."
        default: "Check the response's body for what the service says."
        }
    }
}

/// The body of a successful response does not have the documented form.
///
/// The description names the place and what was expected, never a value.
public struct AlgoliaResponseError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// Method and path, for example `POST /1/indexes/books/query`.
    public var request: String
    /// The place in the response, for example `hits[3]`.
    public var place: String
    public var expected: String

    public var description: String {
        PlainText.error(
            "\(request): expected \(expected) at \(place)",
            "Check that the address is the service's, and that this engine loaded the index.")
    }

    public var errorDescription: String? { description }
}

extension UnsupportedError {
    init(node: String, hint: String) {
        self.init(engine: AlgoliaConnection.engineName, node: node, hint: hint)
    }
}
