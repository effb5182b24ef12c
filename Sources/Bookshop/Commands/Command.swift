/// What the program was told to do.
enum Command {
    case help(String)
    case tour(TourCommand)
    case list(ListCommand)
    case show(ShowCommand)
    case search(SearchCommand)
    case authors(AuthorsCommand)

    /// All commands, in the order of the help.
    static let descriptions: [CommandDescription] = [
        TourCommand.description, ListCommand.description, ShowCommand.description, SearchCommand.description,
        AuthorsCommand.description,
    ]

    /// Reads the arguments of the program, without its name.
    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        guard let first = rest.first, !first.hasPrefix("-") || first == "--help" || first == "-h" else {
            // Options alone are the tour's.
            self = try Self.command(named: TourCommand.description.name, arguments)
            return
        }
        rest.removeFirst()
        switch first {
        case "--help", "-h", "help":
            guard let name = rest.first else {
                self = .help(HelpText.program(Self.descriptions))
                return
            }
            self = .help(HelpText.command(try Self.description(named: name)))
        default:
            self = try Self.command(named: first, Array(rest))
        }
    }

    private static func description(named name: String) throws(UsageError) -> CommandDescription {
        if let description = descriptions.first(where: { $0.name == name }) { return description }
        let names = descriptions.map(\.name)
        throw UsageError(
            "Unknown command '\(name)'.\(Suggestion.sentence(for: name, among: names)) "
                + "The commands are \(listed(names).replacing(" or ", with: " and ")).")
    }

    private static func command(named name: String, _ arguments: [String]) throws(UsageError) -> Command {
        let description = try description(named: name)
        let parsed = try ParsedArguments(arguments, for: description)
        if parsed.has("help") { return .help(HelpText.command(description)) }
        switch name {
        case ListCommand.description.name: return .list(try ListCommand(parsed))
        case ShowCommand.description.name: return .show(try ShowCommand(parsed))
        case SearchCommand.description.name: return .search(try SearchCommand(parsed))
        case AuthorsCommand.description.name: return .authors(try AuthorsCommand(parsed))
        default: return .tour(try TourCommand(parsed))
        }
    }

    /// What every command takes; none for help.
    var common: CommonOptions {
        switch self {
        case .help: CommonOptions()
        case .tour(let command): command.common
        case .list(let command): command.common
        case .show(let command): command.common
        case .search(let command): command.common
        case .authors(let command): command.common
        }
    }
}
