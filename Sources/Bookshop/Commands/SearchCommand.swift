import BookshopContent
import Quire

/// `bookshop search`: books by words in title and authors' names.
struct SearchCommand: Sendable {
    var words: [String]
    var page: PageOption
    var common: CommonOptions

    static let description = CommandDescription(
        "search", operand: "WORDS", summary: "Find books by words of their title or their authors' names.",
        discussion: """
            Every word must stand somewhere in the title, the original title or the name of an author.
            Words are looked for as they are typed, in upper or lower case, also inside longer words.
            This is no full-text search: accents count, and the list is ordered by year, not by relevance.
            """,
        options: PageOption.options,
        examples: [
            "bookshop search left darkness", "bookshop search мир", "bookshop search tolkien --explain",
        ])

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let command = Self.description
        common = try CommonOptions(arguments, for: command)
        page = try PageOption(arguments, for: command)
        words = arguments.operands.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
        guard !words.isEmpty else {
            throw UsageError(
                "'search' needs words to look for: bookshop search WORDS.", command: command.name)
        }
    }

    /// The query; `authors` are the ids that each word stands for among the names.
    func query(authors: [[ContentID<Authors>]]) -> Query<Books> {
        zip(words, authors).reduce(Books.query()) { query, pair in
            let (word, authors) = pair
            return query.filterAny {
                $0.title.like(word)
                $0.originalTitle.like(word)
                if !authors.isEmpty { $0.authors.containsAny(authors) }
            }
        }
        .sort(by: \.year, nulls: .last).sort(by: \.title)
        .page(page.page, size: page.limit)
    }

    func run(in session: Session) async throws {
        var authors: [[ContentID<Authors>]] = []
        for word in words { authors.append(try await session.authorIDs(named: word)) }
        let query = query(authors: authors)
        try session.explain(query)
        let page = try await session.fetch(query)
        try session.print(BookTable.table(of: page))
        try session.printSummary(of: page, noun: "book")
    }
}
