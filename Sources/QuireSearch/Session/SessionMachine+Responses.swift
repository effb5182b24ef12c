import Foundation
import QuireCore
import QuireHTTP
import QuireText

extension SessionMachine {
    /// Handles a preliminary response. Further pages have only one response.
    mutating func preliminary(_ number: Int, _ response: DraftResponse<Module>) {
        guard let request = pending[number], request.isSearch else { return }
        show(response, to: request, isPreliminary: true)
        tell(.preliminary, request, response: response)
    }

    /// Handles a response. If its request is no longer in flight, the response is dropped.
    mutating func responded(_ number: Int, _ response: DraftResponse<Module>) {
        guard let request = end(number, .responded) else { return }
        if request.isSearch {
            show(response, to: request, isPreliminary: false)
        } else {
            place(response, of: request)
        }
        tell(.delivered, request, response: response)
        effects.publishes = true
        // Positions that were visible with the preliminary response.
        if request.isSearch { loadShownPages() }
    }

    /// Handles the end of a request without a response.
    mutating func ended(_ number: Int, with error: any Error) {
        if error.isCancellation { gaveUp(number) } else { failed(number, error) }
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

    private mutating func show(_ response: DraftResponse<Module>, to request: Request, isPreliminary: Bool) {
        supersede(request.number)
        failure = nil
        var pages = PageMap(request, response, removed: removed)
        pages.insert(request.page, response.items, rejected: response.rejected, info: response.pageInfo)
        let before = results
        var results = Results(
            request: request, pages: pages, response: Shared(ResponseSummary(response)),
            isPreliminary: isPreliminary, source: source)
        if let before, before.request.number == request.number {
            results.visiblePages = before.visiblePages
            results.visiblePagesBefore = before.visiblePagesBefore
            results.keepsAll = before.keepsAll
        }
        self.results = results
        effects.publishes = true
    }

    private mutating func place(_ response: DraftResponse<Module>, of request: Request) {
        let page = request.page
        results?.failedPages[page] = nil
        results?.pages.insert(page, response.items, rejected: response.rejected, info: response.pageInfo)
        if let more = response.text?.highlighter, var summary = results?.response.value {
            summary.text?.highlighter.add(more)
            results?.response = Shared(summary)
        }
        evict(keeping: page)
    }

    /// Cancels the requests of older searches.
    private mutating func supersede(_ search: Int) {
        cancel(.superseded) { $0.search < search }
    }
}

extension PageMap {
    /// Creates the map for the result of a search, without pages.
    init(_ request: SessionRequest, _ first: DraftResponse<Module>, removed: Set<ExactText>) {
        let limit = first.pageInfo.limit
        let size = limit > 0 ? limit : request.draft.pageSize
        self.init(pageSize: Swift.max(size, first.items.count), removed: removed)
    }
}

extension Error {
    /// Whether the error only indicates a cancellation.
    var isCancellation: Bool {
        let cancelled = -999
        return self is CancellationError || (self as? TransportError)?.code == cancelled
            || (self as? URLError)?.code == .cancelled
    }
}
