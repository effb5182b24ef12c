import QuireCore

extension SessionMachine {
    /// Handles a preliminary response. Further pages have only one response.
    mutating func preliminary(_ number: Int, _ answer: SearchAnswer<Module>) {
        guard let request = pending[number], request.isSearch else { return }
        show(answer, to: request, isPreliminary: true)
        tell(.preliminary, request, answer)
    }

    /// Handles a response. If its request is no longer in flight, the response is dropped.
    mutating func answered(_ number: Int, _ answer: SearchAnswer<Module>) {
        guard let request = end(number, .answered) else { return }
        if request.isSearch {
            show(answer, to: request, isPreliminary: false)
        } else {
            place(answer, of: request)
        }
        tell(.delivered, request, answer)
        effects.publishes = true
        // Positions that were visible with the preliminary response.
        if request.isSearch { loadShownPages() }
    }

    /// Handles an error. It only affects the failed page, or the search. Earlier results stay.
    mutating func failed(_ number: Int, _ error: any Error) {
        guard let request = end(number) else { return }
        if request.isSearch {
            supersede(request.number)
            failure = (request, error)
        } else {
            results?.failedPages[request.page] = error
        }
        tell(.failed(error), request)
        effects.publishes = true
        if request.isSearch { loadShownPages() }
    }

    /// Handles a request that the source cancelled.
    mutating func gaveUp(_ number: Int) {
        guard let request = end(number) else { return }
        tell(.cancelled(.source), request)
        effects.publishes = true
        if request.isSearch { loadShownPages() }
    }

    private mutating func show(_ answer: SearchAnswer<Module>, to request: Request, isPreliminary: Bool) {
        supersede(request.number)
        failure = nil
        let info = answer.pageInfo
        let size = info.limit > 0 ? info.limit : request.draft.pageSize
        var pages = PageMap<Module>(pageSize: max(size, answer.items.count), removed: removed)
        pages.insert(request.page, answer.items, rejected: answer.rejected, info)
        let before = results
        var results = Results(
            request: request, pages: pages, answer: Shared(AnswerSummary(answer)),
            isPreliminary: isPreliminary, source: source)
        if let before, before.request.number == request.number {
            results.shown = before.shown
            results.shownBefore = before.shownBefore
            results.keepsAll = before.keepsAll
        }
        self.results = results
        effects.publishes = true
    }

    private mutating func place(_ answer: SearchAnswer<Module>, of request: Request) {
        let page = request.page
        results?.failedPages[page] = nil
        results?.pages.insert(page, answer.items, rejected: answer.rejected, answer.pageInfo)
        evict(keeping: page)
    }

    /// Cancels the requests of older searches.
    private mutating func supersede(_ search: Int) {
        cancel(.superseded) { $0.search < search }
    }
}
