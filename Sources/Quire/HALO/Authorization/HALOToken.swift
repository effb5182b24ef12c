import Foundation

/// A token of the server's, with when it ends.
struct HALOToken: Sendable, Hashable {
    var access: String
    var refresh: String?
    /// For example `Bearer`.
    var type: String
    var scope: String?
    var issuedAt: Date
    /// `nil` where the server gave no moment that can be believed: it is sent until the server rejects it.
    var expiresAt: Date?

    /// The value of `Authorization`.
    var header: String { "\(type) \(access)" }

    /// Whether it ends within the margin, or half its life where that is shorter: a short-lived token must not be
    /// renewed before each request.
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
    /// Reads the answer to a request for a token.
    ///
    /// `expires_in` counts milliseconds. Answers to a login hold a moment instead (milliseconds since 1970), which is
    /// told by its size. A moment that has passed on arrival is not believed, because either clock may be wrong.
    init(_ answer: HALOAnswer, now: Date) throws {
        access = try answer.text("access_token")
        refresh = try answer.textIfPresent("refresh_token")
        type = try answer.textIfPresent("token_type") ?? "Bearer"
        scope = try answer.textIfPresent("scope")
        issuedAt = now
        for (key, value) in [("access_token", access), ("token_type", type)] {
            // A line break would start another header.
            guard !value.isEmpty, value.utf8.count <= 1 << 16, value.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
            else { throw answer.mismatch(key, expected: "visible ASCII characters", found: "others") }
        }
        let expiry = try answer.number("expires_in")
        guard expiry >= 1, expiry <= Self.lastMoment else {
            throw answer.mismatch(
                "expires_in", expected: "milliseconds from 1 to \(Int64(Self.lastMoment))",
                found: expiry < 1 ? "a smaller number" : "a larger number")
        }
        if expiry < Self.firstMoment {
            expiresAt = now.addingTimeInterval(expiry / 1000)
        } else {
            let moment = Date(timeIntervalSince1970: expiry / 1000)
            expiresAt = moment > now ? moment : nil
        }
    }

    /// 2001-09-09: as a duration it would be more than 31 years.
    private static let firstMoment = 1e12
    /// The end of the year 9999.
    private static let lastMoment = 253_402_300_799_999.0
}
