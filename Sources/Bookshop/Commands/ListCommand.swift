import BookshopContent
import Quire
import QuireTerminal

/// `bookshop list`: lists books by their properties.
struct ListCommand: Sendable {
    var genres: [Books.Genre]
    var forms: [Books.Form]
    /// Themes that a book must all have.
    var themes: [Books.Themes]
    var languages: [Language]
    var author: String?
    var title: String?
    var years: YearRange?
    var minimumRating: Double?
    var sort: [SortOption]
    var page: PageOption
    /// Whether to count the books by language and genre.
    var counts: Bool
    var common: CommonOptions

    static let sortKeys = ["title", "year", "released", "genre", "rating", "ratings"]

    static let description = CommandDescription(
        "list", summary: "List books by genre, author, year, language, rating.",
        options: [
            OptionDescription("genre", "GENRE", repeats: true, help: "Books of this genre, such as fantasy."),
            OptionDescription("form", "FORM", repeats: true, help: "Books of this form, such as novella."),
            OptionDescription(
                "theme", "THEME", repeats: true,
                help: "Books about this theme; about all of them, if several."),
            OptionDescription(
                "language", "LANGUAGE", repeats: true, help: "By name or code: french, fr or fre."),
            OptionDescription("author", "TEXT", help: "Books by authors whose name contains this."),
            OptionDescription("title", "TEXT", help: "Books whose title contains this."),
            OptionDescription("year", "RANGE", help: "1950, 1950...1970, 2000... or ...-1; BCE is negative."),
            OptionDescription("min-rating", "N", help: "Books rated N or better, from 0 to 5."),
            OptionDescription(
                "sort", "KEY[:desc]", repeats: true, help: "By \(listed(sortKeys)); default: year."),
        ] + PageOption.options + [CountTables.option],
        examples: [
            "bookshop list --genre fantasy --year 1950...1970 --sort year:desc",
            "bookshop list --author 'le guin' --min-rating 4",
            "bookshop list --language french --theme sea --explain",
        ])

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let command = Self.description
        common = try CommonOptions(arguments, for: command)
        genres = try arguments.choices("genre", among: Books.Genre.allKnown.map(\.rawValue), for: command)
            .map(Books.Genre.init(rawValue:))
        forms = try arguments.choices("form", among: Books.Form.allCases.map(\.rawValue), for: command)
            .compactMap(Books.Form.init(rawValue:))
        themes = try arguments.choices("theme", among: Books.Themes.allKnown.map(\.rawValue), for: command)
            .map(Books.Themes.init(rawValue:))
        languages = try arguments.languages(for: command)
        author = try arguments.text("author", for: command)
        title = try arguments.text("title", for: command)
        years = try arguments.years("year", for: command)
        minimumRating = try arguments.number("min-rating", in: 0...5, for: command)
        sort = try arguments.sort(keys: Self.sortKeys, for: command)
        page = try PageOption(arguments, for: command)
        counts = arguments.has("counts")
    }

    /// Creates the query. `authors` are the ids for the author's name.
    ///
    /// - Parameter breaksTies: Whether to sort books by title if the sort keys are equal.
    func query(authors: [ContentID<Authors>]?, breaksTies: Bool = true) -> Query<Books> {
        let query = Books.query().filter {
            if !genres.isEmpty { $0.genre.in(genres) }
            if !forms.isEmpty { $0.form.in(forms) }
            if !themes.isEmpty { $0.themes.containsAll(themes) }
            if !languages.isEmpty { $0.language.in(languages) }
            if let authors { $0.authors.containsAny(authors) }
            if let title { $0.title.like(title) }
            if let first = years?.first { $0.year >= first }
            if let last = years?.last { $0.year <= last }
            if let minimumRating { $0.averageRating >= minimumRating }
        }
        let sorted = sort.isEmpty ? query.sort(by: \.year, nulls: .last) : sort.reduce(query, Self.sorted)
        let isTotal = !breaksTies || sort.contains { $0.key == "title" }
        let paged = (isTotal ? sorted : sorted.sort(by: \.title)).page(page.page, size: page.limit)
        return counts ? CountTables.asking(paged) : paged
    }

    static func sorted(_ query: Query<Books>, by option: SortOption) -> Query<Books> {
        let order = option.isDescending ? SortOrder.descending : .ascending
        // Books without a value for the sort key come last in both directions.
        return switch option.key {
        case "year": query.sort(by: \.year, order, nulls: .last)
        case "released": query.sort(by: \.released, order, nulls: .last)
        case "genre": query.sort(by: \.genre, order, nulls: .last)
        case "rating": query.sort(by: \.averageRating, order, nulls: .last)
        case "ratings": query.sort(by: \.ratingsCount, order, nulls: .last)
        default: query.sort(by: \.title, order)
        }
    }

    func run(in session: Session) async throws {
        var authors: [ContentID<Authors>]?
        if let author {
            authors = try await session.authorIDs(named: author)
            if authors?.isEmpty == true {
                try session.note("No author has '\(PlainText.oneLine(author))' in the name.")
                return
            }
        }
        var query = query(authors: authors)
        if sort.count > 1, !session.accepts(query.request) {
            query = self.query(authors: authors, breaksTies: false)
            if session.accepts(query.request) {
                try session.note(
                    "\(session.engineName) supports fewer sort keys: ties are sorted by id."
                )
            }
        }
        try session.explain(query)
        let page = try await session.fetch(query)
        try session.print(BookTable.table(of: page))
        try await session.printSummary(of: page, query, noun: "book")
        if counts { try session.printCounts(of: page) }
    }
}

extension ParsedArguments {
    /// The languages of `--language`, with all codes for them.
    func languages(for command: CommandDescription) throws(UsageError) -> [Language] {
        var languages: [Language] = []
        for word in values["language"] ?? [] {
            guard let codes = LanguageNames.codes(for: word) else {
                let hint = Text.didYouMean(word, among: LanguageNames.all.map(\.name))
                throw UsageError(
                    "'\(word)' is not a valid --language.\(hint) Expected a name or a code: french, fr or fre.",
                    command: command.name)
            }
            languages += codes
        }
        return languages
    }
}
