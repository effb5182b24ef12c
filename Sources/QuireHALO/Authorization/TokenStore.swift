import Foundation
import QuireToolbox

/// Where tokens, and a login that is to last, are kept between two starts of an app.
///
/// A record is opaque and secret: keep it where only the app can read it, and show it nowhere.
///
/// ```swift
/// let halo = HALOEngine(baseURL: url, credentials: credentials, tokens: FileTokenStore(at: file))
/// ```
/// What a store throws never stops a request: it goes to the closure that ``HALOAuthorization`` was made with, and a
/// new token is asked for.
public protocol TokenStore: Sendable {
    /// The record of an account; `nil` where there is none.
    ///
    /// - Parameter account: The server's origin and the app's id, or whatever tells the accounts of one store apart.
    func load(_ account: String) async throws -> Data?

    /// Puts a record in the place of the account's older one.
    func save(_ record: Data, for account: String) async throws

    /// Removes the account's record; nothing happens where there is none.
    func remove(_ account: String) async throws
}

/// A store that forgets everything when the program ends.
public actor MemoryTokenStore: TokenStore, CustomReflectable {
    private var records: [String: Data] = [:]

    public init() {}

    public func load(_ account: String) -> Data? { records[account] }
    public func save(_ record: Data, for account: String) { records[account] = record }
    public func remove(_ account: String) { records[account] = nil }

    /// Shows nothing of the records.
    public nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A store that could not read or write; thrown to who asked to be told.
public struct TokenStoreError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// What is wrong.
    public enum Kind: String, Sendable, Hashable {
        /// The record, or the file, is not what was once written.
        case corrupt
        /// Others can read or write the file, or it belongs to another user: what it holds is not used. The next save
        /// puts a new file in its place, which only its owner can read.
        case exposed
        /// The system refused.
        case refused
    }

    public var kind: Kind
    /// The file, or the service of a keychain.
    public var place: String
    /// Facts of this case.
    public var detail: String

    init(_ kind: Kind, _ place: String, _ detail: String) {
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
