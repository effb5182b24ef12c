import Foundation
import QuireCore

/// Issues and checks tokens. They are valid until the server stops.
final class TokenIssuer: @unchecked Sendable {
    /// Whom a token was issued to.
    enum Holder: Hashable, Sendable {
        case app
        /// A user, by id.
        case user(String)
    }

    struct Token: Sendable {
        var access: String
        var refresh: String
        /// Milliseconds since 1970.
        var expiresAt: Int64
    }

    /// The maximum number of tokens. Beyond it, the oldest are dropped.
    private static let most = 10_000

    private let lifetime: Int64
    private let lock = NSLock()
    private var holders: [String: (holder: Holder, expiresAt: Int64)] = [:]
    private var refreshes: [String: Holder] = [:]
    private var order: [(access: String, refresh: String)] = []

    /// - Parameter lifetime: The lifetime of tokens in milliseconds.
    init(lifetime: Int64) { self.lifetime = lifetime }

    func issue(_ holder: Holder) -> Token {
        let token = Token(access: Self.secret(), refresh: Self.secret(), expiresAt: Self.now + lifetime)
        lock.withLock {
            holders[token.access] = (holder, token.expiresAt)
            refreshes[token.refresh] = holder
            order.append((token.access, token.refresh))
            if order.count > Self.most {
                for old in order.prefix(Self.most / 10) {
                    holders[old.access] = nil
                    refreshes[old.refresh] = nil
                }
                order.removeFirst(Self.most / 10)
            }
        }
        return token
    }

    /// The holder of the token in `Authorization: Bearer …`; `nil` if it is unknown or has expired.
    func holder(_ request: ServedRequest) -> Holder? {
        guard let known = issued(request), known.expiresAt > Self.now else { return nil }
        return known.holder
    }

    /// The holder of the header's token, even if it has expired.
    func formerHolder(_ request: ServedRequest) -> Holder? { issued(request)?.holder }

    private func issued(_ request: ServedRequest) -> (holder: Holder, expiresAt: Int64)? {
        let headers = request.values(ofHeader: "Authorization")
        guard headers.count == 1, let header = headers.first else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        let access = parts[1].trimmingSpaces
        return lock.withLock { holders[access] }
    }

    /// The holder of a refresh token. The token can be used once.
    func redeem(_ refresh: String) -> Holder? { lock.withLock { refreshes.removeValue(forKey: refresh) } }

    static var now: Int64 { Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down)) }

    private static func secret() -> String {
        (0..<3).map { _ in String(UInt64.random(in: 1...UInt64.max), radix: 36) }.joined()
    }
}

extension TokenIssuer.Token {
    /// - Parameter expiry: How many milliseconds the token is valid. A login's token has the end as a date instead.
    func json(expiry: Int64) -> JSONValue {
        .object([
            .init("access_token", .string(access)), .init("refresh_token", .string(refresh)),
            .init("expires_in", .integer(expiry)), .init("scope", .string("app")),
            .init("token_type", .string("Bearer")),
        ])
    }
}
