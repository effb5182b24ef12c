#if SQLite
import BookshopContent
import Foundation
import Quire
import QuireStore
import QuireViews

#if canImport(SwiftUI)
import SwiftUI
#endif

#if canImport(UIKit)
import UIKit
#endif

// The code of the article "Live queries", in the places where an app has it.

enum LiveQueriesSamples {
    private static func show(_ items: [Book]) {}

    static func pages(_ content: ContentClient) async throws {
        let recent = Books.query().where(\.year >= 1950).sort(by: \.title)
        for try await page in content.live(recent.page(1, size: 20)) {
            show(page.items)
        }
        for try await page in content.live(recent, every: .seconds(30)) { show(page.items) }
    }

    static func otherReads(_ content: ContentClient, _ id: ContentID<Books>) async throws {
        let recent = Books.query().where(\.year >= 1950)
        for try await book in content.live(id) { print(book?.title ?? "deleted") }

        for try await rows in content.live(Books.query().select(\.title, \.year)) {
            for (title, year) in rows { print(title, year ?? 0) }
        }

        for try await count in content.live({ try await $0.count(recent) }) { print(count) }
    }

    static func several(_ content: ContentClient) async throws {
        let recent = Books.query().where(\.year >= 1950)
        let results = content.live { content in
            (
                try await content.fetch(recent.page(1, size: 20)),
                try await content.aggregate(recent, .average(\.averageRating))
            )
        }
        for try await (page, rating) in results { print(page.count, rating ?? 0) }
    }

    static func differences(_ content: ContentClient) async throws {
        let recent = Books.query().where(\.year >= 1950)
        var rows: [Book] = []
        for try await page in content.live(recent) {
            let difference = page.difference(from: rows)
            print(
                difference.removals.map(\.offset), difference.insertions.map(\.offset),
                difference.moves.map(\.to))
            rows = page.items
        }
    }

    static func growing(_ content: ContentClient) async throws {
        let recent = Books.query().where(\.year >= 1950)
        let books = content.livePage(recent, size: 20)
        Task {
            for try await page in books { show(page.items) }
        }
        books.loadMore()  // when the end of the list comes near
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @MainActor static func model(_ content: ContentClient) {
        let model = ListModel(Books.query().sort(by: \.title), size: 50)
        let running = Task { await model.run(on: content) }
        model.query = Books.query().where(\.year >= 1950)  // the old books stay until the new ones come
        running.cancel()
    }

    protocol ResponseBody {
        func write(_ text: String) async throws
    }

    static func events(_ content: ContentClient, _ response: some ResponseBody) async throws {
        let recent = Books.query().where(\.year >= 1950)
        for try await page in content.live(recent) {
            let books = try JSONEncoder().encode(page.items)
            try await response.write("data: \(String(decoding: books, as: UTF8.self))\n\n")
        }
    }
}

#if canImport(SwiftUI)
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
enum LiveViewSamples {
    struct Shelf: View {
        @ContentQuery(Books.query().sort(by: \.title), animation: .default) private var books

        var body: some View {
            List(books) { book in
                NavigationLink(book.title) { BookView(book.id) }
                    .onAppear { $books.itemShown(book.id) }
            }
            .overlay { if let error = $books.phase.error { Text("\(error)") } }
        }
    }

    struct BookView: View {
        @ContentItem private var book: Book?

        init(_ id: ContentID<Books>) { _book = ContentItem(id, in: Books.query().include(\.authors)) }

        var body: some View { Text(book?.title ?? "deleted") }
    }
}
#endif

#if canImport(UIKit)
final class ShelfController: UITableViewController {
    private var books: [ContentID<Books>: Book] = [:]
    private var following: Task<Void, any Error>?
    private lazy var source = UITableViewDiffableDataSource<Int, ContentID<Books>>(tableView: tableView) {
        [weak self] table, path, id in
        let cell = table.dequeueReusableCell(withIdentifier: "book", for: path)
        cell.textLabel?.text = self?.books[id]?.title
        return cell
    }

    func follow(_ content: ContentClient) {
        following = Task { [weak self] in
            var rows: [Book] = []
            for try await page in content.live(Books.query().sort(by: \.title)) {
                guard let self else { return }
                let changed = page.difference(from: rows).updates.map(\.item.id)
                rows = page.items
                books = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
                var snapshot = NSDiffableDataSourceSnapshot<Int, ContentID<Books>>()
                snapshot.appendSections([0])
                snapshot.appendItems(rows.map(\.id))
                snapshot.reconfigureItems(changed)
                await source.apply(snapshot)
            }
        }
    }

    deinit { following?.cancel() }
}
#endif
#endif
