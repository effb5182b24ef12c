import QuireCore

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
            pages.insert(number, response.items, rejected: response.rejected, response.pageInfo)
            results?.failedPages[number] = nil
        }
        results?.pages = pages
        results?.response = Shared(ResponseSummary(first))
        tell(.updated, request, first)
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
            tell(.delivered, request, response)
        }
    }
}

extension DraftResponse {
    /// Whether it is a page after the end of the result.
    fileprivate var isEmpty: Bool { items.isEmpty && rejected.isEmpty }
}
