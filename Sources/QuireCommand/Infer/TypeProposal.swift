import QuireSchema

/// A type for a field, with the figures behind it.
struct TypeProposal {
    var type: ImportedType
    /// The reason with counts, for the report.
    var reason: String
    /// The number of texts that hold no value, such as `N/A` in a column of numbers.
    var blanks = 0

    init(_ type: ImportedType, _ reason: String = "", blanks: Int = 0) {
        self.type = type
        self.reason = reason
        self.blanks = blanks
    }

    /// Adds a reason to the report.
    mutating func add(_ text: String) { reason = reason.isEmpty ? text : "\(reason); \(text)" }
}

/// The options of a proposal.
struct ProposalOptions: Sendable {
    /// The maximum number of values of a choice. 0 proposes none.
    var choiceLimit = 50
    /// The types that the user sets, by `field` or `module.field`.
    var types: [String: String] = [:]

    /// The type that the user sets for a field of a module.
    func type(of field: String, in module: String) -> String? {
        types["\(module).\(field)"] ?? types[field]
    }
}

/// A type that the user sets with `--type field=type`.
struct TypeOption {
    private let name: String
    private let argument: String?
    private let path: String

    static let names = [
        "text", "longText", "html", "integer", "number", "boolean", "date", "dateTime", "url", "image",
        "video",
        "audio", "document", "color", "geopoint", "json", "choice", "choices", "list", "relation",
        "relations",
    ]

    init(_ text: String, of path: String) throws {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        name = parts.first ?? ""
        argument = parts.count == 2 ? parts[1] : nil
        self.path = path
        guard Self.names.contains(name) else {
            throw DataFiles.Failure(
                description:
                    "quire: error: --type \(path): unknown type \(quoted(name))\(NearName.hint(for: name, among: Self.names))"
            )
        }
    }

    func type(for profile: FieldProfile, modules: [String]) throws -> ImportedType {
        switch name {
        case "list": return .list(of: argument ?? "text")
        case "date": return .date("date", format: argument ?? format(of: profile, text: "dateOnly"))
        case "dateTime": return .date("dateTime", format: argument ?? format(of: profile, text: "rfc3339"))
        case "choice", "choices":
            let texts =
                name == "choice" ? [profile.texts, profile.cells] : [profile.element.texts, profile.cells]
            let values = texts.flatMap(\.distinct.sorted)
            if texts.contains(where: { $0.distinct.isOverflowing }) || values.isEmpty {
                throw DataFiles.Failure(
                    description:
                        "quire: error: --type \(path)=\(name): a choice has 1 to \(DistinctTexts.most) short texts as values. Use text"
                )
            }
            var parts = values
            if name == "choices", profile.cells.count > 0 {
                let separator = profile.cells.separators.separator
                parts = Set(values.flatMap { ListSeparator.elements(of: $0, separator: separator) }).sorted {
                    $0.utf8.lexicographicallyPrecedes($1.utf8)
                }
            }
            let chosen = parts.map { ImportedValue(raw: $0) }
            return name == "choice" ? .choice(chosen) : .choices(chosen)
        case "relation", "relations":
            guard let argument, modules.contains(argument) else {
                throw DataFiles.Failure(
                    description:
                        "quire: error: --type \(path)=\(name): name one of the modules, as \(name):\(modules.first ?? "authors")"
                )
            }
            return name == "relation" ? .relation(module: argument) : .relations(module: argument)
        default: return .named(name)
        }
    }

    private func format(of profile: FieldProfile, text: String) -> String {
        guard let range = profile.range ?? profile.cells.range, profile.texts.count == 0 else { return text }
        return range.upperBound > 100_000_000_000 ? "epochMilliseconds" : "epochSeconds"
    }
}
