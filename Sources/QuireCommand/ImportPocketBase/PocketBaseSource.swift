import Foundation
import QuireGenerator
import QuireSchema

/// Where the description of collections comes from.
enum PocketBaseSource {
    case files([String])
    case server(PocketBaseServer)

    init(_ arguments: Arguments, environment: [String: String]) throws(UsageError) {
        try PocketBaseSuperuser.refuse(arguments)
        let address = try arguments.single("--url")
        switch (arguments.values["--file"], address) {
        case (let files?, nil):
            try arguments.refuse(["--timeout"], "with --file")
            self = .files(files)
        case (nil, let address?):
            let url = try Self.url(address)
            let seconds = try arguments.number("--timeout", 1...86_400) ?? 120
            self = .server(
                PocketBaseServer(
                    url: url, credentials: try PocketBaseSuperuser(environment),
                    timeout: .seconds(seconds)))
        case (nil, nil): throw UsageError("neither --file nor --url was given")
        case (_?, _?): throw UsageError("--file and --url were both given: give one of them")
        }
    }

    private static func url(_ text: String) throws(UsageError) -> URL {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host()?.isEmpty == false, url.query == nil, url.fragment == nil
        else {
            // A mistyped address may contain a password.
            let address = text.contains("@") ? "" : ": \(quoted(text))"
            throw UsageError(
                "--url expects an address such as http://127.0.0.1:8090; invalid address\(address)")
        }
        guard url.user == nil, url.password == nil else {
            throw UsageError(
                "--url: expected an address without user and password; "
                    + "use environment variables: \(PocketBaseSuperuser.names)")
        }
        return url
    }

    /// The documents, or `nil` if they cannot be read, which is reported.
    func read() async -> [JSONDocument]? {
        switch self {
        case .files(let files): return ImportSource.documents(files)
        case .server(let server):
            do {
                return try await server.collections()
            } catch {
                printError("quire: error: \(error)")
                return nil
            }
        }
    }
}

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
enum TokenClaims {
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
