import Foundation

/// The PocketBase server to use instead of a store.
struct PocketBaseOption: Equatable, Sendable {
    /// The value of `--engine`.
    static let name = "pocketbase"

    var url: URL

    static func read(
        _ arguments: ParsedArguments, for command: CommandDescription
    ) throws(UsageError) -> PocketBaseOption {
        if arguments.has("store") {
            throw UsageError(
                "--engine \(name) and --store exclude each other: give one of them.", command: command.name)
        }
        guard let text = try arguments.text("url", for: command) else {
            throw UsageError("--engine \(name) needs a server: --url URL.", command: command.name)
        }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host?.isEmpty == false, url.user == nil, url.password == nil
        else {
            // Not repeated, because a mistyped address may contain a password.
            throw UsageError(
                "--url expects an address without user and password, such as http://127.0.0.1:8090.",
                command: command.name)
        }
        return PocketBaseOption(url: url)
    }
}
