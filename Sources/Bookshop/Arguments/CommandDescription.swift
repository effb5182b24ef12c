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
            "data", "PATH", help: "Use an NDJSON file, or a folder of them, not the shop's own data."),
        OptionDescription("store", "FILE", help: "Keep the store in this file, and use it again next time."),
        OptionDescription(
            "engine", "NAME",
            help: "Ask typesense or opensearch instead of the store; the data goes there first, once."),
        OptionDescription(
            "nodes", "URL,URL",
            help: "The cluster's nodes. Keys come from the environment: TYPESENSE_API_KEY, OPENSEARCH_USER, "
                + "OPENSEARCH_PASSWORD."),
        OptionDescription(
            "prefix", "TEXT", help: "What the names of the cluster's collections begin with: bookshop_."),
        OptionDescription("url", "URL", help: "Ask a HALO server at this address instead of a store."),
        OptionDescription(
            "explain", help: "Show the filter tree, and what each engine makes of it: SQL, requests."),
        OptionDescription("help", help: "Show this help."),
    ]
}
