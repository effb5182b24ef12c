import Foundation
import QuireSchema

/// The superuser that reads collections, from the environment. It is never printed.
enum PocketBaseSuperuser: Sendable {
    case token(String)
    case password(email: String, password: String)

    /// Options that are rejected with an explanation.
    static let refusedOptions = ["--token", "--email", "--user", "--password", "--api-key"]

    static let names = "POCKETBASE_TOKEN, or POCKETBASE_EMAIL and POCKETBASE_PASSWORD"

    static func refuse(_ arguments: Arguments) throws(UsageError) {
        guard let option = refusedOptions.first(where: { arguments.values[$0] != nil }) else { return }
        throw UsageError(
            "\(option): other users can see command lines; use environment variables: \(names)")
    }

    /// A token is used before a password.
    init(_ environment: [String: String]) throws(UsageError) {
        let secrets = Secrets(environment)
        if let problem = secrets.pocketBaseProblem { throw UsageError(problem) }
        if let token = secrets.pocketBaseToken {
            self = .token(token)
        } else if let email = secrets.pocketBaseEmail, let password = secrets.pocketBasePassword {
            self = .password(email: email, password: password)
        } else {
            throw UsageError(
                "--url needs a superuser, because nobody else may read collections; "
                    + "set environment variables: \(Self.names)")
        }
    }
}

extension PocketBaseSuperuser: CustomStringConvertible, CustomReflectable {
    var description: String { "PocketBaseSuperuser" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A token of PocketBase: a JSON Web Token, whose claims are read but not verified.
enum PocketBaseToken {
    /// The end of its validity; `nil` if the token does not contain it.
    static func expiry(of token: String) -> Date? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        var claims = String(parts[1].map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        claims += String(repeating: "=", count: (4 - claims.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: claims) else { return nil }
        let seconds = JSONDocument(path: "token", bytes: Array(data)).root.value(of: "exp")?.integer
        // The years 1970 to 9999.
        guard let seconds, (0...253_402_300_799).contains(seconds) else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }
}
