import QuireCore
import QuireText

/// The rules of a session without concurrency: events go in, and the new state and effects come out.
struct SessionMachine<Module: ContentModule>: Sendable {
    typealias Request = SessionRequest

    /// The effects of a step, in order.
    struct Effects: Sendable {
        enum Timer: Sendable {
            case stays
            case stops
            case starts(Int, Duration)
        }

        var starts: [Request] = []
        var cancels: [Int] = []
        var events: [SearchEvent<Module>] = []
        var timer = Timer.stays
        /// Whether the state has changed.
        var publishes = false
        /// The state, if it has changed.
        var state: SearchState<Module>?
        var isSettled = true
    }

    /// The results, and which of them were visible.
    struct Results: Sendable {
        var request: Request
        var pages: PageMap<Module>
        /// The response to the first page.
        var response: Shared<ResponseSummary>
        var isPreliminary: Bool
        var failedPages: [Int: any Error] = [:]
        /// The pages that were visible since the last page arrived, and before that.
        var visiblePages: Set<Int> = []
        var visiblePagesBefore: Set<Int> = []
        /// Whether it is a list that only grows.
        var keepsAll = false
        var source: Int
    }

    let options: SearchSession<Module>.Options
    var draft: SearchDraft<Module>
    var lastNumber = 0
    private(set) var pending: [Int: Request] = [:]
    /// The further pages among them.
    private(set) var loadingPages: Set<Int> = []
    private var searches = 0
    var results: Results?
    /// The latest search and its number.
    var newest = 0
    /// The latest search, if it failed.
    var failure: (request: Request, error: any Error)?
    /// The last draft without results.
    var pendingDraft: (number: Int, draft: Shared<DraftContent>)
    /// Incremented with every new source.
    var source = 0
    var removed: Set<ExactText> = []
    var pacing: PacingState
    /// The time since the session was created.
    var now = Duration.zero
    var pacedTag: (any Sendable)?
    var timer = 0
    /// The number of updates so far.
    var updateCount = 0
    /// Whether the session has ended.
    var isClosed = false
    var effects = Effects()

    init(_ draft: SearchDraft<Module>, _ options: SearchSession<Module>.Options) {
        self.draft = draft
        self.options = options
        pendingDraft = (0, draft.content)
        pacing = PacingState(options.pacing)
    }

    /// Whether a search is in flight.
    var isSearching: Bool { searches > 0 }

    /// Whether nothing is in flight, and no typed text is waiting.
    var isSettled: Bool { pending.isEmpty && !pacing.isWaiting }

    mutating func takeEffects() -> Effects {
        var effects = effects
        self.effects = Effects()
        if effects.publishes { effects.state = state }
        effects.isSettled = isSettled
        return effects
    }

    /// The current state, without its revision.
    var state: SearchState<Module> {
        let draft = SearchDraft<Module>(results?.request.draft ?? pendingDraft.draft)
        var state = SearchState(draft, results?.pages)
        if isSearching {
            state.phase = .loading
        } else if let failure {
            state.phase = .failed(failure.error)
        }
        guard let results else {
            state.number = pendingDraft.number
            return state
        }
        if case .idle = state.phase { state.phase = .loaded }
        state.number = results.request.number
        state.isStale = results.request.number < newest || results.source != source
        state.isPreliminary = results.isPreliminary && pending[results.request.number] != nil
        state.loadingPages = loadingPages
        state.failedPages = results.failedPages
        state.response = results.response
        state.tag = results.request.tag
        return state
    }
}

// MARK: Requests

extension SessionMachine {
    mutating func start(_ request: Request) {
        pending[request.number] = request
        if request.isSearch { searches += 1 } else { loadingPages.insert(request.page) }
        pacing.began(request.number, at: now)
        effects.starts.append(request)
        tell(.started, request)
        effects.publishes = true
    }

    /// Removes a request that has ended. Returns `nil` if it had ended before.
    mutating func end(_ number: Int, _ end: RequestTimes.End = .gaveUp) -> Request? {
        guard let request = pending.removeValue(forKey: number) else { return nil }
        if request.isSearch { searches -= 1 } else { loadingPages.remove(request.page) }
        pacing.ended(number, end, at: now)
        return request
    }

    /// Cancels requests, oldest first.
    mutating func cancel(_ reason: SearchCancellation, where isMeant: (Request) -> Bool) {
        for number in pending.keys.sorted() {
            guard let meant = pending[number], isMeant(meant),
                let request = end(number, reason == .superseded ? .superseded : .gaveUp)
            else { continue }
            effects.cancels.append(number)
            tell(.cancelled(reason), request)
            effects.publishes = true
        }
    }

    mutating func tell(
        _ kind: SearchEvent<Module>.Kind, _ request: Request, response: DraftResponse<Module>? = nil
    ) {
        effects.events.append(
            SearchEvent(
                kind: kind, number: request.number, search: request.search, page: request.page,
                draft: SearchDraft(request.draft), tag: request.tag, isTyped: request.isTyped,
                origin: response?.origin,
                total: response?.pageInfo.totalItems, level: response?.text?.level))
    }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}

extension SessionMachine {
    /// The search whose results are shown and can be updated.
    var followed: Int? {
        guard options.updates != nil, !isClosed, let results, results.source == source,
            pending[results.request.number] == nil, !results.isPreliminary
        else { return nil }
        return results.request.number
    }

    /// The pages that are loaded, or are being loaded.
    var knownPages: Set<Int> { loadingPages.union(results?.pages.loadedPages ?? []) }

    /// Handles a change of the content: replaces the loaded pages. The search, and what is visible, stay.
    ///
    /// - Parameter responses: The pages by number, all of the same state.
    mutating func updated(_ number: Int, _ responses: [Int: DraftResponse<Module>]) {
        guard followed == number, let request = results?.request, let first = responses[request.page]
        else { return }
        updateCount += 1
        deliver(responses, of: number)
        var pages = PageMap(request, first, removed: removed)
        for number in responses.keys.sorted() {
            guard let response = responses[number], number == request.page || !response.isEmpty else {
                continue
            }
            pages.insert(number, response.items, rejected: response.rejected, info: response.pageInfo)
            results?.failedPages[number] = nil
        }
        results?.pages = pages
        results?.response = Shared(ResponseSummary(first))
        tell(.updated, request, response: first)
        effects.publishes = true
        // Positions that are visible, and had no item before.
        loadShownPages()
    }

    /// Handles the end of the updates. The results stay.
    mutating func updatesEnded(_ number: Int, with error: any Error) {
        guard followed == number, newest == number, !error.isCancellation, let request = results?.request
        else { return }
        failure = (request, error)
        effects.publishes = true
    }

    /// Ends the requests for pages that have come with an update.
    private mutating func deliver(_ responses: [Int: DraftResponse<Module>], of search: Int) {
        for number in pending.keys.sorted() {
            guard let meant = pending[number], meant.search == search, let response = responses[meant.page],
                let request = end(number, .responded)
            else { continue }
            effects.cancels.append(number)
            tell(.delivered, request, response: response)
        }
    }
}

extension DraftResponse {
    /// Whether it is a page after the end of the result.
    fileprivate var isEmpty: Bool { items.isEmpty && rejected.isEmpty }
}

/// One request of a session to its source.
struct SessionRequest: Sendable {
    var number: Int
    /// The number of its search.
    var search: Int
    var page: Int
    var draft: Shared<DraftContent>
    var tag: (any Sendable)?
    var isTyped = false
    /// The origin of the first page, for further pages.
    var origin: SearchOrigin?

    var isSearch: Bool { number == search }
}
