#if SQLite
import BookshopContent
import Foundation
import Quire
import QuireStore

#if canImport(SwiftUI)
import SwiftUI
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
        var shown: [Book] = []
        for try await page in content.live(recent) {
            let difference = page.difference(from: shown)
            print(
                difference.removals.map(\.offset), difference.insertions.map(\.offset),
                difference.moves.map(\.to))
            shown = page.items
        }
    }
}

#if canImport(SwiftUI)
struct Shelf: View {
    let content: ContentClient
    @State private var books: [Book] = []

    var body: some View {
        List(books) { Text($0.title) }
            .task {
                do {
                    for try await page in content.live(Books.query().sort(by: \.title)) {
                        withAnimation { books = page.items }
                    }
                } catch {
                    // A closed store, for example. The last books stay on the screen.
                }
            }
    }
}
#endif
#endif
