import BookshopContent
import Quire

/// `bookshop show`: shows the details of one book or one author.
struct ShowCommand: Sendable {
    var id: String
    var common: CommonOptions

    static let description = CommandDescription(
        "show", operand: "ID", summary: "Show the details of one book or author.",
        discussion: "The ids are in the last column of the lists.",
        examples: ["bookshop show the-left-hand-of-darkness", "bookshop show ursula-k-le-guin"])

    init(id: String) {
        self.id = id
        common = CommonOptions()
    }

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let command = Self.description
        common = try CommonOptions(arguments, for: command)
        guard let id = arguments.operands.first, !id.isEmpty else {
            throw UsageError(
                "'show' needs the id of a book or an author: bookshop show ID.", command: command.name)
        }
        guard arguments.operands.count == 1 else {
            throw UsageError(
                "'show' takes one id, but got \(arguments.operands.count): "
                    + "\(arguments.operands.joined(separator: " ")).", command: command.name)
        }
        self.id = id
    }

    func bookQuery() -> Query<Books> {
        Books.query().ids([ContentID(id)]).include(\.authors, \.publisher).page(1, size: 1)
    }

    func authorQuery() -> Query<Authors> {
        Authors.query().ids([ContentID(id)]).page(1, size: 1)
    }

    /// The reviews of a book, newest first.
    func reviewsQuery() -> Query<Reviews> {
        Reviews.query().where(\.book == ContentID(id)).sort(by: \.reviewedAt, .descending).page(1, size: 20)
    }

    /// The books of an author, in order of publication.
    func worksQuery() -> Query<Books> {
        Books.query().related(\.authors, to: [ContentID(id)]).sort(by: \.year)
            .sort(by: \.title).page(1, size: 100)
    }

    func run(in session: Session) async throws {
        try session.explain(bookQuery())
        if let book = try await session.fetch(bookQuery()).first {
            try await show(book, in: session)
            return
        }
        if let author = try await session.fetch(authorQuery()).first {
            try await show(author, in: session)
            return
        }
        throw BookshopError(
            "There is no book and no author with the id '\(id)'. 'bookshop search WORDS' finds ids.")
    }

    private func show(_ book: Book, in session: Session) async throws {
        try session.print(heading: book.title, BookDetails.lines(of: book))
        try session.explain(reviewsQuery())
        let reviews = try await session.fetch(reviewsQuery())
        guard !reviews.isEmpty else { return }
        try session.print(heading: "Reviews", ReviewLines.lines(of: reviews))
    }

    private func show(_ author: Author, in session: Session) async throws {
        try session.print(heading: author.name, AuthorDetails.lines(of: author))
        try session.explain(worksQuery())
        let works = try await session.fetch(worksQuery())
        guard !works.isEmpty else { return }
        try session.print(BookTable.table(of: works))
    }
}
