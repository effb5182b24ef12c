import Foundation
import QuireEngine
import QuireHTTP
import QuireRemote
import QuireToolbox

/// A sign-in that failed, or a request that was not sent because its sign-in is over.
///
/// PocketBase treats a request with an expired or revoked token as a guest's: a list is shorter, with status 200. Quire therefore throws `signInEnded` instead of sending it. The error never contains a password or a
/// token, even if the server repeats one.
public struct PocketBaseAuthorizationError: Error, Sendable, Hashable {
    /// The reason.
    public enum Kind: Sendable, Hashable {
        /// The server does not accept the credentials.
        case rejected
        /// The collection does not allow this way to sign in, or its rule excludes the user.
        case notAllowed
        /// The server accepts the credentials, and wants a second, different way to sign in.
        case needsSecondFactor(multiFactorID: String)
        /// Nobody is signed in.
        case notSignedIn
        /// The token has expired or was revoked, for example by a change of the password.
        case signInEnded
        /// The server was unreachable or failed. The next request tries again.
        case unavailable
        /// The server's response contains no usable token.
        case invalidResponse
        /// The user changed while the request was in flight. It is not sent as another user.
        case identityChanged
        /// The request's deadline passed while it waited for the token.
        case timedOut
    }

    public var kind: Kind
    /// The auth collection, for example `users`.
    public var collection: String
    /// The status of the server's response, if there was one.
    public var status: Int?
    /// Details, such as the server's message or the network error.
    public var detail: String

    init(_ kind: Kind, _ collection: String, status: Int? = nil, detail: String = "") {
        self.kind = kind
        self.collection = collection
        self.status = status
        self.detail = detail
    }

    /// Creates the error of a failed call, without secrets.
    init(_ error: any Error, _ collection: String, hiding secrets: [String]) {
        switch error {
        case let error as PocketBaseAuthorizationError: self = error
        case let error as PocketBaseError where error.kind == .unreadable:
            self.init(
                .invalidResponse, collection, status: error.status, detail: error.message.hiding(secrets))
        case let error as PocketBaseError:
            let kind: Kind =
                switch error.status {
                case 403: .notAllowed
                case 400...499 where !error.isRetryable: .rejected
                default: .unavailable
                }
            let fields = error.fields.map { "\($0.name): \($0.message ?? $0.code ?? "rejected")" }
            self.init(
                kind, collection, status: error.status,
                detail: ([error.message] + fields).joined(separator: "; ").hiding(secrets))
        case let error as TransportError: self.init(.unavailable, collection, detail: error.description)
        case is DeadlinePassed: self.init(.timedOut, collection)
        // An error of a custom transport. Its text may contain secrets.
        default: self.init(.unavailable, collection, detail: "\(type(of: error))")
        }
    }

    /// Whether the same request may succeed later without any change.
    public var isRetryable: Bool { kind == .unavailable || kind == .timedOut }
}

extension PocketBaseAuthorizationError: OutageError, DeliveryError {
    /// Whether the device is offline, or the server fails.
    public var isOutage: Bool { isRetryable }

    // The request was not sent, or the response was a 401.
    package func outcome(for operation: WriteOperation) -> DeliveryOutcome { .later(isUncertain: false) }

    package var storedText: String { "Signing in to \(collection): \(what)" }
}

extension PocketBaseAuthorizationError: CustomStringConvertible, LocalizedError, CustomReflectable {
    public var description: String {
        var text = "Signing in to \(collection): \(what)"
        if let status { text += " (status \(status))" }
        if !detail.isEmpty { text += ": \(detail)" }
        return PlainText.error(text, remedy)
    }

    public var errorDescription: String? { description }

    /// Hides the id of a first factor.
    public var customMirror: Mirror { Mirror(self, children: ["error": description]) }

    private var what: String {
        switch kind {
        case .rejected: "the server does not accept the credentials"
        case .notAllowed: "the collection does not allow it"
        case .needsSecondFactor: "a second factor is needed"
        case .notSignedIn: "nobody is signed in"
        case .signInEnded: "the token has expired or was revoked"
        case .unavailable: "the server did not confirm the token"
        case .invalidResponse: "the server's response contains no usable token"
        case .identityChanged: "the user changed while the request was in flight"
        case .timedOut: "the request's deadline passed while it waited for the token"
        }
    }

    private var remedy: String {
        switch kind {
        case .rejected: "Check the credentials and the name of the collection."
        case .notAllowed: "Use one of the ways in signInMethods(of:), or change the collection's settings."
        case .needsSecondFactor:
            "Sign in in another way as well, with the error's multiFactorID as completing."
        case .notSignedIn: "Call signIn first."
        case .signInEnded: "Sign in again, or sign out to go on as a guest."
        case .unavailable: "Try again later."
        case .invalidResponse:
            "Check that the base URL is PocketBase's, and that no proxy responds in its place."
        case .identityChanged: "Send the request again if it is still wanted."
        case .timedOut: "Try again, or give a later deadline."
        }
    }
}
