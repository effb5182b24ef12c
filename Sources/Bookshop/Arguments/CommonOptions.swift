import Foundation
import QuireTerminal

/// The options of every command.
struct CommonOptions: Equatable, Sendable {
    /// The file or folder to load instead of the bundled data.
    var data: String?
    /// The path of the store.
    var store: String?
    /// The HALO server to use instead of a store.
    var url: String?
    /// The search cluster to use instead of a store.
    var cluster: ClusterOption?
    /// The PocketBase server to use instead of a store.
    var pocketBase: PocketBaseOption?
    /// Whether to show each query in all its forms.
    var explains = false

    init() {}

    init(_ arguments: ParsedArguments, for command: CommandDescription) throws(UsageError) {
        data = try arguments.text("data", for: command)
        store = try arguments.text("store", for: command)
        explains = arguments.has("explain")
        let engine = try Self.engine(arguments, for: command)
        cluster = try ClusterOption.read(engine, arguments, for: command)
        if engine == PocketBaseOption.name {
            pocketBase = try PocketBaseOption.read(arguments, for: command)
            return
        }
        url = try arguments.text("url", for: command)
        if let url, !url.hasPrefix("http://"), !url.hasPrefix("https://") {
            throw arguments.invalid(
                url, for: "url", expected: "an address that starts with http:// or https://", in: command)
        }
        for other in ["data", "store"] where url != nil && arguments.has(other) {
            throw UsageError(
                "--url and --\(other) exclude each other: give one of them.",
                command: command.name)
        }
    }

    /// The name of the engine.
    private static func engine(
        _ arguments: ParsedArguments, for command: CommandDescription
    ) throws(UsageError) -> String {
        let store = "store"
        guard arguments.value(of: "engine") != nil else { return store }
        let names = [store] + ClusterOption.Kind.allCases.map(\.rawValue) + [PocketBaseOption.name]
        return try arguments.choices("engine", among: names, for: command).first ?? store
    }
}

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

/// A place and a radius in kilometres, in the form `53.35,-6.26,50`.
struct PlaceOption: Equatable, Sendable {
    /// The latitude in degrees.
    var latitude: Double
    /// The longitude in degrees.
    var longitude: Double
    var kilometres: Double

    var metres: Double { kilometres * 1000 }

    /// Returns `nil` if the text has another form, or the coordinates are out of range.
    init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { Double($0.filter { $0 != " " }) }
        guard parts.count == 3, let latitude = parts[0], let longitude = parts[1], let kilometres = parts[2]
        else {
            return nil
        }
        guard abs(latitude) <= 90, abs(longitude) <= 180, kilometres > 0, kilometres <= 20_100 else {
            return nil
        }
        self.latitude = latitude
        self.longitude = longitude
        self.kilometres = kilometres
    }
}

/// A sort key in the form `year` or `year:desc`.
struct SortOption: Equatable, Sendable {
    var key: String
    var isDescending: Bool

    /// Reads `key`, `key:asc` or `key:desc`.
    init(_ text: String, keys: [String], command: CommandDescription) throws(UsageError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard let key = keys.first(where: { $0 == parts[0].lowercased() }) else {
            let hint = Text.didYouMean(parts[0], among: keys)
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

/// A range of years, inclusive. `nil` means unbounded. Years BCE are negative.
struct YearRange: Equatable, Sendable {
    var first: Int?
    var last: Int?

    init(first: Int?, last: Int?) {
        self.first = first
        self.last = last
    }

    /// Reads `1950`, `1950...1970`, `1950..<1970`, `1950...`, `...1970`.
    init?(_ text: String) {
        if let year = Int(text) {
            self.init(first: year, last: year)
            return
        }
        for (separator, excluded) in [("...", 0), ("..<", 1)] {
            guard let range = text.firstRange(of: separator) else { continue }
            let lower = text[..<range.lowerBound]
            let upper = text[range.upperBound...]
            guard !(lower.isEmpty && upper.isEmpty) else { return nil }
            guard lower.isEmpty || Int(lower) != nil, upper.isEmpty || Int(upper) != nil else { return nil }
            guard !(upper.isEmpty && excluded == 1) else { return nil }
            let last = Int(upper)
            guard last != Int.min else { return nil }
            self.init(first: Int(lower), last: last.map { $0 - excluded })
            return
        }
        return nil
    }
}

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
