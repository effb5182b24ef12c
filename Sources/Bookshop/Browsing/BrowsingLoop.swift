import BookshopContent
import Foundation
import Quire
import QuireSearch
import QuireTerminal

/// Connects keys, signals, the session's states, and the screen.
struct BrowsingLoop: Sendable {
    /// A signal ended the program, after the terminal was restored.
    struct Stopped: Error { var signal: Int32 }

    enum Event: Sendable {
        case keys([Key])
        /// The terminal is closed.
        case noMoreKeys
        case signal(TerminalSignals.Event)
        case state(SearchState<Books>)
        case search(SearchEvent<Books>)
        case book(String, ShownBook.Content)
        /// Whether work has been in progress long enough to show it.
        case busy(Bool)
        /// Earlier searches, newest first.
        case history([String])
        /// Completions of the typed text.
        case suggestions(SuggestionList)
        /// The values of a facet that match some words.
        case values(BookFacet.Kind, String, ValueSearch.Found)
    }

    let shop: Session
    let terminal: RawTerminal
    /// The initial text of the search field.
    let text: String
    let pacing: SearchPacing

    /// How long a search runs before it is shown as busy. Most finish earlier.
    private static let grace = Duration.milliseconds(150)

    func run() async throws {
        let history = Self.history()
        // Closing the window sends a signal too, possibly last. Save the history before it ends the program.
        let signals = TerminalSignals()
        defer { signals.stop() }
        // Without its file, the history only covers this run.
        do {
            try await run(history, signals)
        } catch {
            try? await history.flush()
            throw error
        }
        try? await history.flush()
    }

    /// Earlier searches, stored next to the stores, or in memory if there is no folder for them.
    private static func history() -> SearchHistory {
        SearchHistory(at: try? StoreFile.cacheFolder().appendingPathComponent("searches.json"))
    }

    private func run(_ history: SearchHistory, _ signals: TerminalSignals) async throws {
        let search = session()
        let (events, sender) = AsyncStream<Event>.makeStream()
        let reader = KeyReader(STDIN_FILENO)
        let states = search.states
        let happenings = search.events
        let progress = search.progress(after: Self.grace)
        let searches = history.lists
        let suggestions = suggestions(from: history)
        let suggested = suggestions.lists
        let following = history.follow(search)
        defer {
            following.cancel()
            reader.stop()
            terminal.leave()
        }
        try terminal.enter()
        let listening = Task {
            await withTaskGroup { group in
                group.addTask {
                    for await keys in reader.keys { sender.yield(.keys(keys)) }
                    sender.yield(.noMoreKeys)
                }
                group.addTask { for await event in signals.events { sender.yield(.signal(event)) } }
                group.addTask { for await state in states { sender.yield(.state(state)) } }
                group.addTask { for await event in happenings { sender.yield(.search(event)) } }
                group.addTask { for await isBusy in progress { sender.yield(.busy(isBusy)) } }
                group.addTask { for await list in searches { sender.yield(.history(list)) } }
                group.addTask { for await list in suggested { sender.yield(.suggestions(list)) } }
            }
        }
        defer { listening.cancel() }
        search.search()
        var screen = BrowsingScreen(
            shop: shop, search: search, history: history, suggestions: suggestions, terminal: terminal,
            signals: signals, browser: Browser(size: terminal.size, text: text)
        ) { id in
            Task { await BookOpening(shop: shop, id: id).follow { sender.yield(.book(id, $0)) } }
        } finding: { [pacing] facet, text, draft in
            Task {
                if case .debounced(let pause) = pacing { try await Task.sleep(for: pause) }
                let values = await ValueFinding(content: shop.content, draft: draft).find(facet, text)
                try Task.checkCancellation()
                sender.yield(.values(facet, text, values))
            }
        }
        try screen.draw()
        for await event in events {
            guard try screen.handle(event) else { return }
            try screen.draw()
        }
    }

    /// Suggests earlier searches, and titles and names that begin with the typed text if the engine can look them up
    /// quickly.
    private func suggestions(from history: SearchHistory) -> SearchSuggestions {
        guard shop.content.engine.capabilities.fullText else {
            return SearchSuggestions(.history(history), pacing: pacing)
        }
        let source = EngineSource(shop.content)
        let books = Books.query().lenient().fallback(shop.fallback)
        return SearchSuggestions(
            .history(history), .content(books, \.title, source: source),
            .content(books, \.authorNames, source: source), limit: 24, pacing: pacing)
    }

    private func session() -> SearchSession<Books> {
        let engine = shop.content.engine
        var query = engine.capabilities.facets ? BookFacet.query : Books.query()
        query = query.lenient().fallback(shop.fallback)
        let options = SearchSession<Books>.Options(
            pacing: pacing, updates: engine.capabilities.liveQueries ? .live : nil)
        let search: SearchSession<Books>
        if let speller = engine as? any SpellingEngine {
            let source = EngineSource(shop.content, origin: .local).didYouMean(from: speller)
            search = SearchSession(query, source: source, options: options)
        } else {
            search = SearchSession(query, on: shop.content, options: options)
        }
        search.edit { draft in
            draft.text = EditedLine(text).text
            draft.sort = BookOrder.relevance.keys(text: draft.text, on: engine.capabilities)
            if !engine.capabilities.fullText {
                draft.searchSubstrings(in: \.title)
                draft.searchSubstrings(in: \.originalTitle)
            }
        }
        return search
    }
}

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

/// The details of a book, shown over the results.
struct ShownBook: Equatable, Sendable {
    struct Section: Equatable, Sendable {
        var heading: String
        var details: [Detail]
    }

    enum Content: Equatable, Sendable {
        case loading
        case loaded([Section])
        case failed(String)
    }

    var id: String
    var title: String
    var content = Content.loading
    /// The number of lines scrolled off the top.
    var scrolled = 0
}
