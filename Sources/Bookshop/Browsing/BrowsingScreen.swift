import BookshopContent
import Foundation
import Quire
import QuireSearch
import QuireTerminal

/// The browser on its terminal: what happens goes in, what keys ask for goes to the session.
struct BrowsingScreen {
    let shop: Session
    let search: SearchSession<Books>
    let terminal: RawTerminal
    let signals: TerminalSignals
    var browser: Browser
    /// Called with the revision of a search that is under way, to come back after a while.
    let waiting: @Sendable (Int) -> Void
    let opening: @Sendable (String) -> Void

    private var drawing: FrameDrawing
    private var state: SearchState<Books>?
    /// Counts the times that the session began to search; what is slow is told by it.
    private var beginning = 0
    private var isSlow = false
    private var started: [Int: ContinuousClock.Instant] = [:]
    private var milliseconds: Int?

    init(
        shop: Session, search: SearchSession<Books>, terminal: RawTerminal, signals: TerminalSignals,
        browser: Browser, waiting: @escaping @Sendable (Int) -> Void,
        opening: @escaping @Sendable (String) -> Void
    ) {
        self.shop = shop
        self.search = search
        self.terminal = terminal
        self.signals = signals
        self.browser = browser
        self.waiting = waiting
        self.opening = opening
        drawing = FrameDrawing(hasColour: shop.output.style.isOn)
    }

    mutating func draw() throws { try terminal.write(drawing.text(for: browser.frame())) }

    /// - Returns: Whether it goes on.
    mutating func handle(_ event: BrowsingLoop.Event) throws -> Bool {
        switch event {
        case .keys(let keys):
            for key in keys {
                for action in browser.handle(key) where try !perform(action) { return false }
            }
        case .noMoreKeys: return false
        case .signal(let signal): try obey(signal)
        case .state(let state): try show(state)
        case .search(let event): try note(event)
        case .book(let id, let content): browser.show(content, of: id)
        case .slow(let number):
            guard number == beginning, isSearching else { break }
            isSlow = true
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

    private var isSearching: Bool {
        state.map { $0.phase.isLoading || $0.isLoadingMore } ?? false
    }

    private mutating func show(_ new: SearchState<Books>) throws {
        let wasSearching = isSearching
        state = new
        if !isSearching {
            isSlow = false
        } else if !wasSearching {
            beginning += 1
            waiting(beginning)
        }
        try show()
    }

    private mutating func show() throws {
        guard let state else { return }
        var shown = ShownSearch(state)
        shown.isPending = shown.isPending && isSlow
        shown.isStale = shown.isStale && isSlow
        shown.milliseconds = milliseconds
        for action in browser.show(shown) { _ = try perform(action) }
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

    /// - Returns: Whether it goes on.
    private mutating func perform(_ action: Browser.Action) throws -> Bool {
        switch action {
        case .type(let text):
            orderForText(text)
            search.type(text)
        case .submit: search.submit()
        case .toggle(let value):
            search.edit { value.toggle(in: &$0) }
            search.search()
        case .clearFacets:
            search.edit { $0.clearRefinements() }
            search.search()
        case .order:
            orderForText(search.text)
            search.search()
        case .see(let places): see(places)
        case .open(let id): opening(id)
        case .retry: search.retry()
        case .suspend: try suspend()
        case .leave: return false
        }
        return true
    }

    private func orderForText(_ text: String) {
        let placesNulls = shop.content.engine.capabilities.placesNulls
        let keys = browser.order.keys(text: text, placesNulls: placesNulls)
        search.edit { $0.sort = keys }
    }

    /// Tells the session which places of the result show.
    private func see(_ shown: Range<Int>) {
        guard let state else { return }
        let places = ShownSearch.places(of: state)
        for place in Set([shown.lowerBound, shown.upperBound - 1]) where places.indices.contains(place) {
            search.itemShown(at: places[place])
        }
    }
}
