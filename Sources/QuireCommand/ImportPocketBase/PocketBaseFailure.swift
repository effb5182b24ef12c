import Foundation

/// Why the collections of a server cannot be read, and the remedy. It contains nothing that the server sent, so that no
/// secret can come back in it.
struct PocketBaseFailure: Error, CustomStringConvertible {
    var description: String

    private init(_ description: String) { self.description = description }

    static func wrongPassword(_ address: String) -> Self {
        Self(
            "PocketBase at \(address) rejects the sign-in: no superuser has this email and password. "
                + "Check POCKETBASE_EMAIL and POCKETBASE_PASSWORD")
    }

    static func needsSecondFactor(_ address: String) -> Self {
        Self(
            "PocketBase at \(address) asks for a second factor, which this command cannot give. "
                + "Set POCKETBASE_TOKEN to a superuser's token")
    }

    /// - Parameter given: The token, if it is from the environment.
    static func invalidToken(_ address: String, given token: String?) -> Self {
        let expiry = token.flatMap(PocketBaseToken.expiry)
        var reason = "is not valid there: it was revoked, or it is of another server"
        if let expiry, expiry <= Date() { reason = "expired at \(expiry.ISO8601Format())" }
        let name = token == nil ? "the superuser's new token" : "the token in POCKETBASE_TOKEN"
        return Self(
            "PocketBase at \(address) rejects the request: \(name) \(reason). Sign in again for a new one")
    }

    static func notSuperuser(_ address: String) -> Self {
        Self(
            "PocketBase at \(address) rejects the request: the token is not of a superuser, and nobody else may read "
                + "collections. Set POCKETBASE_TOKEN to a superuser's token")
    }

    static func notPocketBase(_ address: String) -> Self {
        Self(
            "The response of \(address) is not from PocketBase: it has another form. "
                + "Check that --url is the server's address before /api, and that it is PocketBase 0.23 or newer"
        )
    }

    static func changed(_ address: String) -> Self {
        Self("The collections of \(address) changed while they were read. Repeat the command")
    }

    static func incomplete(_ address: String, received: Int, of count: Int64) -> Self {
        Self(
            "\(address) has \(count) collections, but sent \(received). Repeat the command. If that does not help, export "
                + "the collections in the dashboard, and use --file")
    }

    static func tooMany(_ address: String, _ count: Int64) -> Self {
        Self(
            "\(address) has \(count) collections: too many to read. Export those that you need, and use --file"
        )
    }

    /// - Parameter action: What was tried, such as `Signing in`.
    static func status(_ status: Int, of action: String, at address: String) -> Self {
        switch status {
        case 404:
            Self(
                "\(action) failed: \(address) has no such path (status 404). Check that --url is the server's address "
                    + "before /api, and that it is PocketBase 0.23 or newer")
        case 429:
            Self(
                "\(action) failed: PocketBase at \(address) got too many requests (status 429). Repeat it later"
            )
        default: Self("\(action) failed: \(address) responded with status \(status). Check the server's log")
        }
    }
}
