/// The part of a list to show.
struct PageOption: Equatable, Sendable {
    /// The number of the page, counted from 1.
    var page: Int
    var limit: Int

    static let options: [OptionDescription] = [
        OptionDescription("limit", "N", help: "Rows per page, from 1 to 1000; default: 20."),
        OptionDescription("page", "N", help: "The page, counted from 1."),
    ]

    init(_ arguments: ParsedArguments, for command: CommandDescription) throws(UsageError) {
        limit = try arguments.integer("limit", in: 1...1000, for: command) ?? 20
        page = try arguments.integer("page", in: 1...1_000_000, for: command) ?? 1
    }
}
