import QuireTerminal

/// A sort key in the form `year` or `year:desc`.
struct SortOption: Equatable, Sendable {
    var key: String
    var isDescending: Bool

    /// Reads `key`, `key:asc` or `key:desc`.
    init(_ text: String, keys: [String], command: CommandDescription) throws(UsageError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard let key = keys.first(where: { $0 == parts[0].lowercased() }) else {
            let hint = Suggestion.sentence(for: parts[0], among: keys)
            throw UsageError(
                "'\(parts[0])' is not a key of --sort.\(hint) It can be \(listed(keys)).",
                command: command.name)
        }
        self.key = key
        switch parts.count > 1 ? parts[1].lowercased() : "asc" {
        case "asc": isDescending = false
        case "desc": isDescending = true
        default:
            throw UsageError(
                "'\(parts[1])' is not a direction of --sort: expected \(key):asc or \(key):desc.",
                command: command.name)
        }
    }
}

extension ParsedArguments {
    /// The keys of `--sort`. Each option has one key, or several separated by commas.
    func sort(keys: [String], for command: CommandDescription) throws(UsageError) -> [SortOption] {
        var options: [SortOption] = []
        for text in values["sort"] ?? [] {
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                options.append(try SortOption(String(part), keys: keys, command: command))
            }
        }
        return options
    }
}
