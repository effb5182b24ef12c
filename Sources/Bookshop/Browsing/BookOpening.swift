import BookshopContent
import Quire

/// Fetches the details of a book, as shown by `bookshop show`.
struct BookOpening: Sendable {
    let shop: Session
    let id: String

    func content() async -> ShownBook.Content {
        let command = ShowCommand(id: id)
        do {
            guard let book = try await shop.content.fetch(asked(command.bookQuery())).first else {
                return .failed("The shop has this book no longer.")
            }
            var sections = [ShownBook.Section(heading: book.title, details: BookDetails.lines(of: book))]
            let reviews = try await shop.content.fetch(asked(command.reviewsQuery()))
            if !reviews.isEmpty {
                sections.append(.init(heading: "Reviews", details: ReviewLines.lines(of: reviews)))
            }
            return .loaded(sections)
        } catch {
            return .failed("\(error)")
        }
    }

    private func asked<Module>(_ query: Query<Module>) -> Query<Module> {
        query.lenient().placingNulls(on: shop.content.engine).fallback(shop.fallback)
    }
}
