import Foundation
import QuireCore

/// A token of PocketBase: a JWT that only the server can check.
struct PocketBaseToken: Sendable, Hashable {
    /// The value of the `Authorization` header.
    let value: String
    /// The local time at which the token was issued.
    let issuedAt: Date
    /// The local time at which it expires. `nil` if the token does not say so.
    let expiresAt: Date?
    /// Whether a refresh extends it. A token of an impersonated user is not extended.
    let isRefreshable: Bool

    /// Reads a token that the server has just issued.
    ///
    /// - Parameters:
    ///   - now: The local time.
    ///   - serverNow: The server's time. The token's life is measured by the server's clock, because the device's may
    ///     be wrong.
    /// - Returns: `nil` for a text that a header cannot carry.
    init?(_ value: String, now: Date, serverNow: Date?) {
        // A line break would start another header.
        guard !value.isEmpty, value.utf8.count <= 1 << 14, value.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
        else { return nil }
        self.value = value
        issuedAt = now
        let claims = Self.claims(value)
        let seconds = claims?.member("exp")?.double ?? 0
        expiresAt =
            Self.seconds.contains(seconds)
            ? now.addingTimeInterval(seconds - (serverNow ?? now).timeIntervalSince1970) : nil
        isRefreshable = claims?.member("refreshable") != .boolean(false)
    }

    /// The times that an expiry may have, up to the end of the year 9999.
    private static let seconds = 1...253_402_300_799.0

    /// The claims of the token in the value of the `Authorization` header, with or without `Bearer`.
    static func claims(inHeader header: String) -> JSONValue? {
        claims(String(header.split(separator: " ").last ?? ""))
    }

    /// The second part of a JWT, which is not encrypted.
    static func claims(_ token: String) -> JSONValue? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        var text = String(parts[1]).replacing("-", with: "+").replacing("_", with: "/")
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text).flatMap { try? JSONValue(parsing: $0) }
    }

    /// Whether it has expired. The server does not reject such a token: it treats requests with it as a guest's.
    func isExpired(at now: Date) -> Bool { expiresAt.map { now >= $0 } ?? false }

    /// Whether less than a share of its life is left.
    func isOld(at now: Date, share: Double) -> Bool {
        guard let expiresAt else { return false }
        let life = max(0, expiresAt.timeIntervalSince(issuedAt))
        return now >= expiresAt.addingTimeInterval(-life * share)
    }
}

extension PocketBaseToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "PocketBaseToken(<redacted>)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension PocketBaseToken {
    /// `{"value":"…","issuedAt":1784937318000,"expiresAt":1785369318000,"refreshable":true}`
    var stored: JSONValue {
        var members: [JSONValue.Member] = [
            .init("value", .string(value)), .init("issuedAt", .integer(issuedAt.milliseconds)),
        ]
        if let expiresAt { members.append(.init("expiresAt", .integer(expiresAt.milliseconds))) }
        members.append(.init("refreshable", .boolean(isRefreshable)))
        return .object(members)
    }

    init?(stored json: JSONValue) {
        guard case .string(let value)? = json.member("value"),
            let issued = json.member("issuedAt")?.wholeNumber,
            let token = PocketBaseToken(value, now: Date(milliseconds: issued), serverNow: nil)
        else { return nil }
        self.value = token.value
        issuedAt = token.issuedAt
        expiresAt = json.member("expiresAt")?.wholeNumber.map { Date(milliseconds: $0) }
        isRefreshable = token.isRefreshable
    }
}

/// The record of an auth collection that is signed in.
public struct PocketBaseUser: Sendable, Hashable {
    public var id: String
    /// The name of the auth collection, for example `users`.
    public var collection: String
    public var email: String?
    public var isVerified: Bool
    /// The complete record, including fields without a property here.
    public var json: JSONValue

    /// Whether it is a superuser, whom no rule of a collection restricts.
    public var isSuperuser: Bool { collection == PocketBaseAuthorization.superusers }

    /// - Parameter json: `{"id":"…","collectionName":"users","email":"…",…}`
    init?(_ json: JSONValue) {
        guard case .string(let id)? = json.member("id"), !id.isEmpty,
            case .string(let collection)? = json.member("collectionName")
        else { return nil }
        self.id = id
        self.collection = collection
        if case .string(let email)? = json.member("email"), !email.isEmpty { self.email = email }
        isVerified = json.member("verified") == .boolean(true)
        self.json = json
    }
}
