#if SQLite
import BookshopContent
import Foundation
import Quire
import QuireSearch
import QuireStore
import QuireTypesense

#if canImport(SwiftUI)
import SwiftUI
#endif

// The Swift code of the article "Building a search screen", compiled. Change the article and this file together.

enum SearchScreenSamples {
    static func first(_ store: Store) async throws {
        let session = SearchSession(
            Books.query().where(\.year >= 1900).facet(\.language).facet(\.themes), on: store)

        session.type("brave new wor")  // each keystroke: asks when the typing pauses
        session.toggle(\.language, .english)  // changes what is asked next …
        session.search()  // … and asks

        for await state in session.states {  // the current state at once, then each new one
            for book in state.items { print(state.highlight(book.title).marked("«", "»")) }
            for language in state.facet(\.language) {
                print(language.value, language.count, language.isRefined)
            }
        }
    }

    static func edit(_ session: SearchSession<Books>) {
        session.edit { draft in
            draft.text = "war"
            draft.filter("years") {
                $0.year >= 1950
                $0.year < 2000
            }
            draft.sort(by: \.title)
        }
        session.search()
    }

    static func pace(_ cluster: TypesenseEngine) {
        let session = SearchSession(
            Books.query(), on: cluster,
            options: .init(pacing: .debounced(.milliseconds(150)), condition: .text(atLeast: 2)))
        session.type("wh")
    }

    static func follow(_ store: Store) {
        let session = SearchSession(
            Books.query().facet(\.language), on: store, options: .init(updates: .live))
        session.search()
    }

    static func scroll(_ session: SearchSession<Books>, _ book: Book) {
        session.itemShown(book.id)  // whenever a row appears
        session.loadMore()  // or at the end of the list, as often as it likes
    }

    static func jump(_ session: SearchSession<Books>) {
        session.itemShown(at: 3_710)
        let book = session.state.pages[3_710]  // nil until its page is there
        print(book?.title ?? "…")
    }

    static func choose(_ session: SearchSession<Books>) {
        session.toggle(\.language, .french)  // a check box
        session.edit { $0.exclude(\.themes, .war) }
        session.edit { $0.refine(\.authorNames, "Aldous Huxley") }
        session.clearRefinements()
    }

    static func list(_ state: SearchState<Books>) {
        let themes = state.facet(\.themes, by: [.refinedFirst, .countDescending], limit: 10)
        for theme in themes { print(theme.value, theme.count, theme.isRefined) }
    }

    static func arrange(_ state: SearchState<Books>, _ settings: Data) throws {
        let arrangement = try JSONDecoder().decode(FacetArrangement.self, from: settings)
        for field in arrangement.fields(of: state.facets) { print(field) }
        let arranged = state.facet(\.themes, arranged: arrangement)
        print(arranged)
    }

    static func climb(_ session: SearchSession<Books>, _ state: SearchState<Books>) {
        for node in state.tree(\.category).roots { print(node.name, node.count, node.children.count) }
        session.toggle(\.category, "Fiction > Fantasy")
    }

    static func find(_ content: ContentClient, _ session: SearchSession<Books>) async throws {
        let authors = try await content.facetValues(\.authorNames, matching: "aus", for: session.draft)
        for author in authors { print(author.highlighted.marked("«", "»"), author.count) }
    }

    static func mark(_ state: SearchState<Books>, _ book: Book, _ bold: AttributeContainer) {
        func draw(_ text: String, isBold: Bool) { print(text, isBold) }
        let title = state.highlight(book.title)
        for part in title.parts { draw(part.text, isBold: part.isHighlighted) }
        let html = state.snippet(of: book.note ?? "", words: 12).html(tag: "mark")  // escaped
        let attributed = title.attributed(with: bold)  // an AttributeContainer
        print(html, attributed)
    }

    static func mirror(_ typesense: TypesenseEngine, _ store: Store) {
        let session = SearchSession(Books.query(), on: typesense.mirrored(by: store, .localFirst))
        session.search()
    }

    static func together(_ cluster: TypesenseEngine) {
        let engine = cluster.batched()
        let books = SearchSession(Books.query(), on: engine)
        let authors = SearchSession(Authors.query(), on: engine)
        let group = SearchGroup(books, authors)
        group.type("whale")
    }

    static func remember(_ url: URL, _ session: SearchSession<Books>, _ store: Store) async throws {
        let history = SearchHistory(at: url)
        history.follow(session)
        let latest = history.searches  // ["moby dick", "salinger"]
        print(latest)
        let suggestions = SearchSuggestions(.history(history), .content(Books.query(), \.title, on: store))
        suggestions.type("mob")
        for await list in suggestions.lists { print(list.map { $0.highlighted.marked("[", "]") }) }
    }

    static func correct(_ content: ContentClient, _ store: Store, _ state: SearchState<Books>) {
        let session = SearchSession(Books.query(), source: EngineSource(content).didYouMean(from: store))
        if let meant = state.didYouMean { print("Did you mean \(meant.highlighted.marked("«", "»"))?") }
        session.search()
    }

    static func listen(_ session: SearchSession<Books>) async {
        for await event in session.events {
            if case .delivered = event.kind, !event.isLoadingMore { print(event.text, event.total ?? 0) }
        }
    }

    static func overview(_ store: Store, show: ([Book], FacetList<Language>) -> Void) async {
        let session = SearchSession(Books.query().facet(\.language), on: store)
        session.type("wha")
        for await state in session.states { show(state.items, state.facet(\.language)) }
    }
}

#if canImport(SwiftUI)
struct BookSearch: View {
    @State private var search: SearchModel<Books>

    var body: some View {
        List(search.state.items) { book in
            Text(search.state.highlight(book.title).attributed)
                .onAppear { search.itemShown(book.id) }
        }
        .opacity(search.state.isStale ? 0.6 : 1)
        .toolbar { Toggle("English", isOn: $search[isRefined: \.language, .english]) }
        .searchable(text: $search.text)
        .onSubmit(of: .search) { search.submit() }
    }
}
#endif
#endif
