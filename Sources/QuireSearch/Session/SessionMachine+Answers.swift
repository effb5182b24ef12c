import QuireCore

extension SessionMachine {
    /// The source has an answer that a better one follows. Of a further page there is only one answer.
    mutating func preliminary(_ number: Int, _ answer: SearchAnswer<Module>) {
        guard let request = pending[number], request.isSearch else { return }
        show(answer, to: request, isPreliminary: true)
        tell(.preliminary, request, answer)
    }

    /// The source has answered. An answer to what is not under way any more is dropped.
    mutating func answered(_ number: Int, _ answer: SearchAnswer<Module>) {
        guard let request = end(number, .answered) else { return }
        if request.isSearch {
            show(answer, to: request, isPreliminary: false)
        } else {
            place(answer, of: request)
        }
        tell(.delivered, request, answer)
        effects.publishes = true
        // What was looked at in the preliminary answer.
        if request.isSearch { loadShownPages() }
    }

    /// The source has failed. Only the failed page, or the search, is marked; what was found before stays as it is.
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

    /// The source has given a request up.
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

    /// Ends whatever belongs to searches before this one.
    private mutating func supersede(_ search: Int) {
        cancel(.superseded) { $0.search < search }
    }
}
