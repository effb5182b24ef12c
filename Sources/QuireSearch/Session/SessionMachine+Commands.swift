import QuireText

extension SessionMachine {
    /// Changes the draft of the next search. Sends nothing.
    mutating func edit(_ changed: SearchDraft<Module>) {
        let isRefined = changed.refinements != draft.refinements
        draft = changed
        if isRefined { tellOfDraft(.refined) }
    }

    /// Reports an event of the next search, which has no request yet.
    private mutating func tellOfDraft(_ kind: SearchEvent<Module>.Kind, tag: (any Sendable)? = nil) {
        let page = max(1, draft.firstPage)
        tell(
            kind, Request(number: lastNumber, search: lastNumber, page: page, draft: draft.content, tag: tag))
    }

    /// Freezes the draft and searches for it, even if nothing has changed.
    ///
    /// - Parameter isAllowed: Whether the draft meets the search condition.
    @discardableResult
    mutating func search(tag: (any Sendable)?, isAllowed: Bool) -> Int {
        apply(pacing.flushed(), isAllowed: isAllowed)
        pacedTag = nil
        return begin(draft.content, tag: tag, isAllowed: isAllowed)
    }

    /// Handles typing: searches according to the pacing, or at once for an empty text.
    mutating func typed(tag: (any Sendable)?, isAllowed: Bool) {
        if draft.text.isEmpty {
            apply(pacing.flushed(), isAllowed: isAllowed)
            pacedTag = nil
            begin(draft.content, tag: tag, isTyped: true, isAllowed: isAllowed)
        } else {
            pacedTag = tag
            apply(pacing.typed(at: now), isAllowed: isAllowed)
        }
    }

    /// Handles the return key: sends a waiting search at once. Does nothing for a draft that is already in flight or
    /// shown.
    mutating func submit(tag: (any Sendable)?, isAllowed: Bool) -> Int {
        let isOver = pending[newest] == nil && failure != nil
        let isKnown = newest > 0 && !isOver && newestDraft == draft.content
        guard pacing.isWaiting || !isKnown else { return newest }
        return search(tag: tag ?? (pacing.isWaiting ? pacedTag : nil), isAllowed: isAllowed)
    }

    /// Handles the end of a timer. Ignores one that was stopped or replaced meanwhile.
    mutating func timerFired(_ token: Int, isAllowed: Bool) {
        guard token == timer else { return }
        apply(pacing.fired(at: now), isAllowed: isAllowed)
    }

    /// Sends a failed search again unchanged, or loads the pages that failed.
    mutating func retry() {
        if let failure, !isSearching {
            begin(failure.request.draft, tag: failure.request.tag, isAllowed: true)
        } else if let results, isOpen(results) {
            for page in results.failedPages.keys.sorted() { load(page) }
        }
    }

    /// Cancels one request. Does nothing if it has ended, or never existed.
    mutating func cancel(_ number: Int) {
        let isSearch = pending[number]?.isSearch ?? false
        cancel(.requested) { $0.number == number }
        if isSearch { loadShownPages() }
    }

    /// Cancels all requests, and drops paced text.
    mutating func cancelPending() {
        apply(pacing.flushed(), isAllowed: false)
        cancel(.requested) { _ in true }
    }

    /// Clears the text, refinements, named filters and results. The query stays.
    mutating func reset() {
        apply(pacing.flushed(), isAllowed: false)
        cancel(.reset) { _ in true }
        var cleared = draft
        cleared.text = ""
        cleared.refinements = Refinements()
        cleared.filters = [:]
        edit(cleared)
        results = nil
        failure = nil
        removed = []
        pendingDraft = (0, draft.content)
        newest = 0
        effects.publishes = true
    }

    /// Handles a new source. The shown items stay, marked as stale.
    mutating func sourceChanged() {
        cancel(.sourceChanged) { _ in true }
        pacing.engineChanged()
        source += 1
        effects.publishes = true
    }

    /// Ends the session.
    mutating func close() {
        isClosed = true
        apply(pacing.flushed(), isAllowed: false)
        cancel(.sessionEnded) { _ in true }
    }

    mutating func remove(_ id: ExactText) {
        removed.insert(id)
        results?.pages.remove(id)
        effects.publishes = true
    }

    mutating func restore(_ id: ExactText) {
        removed.remove(id)
        results?.pages.restore(id)
        effects.publishes = true
    }

    private var newestDraft: Shared<DraftContent>? {
        if let request = pending[newest] { return request.draft }
        if let results, results.source == source, results.request.number == newest {
            return results.request.draft
        }
        return pendingDraft.number == newest ? pendingDraft.draft : nil
    }

    private mutating func apply(_ step: PacingState.Step, isAllowed: Bool) {
        switch step.timer {
        case .stays: break
        case .stops:
            timer += 1
            effects.timer = .stops
        case .starts(let duration):
            timer += 1
            effects.timer = .starts(timer, duration)
        }
        if step.drops {
            tellOfDraft(.dropped, tag: pacedTag)
            pacedTag = nil
        }
        guard step.searches else { return }
        begin(draft.content, tag: pacedTag, isTyped: true, isAllowed: isAllowed)
        pacedTag = nil
    }

    @discardableResult
    private mutating func begin(
        _ draft: Shared<DraftContent>, tag: (any Sendable)?, isTyped: Bool = false, isAllowed: Bool
    ) -> Int {
        let number = nextNumber()
        newest = number
        failure = nil
        guard isAllowed else {
            cancel(.superseded) { _ in true }
            results = nil
            pendingDraft = (number, draft)
            effects.publishes = true
            return number
        }
        if results == nil { pendingDraft.draft = draft }
        let searches = pending.keys.sorted().filter { pending[$0]?.isSearch == true }
        let crowd = Set(searches.dropLast(max(1, options.maximumPending) - 1))
        cancel(.crowdedOut) { crowd.contains($0.number) }
        let page = min(max(1, draft.value.firstPage), PageLayout.bound)
        start(Request(number: number, search: number, page: page, draft: draft, tag: tag, isTyped: isTyped))
        return number
    }
}
