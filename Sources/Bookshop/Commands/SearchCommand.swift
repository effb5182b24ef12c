import BookshopContent
import Quire

/// `bookshop search`: searches books by words, best match first.
struct SearchCommand: Sendable {
    var words: [String]
    var way: SearchWay
    /// Words that exclude a book.
    var without: [String]
    /// Whether to disable typo tolerance.
    var isExact: Bool
    /// Whether to mark the matches.
    var hasMarks: Bool
    var sort: [SortOption]
    var page: PageOption
    /// Whether to count the books by language and genre.
    var counts: Bool
    var common: CommonOptions

    static let description = CommandDescription(
        "search", operand: "WORDS", summary: "Find books by words in their titles or authors' names.",
        discussion: """
            Every word must be in a title, in any language, or in an author's name. The last one may be the
            beginning of a word. Case and accents are ignored. The best match comes first. A word without
            results is replaced by the closest ones. Books that share only some of the words come last.
            """,
        options: [
            OptionDescription("any", help: "Find books with one of the words instead of all."),
            OptionDescription("phrase", help: "Find books with the words as a phrase."),
            OptionDescription("whole", help: "Match whole words, including the last one."),
            OptionDescription("parts", help: "Also match inside of words."),
            OptionDescription(
                "without", "WORDS", repeats: true, help: "Exclude books with one of these words."),
            OptionDescription("exact", help: "Disable typo tolerance."),
            OptionDescription("marks", help: "Mark matches: «like this». A terminal always shows them."),
            OptionDescription(
                "sort", "KEY[:desc]", repeats: true,
                help: "By \(listed(ListCommand.sortKeys)); default: relevance."),
        ] + PageOption.options + [CountTables.option],
        examples: [
            "bookshop search jerome sal", "bookshop search мир",
            "bookshop search --any dune solaris --sort year",
            "bookshop search war --without peace --marks",
        ])

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let command = Self.description
        common = try CommonOptions(arguments, for: command)
        page = try PageOption(arguments, for: command)
        sort = try arguments.sort(keys: ListCommand.sortKeys, for: command)
        way = try SearchWay(arguments, for: command)
        without = arguments.values["without"] ?? []
        counts = arguments.has("counts")
        isExact = arguments.has("exact")
        hasMarks = arguments.has("marks")
        words = arguments.operands.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
        guard !words.isEmpty else {
            throw UsageError(
                "'search' needs words: bookshop search WORDS.", command: command.name)
        }
    }

    /// - Parameters:
    ///   - matching: How words match, if the engine does not support the requested matching.
    func query(matching: WordMatching? = nil) -> Query<Books> {
        var way = way
        if let matching { way.matching = matching }
        let query = Books.query().search(
            way.query(words, without: without), mode: isExact ? .asTyped : nil)
        let sorted = sort.reduce(query, ListCommand.sorted)
        let paged = (sort.isEmpty ? sorted : sorted.sort(by: \.title)).page(page.page, size: page.limit)
        return counts ? CountTables.asking(paged) : paged
    }

    func run(in session: Session) async throws {
        guard session.content.engine.capabilities.fullText else {
            return try await PartsOfNames(self).run(in: session)
        }
        let (query, note) = accepted(in: session)
        try session.explain(query)
        let page = try await session.fetch(query)
        if let note { try session.note(note) }
        if page.isEmpty, !isExact, !session.content.engine.capabilities.toleratesTypos {
            try session.note("\(session.engineName) has no typo tolerance.")
        }
        if let note = page.text.flatMap(Self.note) { try session.note(note) }
        try session.print(FoundBooks(page: page, hasMarks: hasMarks).table())
        try await session.printSummary(of: page, query, noun: "book")
        if counts { try session.printCounts(of: page) }
    }

    /// The query in a form that the engine supports, and a note about the change.
    private func accepted(in session: Session) -> (query: Query<Books>, note: String?) {
        if session.accepts(query().request) { return (query(), nil) }
        let whole = query(matching: .wholeWords)
        guard way.combination == .phrase, session.accepts(whole.request) else { return (query(), nil) }
        return (whole, "\(session.engineName) matches whole words in a phrase, including the last one.")
    }

    /// A note about corrected words and words that were left out, and about the order if it is not by relevance.
    static func note(on outcome: TextSearchInfo) -> String? {
        var sentences = outcome.corrections.sorted { $0.key < $1.key }.map { word, others in
            "No results for '\(word)'; showing \(listed(others.map { "'\($0)'" }))."
        }
        if !outcome.dropped.isEmpty {
            sentences.append("No book has \(listed(outcome.dropped.map { "'\($0)'" })).")
        }
        if outcome.level == .fewerWords {
            sentences.append("No book has all of these words; showing those that share some.")
        } else if let exact = outcome.exactItems, exact < outcome.rankings.count {
            sentences.append(
                "\(exact == 1 ? "1 book has" : "\(exact) books have") all of these words; the others share some."
            )
        }
        if outcome.ranking == .skipped {
            sentences.append("Too many books to rank: the newest come first.")
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: "\n")
    }
}

/// `bookshop search` on an engine without full-text search: looks for substrings of titles and author names.
struct PartsOfNames: Sendable {
    private let command: SearchCommand

    init(_ command: SearchCommand) { self.command = command }

    /// The query. `authors` are the ids of the authors whose name contains each word.
    func query(authors: [[ContentID<Authors>]]) -> Query<Books> {
        let query = zip(command.words, authors).reduce(Books.query()) { query, pair in
            let (word, authors) = pair
            return query.where(
                anyOf {
                    $0.title.like(word)
                    $0.originalTitle.like(word)
                    if !authors.isEmpty { $0.authors.containsAny(authors) }
                })
        }
        let sorted =
            command.sort.isEmpty
            ? query.sort(by: \.year, nulls: .last) : command.sort.reduce(query, ListCommand.sorted)
        return sorted.sort(by: \.title).page(command.page.page, size: command.page.limit)
    }

    func run(in session: Session) async throws {
        let engine = session.content.engine.capabilities.name
        guard command.way == SearchWay(), command.without.isEmpty, !command.counts else {
            throw BookshopError(
                "\(engine) has no full-text search, so --any, --phrase, --whole, --parts, --without and --counts are unsupported: "
                    + "search the store instead, without --url.")
        }
        try session.note(
            "\(engine) has no full-text search: these books contain the letters in their title or author.")
        var authors: [[ContentID<Authors>]] = []
        for word in command.words { authors.append(try await session.authorIDs(named: word)) }
        let query = query(authors: authors)
        try session.explain(query)
        let page = try await session.fetch(query)
        try session.print(BookTable.table(of: page))
        try await session.printSummary(of: page, query, noun: "book")
    }
}

/// How the words of a search are combined.
struct SearchWay: Equatable, Sendable {
    enum Combination: String, CaseIterable, Sendable { case all, any, phrase }

    var combination: Combination = .all
    var matching: WordMatching = .lastWordAsPrefix

    init() {}

    init(_ arguments: ParsedArguments, for command: CommandDescription) throws(UsageError) {
        func one(of names: [String]) throws(UsageError) -> String? {
            let given = names.filter(arguments.has)
            guard given.count < 2 else {
                throw UsageError(
                    "--\(given[0]) and --\(given[1]) exclude each other: give one of them.",
                    command: command.name)
            }
            return given.first
        }
        combination = try one(of: ["any", "phrase"]).flatMap(Combination.init) ?? .all
        switch try one(of: ["whole", "parts"]) {
        case "whole": matching = .wholeWords
        case "parts": matching = .partsOfWords
        default: break
        }
    }

    /// Creates the query for words, and for words that exclude a book.
    func query(_ words: [String], without: [String]) -> TextQuery {
        let text = words.joined(separator: " ")
        let query: TextQuery =
            switch combination {
            case .all: .all(text, matching: matching)
            case .any: .any(text, matching: matching)
            case .phrase: .phrase(text, matching: matching)
            }
        guard !without.isEmpty else { return query }
        return query.and(.none(without.joined(separator: " "), matching: .wholeWords))
    }
}
