import Foundation
import QuireCore

/// A token from the server and its expiry.
struct HALOToken: Sendable, Hashable {
    var access: String
    var refresh: String?
    /// For example `Bearer`.
    var type: String
    var scope: String?
    var issuedAt: Date
    /// `nil` if the server gave no usable expiry. The token is then sent until the server responds with 401.
    var expiresAt: Date?

    /// The value of the `Authorization` header.
    var header: String { "\(type) \(access)" }

    /// Whether it expires within the margin, or within half of its lifetime if that is shorter. Short-lived tokens
    /// must not be renewed before every request.
    func needsRenewal(at now: Date, margin: Duration) -> Bool {
        guard let expiresAt else { return false }
        let half = max(0, expiresAt.timeIntervalSince(issuedAt)) / 2
        let (seconds, attoseconds) = margin.components
        let margin = max(0, Double(seconds) + Double(attoseconds) / 1e18)
        return now >= expiresAt.addingTimeInterval(-min(margin, half))
    }
}

extension HALOToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "HALOToken(<redacted>)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HALOToken {
    /// Reads the response to a token request.
    ///
    /// Only `access_token` is required. A token without a type is a bearer token. A token without a usable
    /// `expires_in` (missing, null, zero, negative) is sent until the server responds with 401.
    init(_ response: ResponseObject, now: Date) throws {
        access = try response.text("access_token")
        refresh = response.looseText("refresh_token").flatMap { $0.isEmpty ? nil : $0 }
        type = try Self.type(response)
        let scopes = response.looseText("scope").map { [$0] } ?? response.looseTexts("scope")
        scope = scopes.isEmpty ? nil : scopes.joined(separator: " ")
        issuedAt = now
        for (key, value) in [("access_token", access), ("token_type", type)] {
            // A line break would start another header.
            guard !value.isEmpty, value.utf8.count <= 1 << 16, value.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
            else { throw response.mismatch(key, expected: "visible ASCII characters", found: "others") }
        }
        expiresAt = try Self.end(response, now: now)
    }

    /// `Bearer` in any case or if missing. Other types are spelled as the server sends them.
    private static func type(_ response: ResponseObject) throws -> String {
        switch response.value["token_type"] {
        case nil, .null?: return "Bearer"
        case .string(let text)?:
            let trimmed = text.trimmingCharacters(in: .whitespaces)
            return trimmed.isEmpty || trimmed.lowercased() == "bearer" ? "Bearer" : trimmed
        default: throw response.mismatch("token_type", expected: "a text")
        }
    }

    /// The expiry of the token, or `nil` if the server sends none or an impossible one.
    ///
    /// `expires_in` is in milliseconds. Login responses contain a point in time instead (milliseconds since 1970),
    /// which is recognized by its size. A time in the past is ignored, because either clock may be wrong.
    private static func end(_ response: ResponseObject, now: Date) throws -> Date? {
        guard let value = response.value["expires_in"], value != .null else { return nil }
        guard let expiry = value.looseNumber else {
            throw response.mismatch("expires_in", expected: "a number of milliseconds")
        }
        guard expiry >= 1, expiry <= lastMoment else { return nil }
        if expiry < firstMoment { return now.addingTimeInterval(expiry / 1000) }
        let moment = Date(timeIntervalSince1970: expiry / 1000)
        return moment > now ? moment : nil
    }

    /// 2001-09-09. As a duration, it would be more than 31 years.
    private static let firstMoment = 1e12
    /// The end of the year 9999.
    private static let lastMoment = 253_402_300_799_999.0
}
