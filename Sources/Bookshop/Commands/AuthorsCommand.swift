import BookshopContent
import Quire

/// `bookshop authors`: lists authors by their properties.
struct AuthorsCommand: Sendable {
    var name: String?
    var countries: [String]
    var languages: [Language]
    var born: YearRange?
    var near: PlaceOption?
    var sort: [SortOption]
    var page: PageOption
    var common: CommonOptions

    static let sortKeys = ["name", "born", "died", "country", "books"]

    static let description = CommandDescription(
        "authors", summary: "List authors by name, country, language, year or place of birth.",
        options: [
            OptionDescription("name", "TEXT", help: "Authors whose name contains this."),
            OptionDescription("country", "NAME", repeats: true, help: "By its English name, such as Japan."),
            OptionDescription(
                "language", "LANGUAGE", repeats: true, help: "Authors who wrote in it: french, fr or fre."),
            OptionDescription("born", "RANGE", help: "1950, 1950...1970, 1960... or ...0; BCE is negative."),
            OptionDescription(
                "near", "LAT,LON,KM", help: "Born within this many kilometres of a place: 53.35,-6.26,50."),
            OptionDescription(
                "sort", "KEY[:desc]", repeats: true, help: "By \(listed(sortKeys)); default: name."),
        ] + PageOption.options,
        examples: [
            "bookshop authors --country Japan --sort born",
            "bookshop authors --near 53.35,-6.26,50",
            "bookshop authors --born ...0 --explain",
        ])

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let command = Self.description
        common = try CommonOptions(arguments, for: command)
        name = try arguments.text("name", for: command)
        countries = arguments.values["country"] ?? []
        languages = try arguments.languages(for: command)
        born = try arguments.years("born", for: command)
        near = try arguments.value(of: "near").map { text throws(UsageError) in
            guard let place = PlaceOption(text) else {
                throw arguments.invalid(
                    text, for: "near",
                    expected: "a latitude, a longitude and kilometres, such as 53.35,-6.26,50", in: command)
            }
            return place
        }
        sort = try arguments.sort(keys: Self.sortKeys, for: command)
        page = try PageOption(arguments, for: command)
    }

    func query() -> Query<Authors> {
        let query = Authors.query().filter {
            if let name { $0.name.like(name) }
            if !countries.isEmpty { $0.country.in(countries) }
            if !languages.isEmpty { $0.languages.containsAny(languages) }
            if let first = born?.first { $0.birthYear >= first }
            if let last = born?.last { $0.birthYear <= last }
            if let near {
                $0.location.near(latitude: near.latitude, longitude: near.longitude, within: near.metres)
            }
        }
        return sort.reduce(query, Self.sorted).sort(by: \.name).page(
            page.page, size: page.limit)
    }

    private static func sorted(_ query: Query<Authors>, by option: SortOption) -> Query<Authors> {
        let order = option.isDescending ? SortOrder.descending : .ascending
        return switch option.key {
        case "born": query.sort(by: \.birthYear, order, nulls: .last)
        case "died": query.sort(by: \.deathYear, order, nulls: .last)
        case "country": query.sort(by: \.country, order, nulls: .last)
        case "books": query.sort(by: \.books, order, nulls: .last)
        default: query.sort(by: \.name, order)
        }
    }

    func run(in session: Session) async throws {
        let query = query()
        try session.explain(query)
        let page = try await session.fetch(query)
        try session.print(AuthorTable.table(of: page))
        try await session.printSummary(of: page, query, noun: "author")
    }
}
