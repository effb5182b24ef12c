import Foundation
import QuireCore
import QuireHTTP
import QuireToolbox

/// Provides the tokens of another provider, except those that have expired.
///
/// PocketBase treats a request with an expired token as a guest's: a list is shorter, with status 200. So such a token is
/// not sent. `PocketBaseAuthorization` does this itself, and measures the life of a token by the server's clock. Of any
/// other token, only the expiry in it is known, which is compared with this device's clock.
final class UnexpiredToken: AuthorizationProvider {
    private let provider: any AuthorizationProvider
    private let now: @Sendable () -> Date
    /// The last header, so that a token is read once.
    private let last = Locked<(header: String, token: Token)?>(nil)

    private struct Token {
        var collection: String
        var expiresAt: Date?
    }

    /// The provider itself if it never provides an expired token.
    static func only(_ provider: any AuthorizationProvider) -> any AuthorizationProvider {
        provider is PocketBaseAuthorization ? provider : UnexpiredToken(provider)
    }

    init(_ provider: any AuthorizationProvider, now: @escaping @Sendable () -> Date = { Date() }) {
        self.provider = provider
        self.now = now
    }

    func authorization(replacing rejected: String?) async throws -> String? {
        try await authorization(replacing: rejected, deadline: .never)
    }

    /// - Throws: ``PocketBaseAuthorizationError`` of the kind `signInEnded` if the provider has nothing better than an
    ///   expired token; the provider's errors.
    func authorization(replacing rejected: String?, deadline: Deadline) async throws -> String? {
        let header = try await provider.authorization(replacing: rejected, deadline: deadline)
        guard let header, isExpired(header) else { return header }
        guard let newer = try await provider.authorization(replacing: header, deadline: deadline),
            !isExpired(newer)
        else { throw PocketBaseAuthorizationError(.signInEnded, token(in: header).collection) }
        return newer
    }

    private func isExpired(_ header: String) -> Bool {
        token(in: header).expiresAt.map { $0 <= now() } ?? false
    }

    private func token(in header: String) -> Token {
        last.withLock { last in
            if let last, last.header == header { return last.token }
            let claims = PocketBaseToken.claims(inHeader: header)
            let token = Token(
                collection: claims?.member("collectionId")?.string ?? "PocketBase",
                expiresAt: claims?.member("exp")?.double.map { Date(timeIntervalSince1970: $0) })
            last = (header, token)
            return token
        }
    }
}
