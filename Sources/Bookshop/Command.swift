import QuireTerminal

/// The command to run.
enum Command {
    case help(String)
    case tour(TourCommand)
    case list(ListCommand)
    case show(ShowCommand)
    case search(SearchCommand)
    case authors(AuthorsCommand)
    case browse(BrowseCommand)
    case explore(ExploreCommand)

    /// All commands, in the order of the help.
    static let descriptions: [CommandDescription] = [
        TourCommand.description, ListCommand.description, ShowCommand.description, SearchCommand.description,
        AuthorsCommand.description, BrowseCommand.description, ExploreCommand.description,
    ]

    /// Parses the arguments of the program, without its name.
    ///
    /// Common options may come before the command: `bookshop --data books.ndjson list`.
    init(_ arguments: [String]) throws(UsageError) {
        let place = Self.placeOfCommand(in: arguments)
        let name = place.map { arguments[$0] } ?? TourCommand.description.name
        var rest = arguments
        if let place { rest.remove(at: place) }
        if place == nil, rest.contains(where: { $0 == "--help" || $0 == "-h" }) {
            self = .help(HelpText.program(Self.descriptions))
        } else if name == "help" {
            self = .help(try Self.help(on: rest))
        } else {
            self = try Self.command(named: name, rest)
        }
    }

    /// The first argument that is neither an option nor its value, or `nil` if there are only options.
    private static func placeOfCommand(in arguments: [String]) -> Int? {
        let withValue = CommandDescription.common.filter { $0.value != nil }.map { "--\($0.name)" }
        var place = 0
        while place < arguments.count {
            if !arguments[place].hasPrefix("-") { return place }
            place += withValue.contains(arguments[place]) ? 2 : 1
        }
        return nil
    }

    private static func help(on names: [String]) throws(UsageError) -> String {
        guard let name = names.first(where: { !$0.hasPrefix("-") }) else {
            return HelpText.program(descriptions)
        }
        return HelpText.command(try description(named: name))
    }

    private static func description(named name: String) throws(UsageError) -> CommandDescription {
        if let description = descriptions.first(where: { $0.name == name }) { return description }
        let names = descriptions.map(\.name)
        throw UsageError(
            "Unknown command '\(name)'.\(Text.didYouMean(name, among: names)) "
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
        case ExploreCommand.description.name: return .explore(try ExploreCommand(parsed))
        case BrowseCommand.description.name: return .browse(try BrowseCommand(parsed))
        default: return .tour(try TourCommand(parsed))
        }
    }

    /// The common options. `nil` for help.
    var common: CommonOptions {
        switch self {
        case .help: CommonOptions()
        case .tour(let command): command.common
        case .list(let command): command.common
        case .show(let command): command.common
        case .search(let command): command.common
        case .authors(let command): command.common
        case .browse(let command): command.common
        case .explore(let command): command.common
        }
    }
}
