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
