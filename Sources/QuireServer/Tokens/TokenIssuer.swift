import Foundation
import QuireCore
import QuireToolbox

/// Issues and checks tokens. They are valid until the server stops.
final class TokenIssuer: Sendable {
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
    private let issued = Locked(Issued())

    private struct Issued {
        var holders: [String: (holder: Holder, expiresAt: Int64)] = [:]
        var refreshes: [String: Holder] = [:]
        var order: [(access: String, refresh: String)] = []
    }

    /// - Parameter lifetime: The lifetime of tokens in milliseconds.
    init(lifetime: Int64) { self.lifetime = lifetime }

    func issue(_ holder: Holder) -> Token {
        let token = Token(access: Self.secret(), refresh: Self.secret(), expiresAt: Self.now + lifetime)
        issued.withLock { issued in
            issued.holders[token.access] = (holder, token.expiresAt)
            issued.refreshes[token.refresh] = holder
            issued.order.append((token.access, token.refresh))
            if issued.order.count > Self.most {
                for old in issued.order.prefix(Self.most / 10) {
                    issued.holders[old.access] = nil
                    issued.refreshes[old.refresh] = nil
                }
                issued.order.removeFirst(Self.most / 10)
            }
        }
        return token
    }

    /// The holder of the token in `Authorization: Bearer …`; `nil` if it is unknown or has expired.
    func holder(_ request: ServedRequest) -> Holder? {
        guard let token = token(in: request), token.expiresAt > Self.now else { return nil }
        return token.holder
    }

    /// The holder of the header's token, even if it has expired.
    func formerHolder(_ request: ServedRequest) -> Holder? { token(in: request)?.holder }

    private func token(in request: ServedRequest) -> (holder: Holder, expiresAt: Int64)? {
        let headers = request.values(ofHeader: "Authorization")
        guard headers.count == 1, let header = headers.first else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        let access = parts[1].trimmingSpaces
        return issued.withLock { $0.holders[access] }
    }

    /// The holder of a refresh token. The token can be used once.
    func redeem(_ refresh: String) -> Holder? {
        issued.withLock { $0.refreshes.removeValue(forKey: refresh) }
    }

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
