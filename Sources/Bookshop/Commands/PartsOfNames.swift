import BookshopContent
import Quire

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
