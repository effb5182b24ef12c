import Foundation
import QuireToolbox

/// Stores tokens and persistent logins between launches of an app.
///
/// A record is opaque and secret. Store it where only the app can read it, and never show it.
///
/// ```swift
/// let halo = HALOEngine(baseURL: url, credentials: credentials, tokens: FileTokenStore(at: file))
/// ```
/// Errors of a store never stop a request. They are passed to the closure of `HALOAuthorization`, and a new token is
/// requested.
public protocol TokenStore: Sendable {
    /// Returns the record of an account, or `nil` if there is none.
    ///
    /// - Parameter account: The server's origin and the app's id, or another name that is unique within the store.
    func load(_ account: String) async throws -> Data?

    /// Saves a record and replaces the account's old one.
    func save(_ record: Data, for account: String) async throws

    /// Removes the account's record, if there is one.
    func remove(_ account: String) async throws
}

/// A token store that lasts as long as the process.
public actor MemoryTokenStore: TokenStore, CustomReflectable {
    private var records: [String: Data] = [:]

    public init() {}

    public func load(_ account: String) -> Data? { records[account] }
    public func save(_ record: Data, for account: String) { records[account] = record }
    public func remove(_ account: String) { records[account] = nil }

    /// Hides the records.
    public nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A token store that could not read or write. Passed to `reportStoreFailure`.
public struct TokenStoreError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The kind of failure.
    public enum Kind: String, Sendable, Hashable {
        /// The record, or the file, is corrupt.
        case corrupt
        /// Others can read or write the file, or it belongs to another user. Its content is not used. The next save
        /// replaces it by a file that only its owner can read.
        case exposed
        /// The system denied access.
        case refused
    }

    public var kind: Kind
    /// The file, or the service of a keychain.
    public var place: String
    /// Details of the failure.
    public var detail: String

    package init(_ kind: Kind, at place: String, detail: String) {
        self.kind = kind
        self.place = place
        self.detail = detail
    }

    public var description: String {
        let (failure, remedy) =
            switch kind {
            case .corrupt:
                ("Could not read the tokens", "They are not used: log in again, which replaces them.")
            case .exposed:
                (
                    "Could not use the tokens, which others may have read",
                    "Log in again, which writes a file that only its owner can read."
                )
            case .refused:
                (
                    "Could not access the tokens",
                    "Check the permissions of the file and its folder, or the app's access to the keychain."
                )
            }
        return PlainText.error("\(failure) (\(place)): \(detail)", remedy)
    }

    public var errorDescription: String? { description }
}
