/// A command of the program: its name, its arguments, and its help.
struct CommandDescription: Sendable {
    let name: String
    /// The summary, in one line.
    let summary: String
    /// The name of the operands in the help: `ID`, `WORDS`. `nil` if there are none.
    let operand: String?
    /// Further details.
    let discussion: String
    let options: [OptionDescription]
    let examples: [String]

    init(
        _ name: String, operand: String? = nil, summary: String, discussion: String = "",
        options: [OptionDescription] = [], examples: [String] = []
    ) {
        self.name = name
        self.operand = operand
        self.summary = summary
        self.discussion = discussion
        self.options = options
        self.examples = examples
    }

    /// All options: the command's own, then the common ones.
    var allOptions: [OptionDescription] { options + Self.common }

    /// The options of every command.
    static let common: [OptionDescription] = [
        OptionDescription(
            "data", "PATH", help: "Use an NDJSON file or a folder of them instead of the shop's own data."),
        OptionDescription("store", "FILE", help: "Store the data in this file, and reuse it."),
        OptionDescription(
            "engine", "NAME",
            help: "Query typesense, opensearch or pocketbase instead of the store. The data is uploaded once."
        ),
        OptionDescription(
            "nodes", "URL,URL",
            help:
                "The cluster's nodes. Keys are read from the environment: TYPESENSE_API_KEY, OPENSEARCH_USER, "
                + "OPENSEARCH_PASSWORD."),
        OptionDescription(
            "prefix", "TEXT", help: "The prefix of the cluster's collection names; default: bookshop_."),
        OptionDescription(
            "url", "URL",
            help:
                "Query a HALO server at this address instead of a store, or PocketBase with --engine pocketbase. "
                + "A PocketBase superuser is read from the environment: POCKETBASE_TOKEN, or POCKETBASE_EMAIL and "
                + "POCKETBASE_PASSWORD."),
        OptionDescription(
            "explain", help: "Show the filter tree and each engine's SQL or request."),
        OptionDescription("help", help: "Show this help."),
    ]
}

/// An option of a command, for its help.
struct OptionDescription: Sendable {
    /// The name without its dashes.
    let name: String
    /// The name of its value in the help. `nil` for a switch.
    let value: String?
    let help: String
    /// Whether it may be repeated.
    let repeats: Bool

    init(_ name: String, _ value: String? = nil, repeats: Bool = false, help: String) {
        self.name = name
        self.value = value
        self.help = help
        self.repeats = repeats
    }
}
