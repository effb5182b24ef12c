import BookshopContent
import Quire

/// The details of a book, as shown by `bookshop show`.
struct BookOpening: Sendable {
    let shop: Session
    let id: String

    /// Passes on the details, now and after each change of the content if the engine reports it.
    func follow(_ show: (ShownBook.Content) -> Void) async {
        guard shop.content.engine.capabilities.liveQueries else {
            return show(await details(from: shop.content))
        }
        do {
            for try await details in shop.content.live({ await self.details(from: $0) }) { show(details) }
        } catch is CancellationError {
            return
        } catch {
            show(.failed("\(error)"))
        }
    }

    private func details(from content: ContentClient) async -> ShownBook.Content {
        let command = ShowCommand(id: id)
        do {
            guard let book = try await content.fetch(asked(command.bookQuery())).first else {
                return .failed("The shop has this book no longer.")
            }
            var sections = [ShownBook.Section(heading: book.title, details: BookDetails.lines(of: book))]
            let reviews = try await content.fetch(asked(command.reviewsQuery()))
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
