import Foundation

/// The search cluster to use instead of a store.
struct ClusterOption: Equatable, Sendable {
    enum Kind: String, CaseIterable, Sendable { case typesense, opensearch }

    var kind: Kind
    var nodes: [URL]
    /// The prefix of the collections' names.
    var prefix: String

    /// Returns `nil` if no cluster is used.
    ///
    /// - Parameter name: The name of the engine.
    static func read(
        _ name: String, _ arguments: ParsedArguments, for command: CommandDescription
    ) throws(UsageError) -> ClusterOption? {
        guard let kind = Kind(rawValue: name) else {
            for option in ["nodes", "prefix"] where arguments.has(option) {
                throw UsageError(
                    "--\(option) applies to clusters: add --engine typesense or opensearch.",
                    command: command.name)
            }
            return nil
        }
        for other in ["url", "store"] where arguments.has(other) {
            throw UsageError(
                "--engine \(name) and --\(other) exclude each other: give one of them.",
                command: command.name)
        }
        guard let text = try arguments.text("nodes", for: command) else {
            throw UsageError("--engine \(name) needs nodes: --nodes URL,URL.", command: command.name)
        }
        return ClusterOption(
            kind: kind, nodes: try nodes(text, command),
            prefix: try arguments.text("prefix", for: command) ?? "bookshop_")
    }

    private static func nodes(
        _ text: String, _ command: CommandDescription
    ) throws(UsageError) -> [URL] {
        var nodes: [URL] = []
        for part in text.split(separator: ",") {
            guard let url = URL(string: String(part)), ["http", "https"].contains(url.scheme?.lowercased()),
                url.host?.isEmpty == false, url.user == nil, url.password == nil
            else {
                // Not repeated, because a mistyped address may contain a password.
                throw UsageError(
                    "--nodes expects addresses separated by commas, without user and password, such as "
                        + "http://127.0.0.1:8108.", command: command.name)
            }
            nodes.append(url)
        }
        return nodes
    }
}
