import BookshopContent
import Foundation
import Quire
import QuireSearch
import QuireTerminal

/// Connects the browser with its terminal: events go in, and actions go to the session.
struct BrowsingScreen {
    let shop: Session
    let search: SearchSession<Books>
    let history: SearchHistory
    let suggestions: SearchSuggestions
    let terminal: RawTerminal
    let signals: TerminalSignals
    var browser: Browser
    /// Fetches a book, which arrives as an event, again after each change until the task is cancelled.
    let opening: @Sendable (String) -> Task<Void, Never>
    /// Searches for values of a facet, which arrive as an event unless the task is cancelled.
    let finding: @Sendable (BookFacet.Kind, String, SearchDraft<Books>) -> Task<Void, any Error>

    private var drawing: FrameDrawing
    private var state: SearchState<Books>?
    private var isBusy = false
    private var started: [Int: ContinuousClock.Instant] = [:]
    private var milliseconds: Int?
    private var findingValues: Task<Void, any Error>?
    private var openedBook: Task<Void, Never>?

    init(
        shop: Session, search: SearchSession<Books>, history: SearchHistory, suggestions: SearchSuggestions,
        terminal: RawTerminal, signals: TerminalSignals, browser: Browser,
        opening: @escaping @Sendable (String) -> Task<Void, Never>,
        finding: @escaping @Sendable (BookFacet.Kind, String, SearchDraft<Books>) -> Task<Void, any Error>
    ) {
        self.shop = shop
        self.search = search
        self.history = history
        self.suggestions = suggestions
        self.terminal = terminal
        self.signals = signals
        self.browser = browser
        self.opening = opening
        self.finding = finding
        drawing = FrameDrawing(hasColour: shop.output.style.isOn)
    }

    mutating func draw() throws { try terminal.write(drawing.text(for: browser.frame())) }

    /// - Returns: Whether the program continues.
    mutating func handle(_ event: BrowsingLoop.Event) throws -> Bool {
        switch event {
        case .keys(let keys):
            for key in keys {
                for action in browser.handle(key) where try !perform(action) { return false }
            }
            if browser.book == nil { openedBook?.cancel() }
        case .noMoreKeys: return false
        case .signal(let signal): try obey(signal)
        case .state(let state):
            self.state = state
            try show()
        case .search(let event): try note(event)
        case .book(let id, let content): browser.show(content, of: id)
        case .history(let searches): browser.history = searches
        case .suggestions(let list): browser.show(list)
        case .values(let facet, let text, let values): browser.show(values, of: facet, matching: text)
        case .busy(let isBusy):
            self.isBusy = isBusy
            try show()
        }
        return true
    }

    private mutating func obey(_ signal: TerminalSignals.Event) throws {
        switch signal {
        case .stop(let number): throw BrowsingLoop.Stopped(signal: number)
        case .suspend: try suspend()
        case .resumed:
            try terminal.enter()
            try redraw()
        case .resized: try redraw()
        }
    }

    private mutating func suspend() throws {
        terminal.leave()
        signals.suspend()
        try terminal.enter()
        try redraw()
    }

    private mutating func redraw() throws {
        drawing.forget()
        for action in browser.resize(terminal.size) { _ = try perform(action) }
    }

    // MARK: Results

    private mutating func show() throws {
        guard let state else { return }
        var search = ShownSearch(state)
        // Most responses arrive before anyone could notice that they are pending.
        search.isPending = search.isPending && isBusy
        search.isStale = search.isStale && (isBusy || search.failure != nil)
        search.milliseconds = milliseconds
        for action in browser.show(search) { _ = try perform(action) }
    }

    private mutating func note(_ event: SearchEvent<Books>) throws {
        guard !event.isLoadingMore else { return }
        if case .started = event.kind { started[event.number] = .now }
        guard event.isFinal, let start = started.removeValue(forKey: event.number) else { return }
        if case .delivered = event.kind {
            milliseconds = Int((start.duration(to: .now) / .milliseconds(1)).rounded(.up))
            try show()
        }
    }

    // MARK: Keys

    /// - Returns: Whether the program continues.
    private mutating func perform(_ action: Browser.Action) throws -> Bool {
        switch action {
        case .type(let text):
            orderForText(text)
            search.type(text)
            suggestions.type(text)
        case .submit: search.submit()
        case .toggle(let value):
            value.toggle(in: search)
            search.search()
        case .clearFacets:
            search.edit { $0.clearRefinements() }
            search.search()
        case .order:
            orderForText(search.text)
            search.search()
        case .see(let places): see(places)
        case .open(let id):
            // A user who opens a book was satisfied with the search.
            history.record(search.text)
            openedBook?.cancel()
            openedBook = opening(id)
        case .findValues(let facet, let text):
            findingValues?.cancel()
            findingValues = finding(facet, text, search.draft)
        case .retry: search.retry()
        case .suspend: try suspend()
        case .leave: return false
        }
        return true
    }

    private func orderForText(_ text: String) {
        let keys = browser.order.keys(text: text, on: shop.content.engine.capabilities)
        search.edit { $0.sort = keys }
    }

    /// Tells the session which results are visible.
    private func see(_ rows: Range<Int>) {
        guard let state else { return }
        let places = ShownSearch.places(of: state)
        for place in Set([rows.lowerBound, rows.upperBound - 1]) where places.indices.contains(place) {
            search.itemShown(at: places[place])
        }
    }
}
