import Quire
import SampleModules

@testable import QuireSearch

/// A session's state machine without its session: the test plays screen, source and clock.
struct MachineScript {
    struct Broken: Error {}

    /// A request to the source.
    struct SentRequest {
        /// The part of a draft that is sent.
        struct Draft {
            fileprivate let content: Shared<DraftContent>
            var text: String { content.value.text }
            var pageSize: Int { content.value.pageSize }

            func isContent(of draft: SearchDraft<Books>) -> Bool { content == draft.content }
        }

        var page: Int
        var draft: Draft
        /// Whether it is a new search, not a further page.
        var isSearch: Bool
        /// The origin of the first page, for further pages.
        var origin: SearchOrigin?
    }

    private var machine: SessionMachine<Books>
    var events: [SearchEvent<Books>] = []
    /// The events as text: `started 1`, `cancelled 1 superseded`.
    var log: [String] = []
    /// The requests that were sent, by number.
    var sent: [Int: SentRequest] = [:]
    /// Numbers whose tasks were cancelled.
    var stopped: [Int] = []
    var timer: (token: Int, duration: Duration)?
    var states = 0

    init(_ draft: SearchDraft<Books> = SearchDraft(), _ options: SearchSession<Books>.Options = .immediate) {
        machine = SessionMachine(draft, options)
    }

    var state: SearchState<Books> { machine.state }
    var ids: [String] { state.items.map(\.id.rawValue) }
    var pending: [Int] { machine.pending.keys.sorted() }

    /// The number of the newest request.
    var lastNumber: Int { machine.lastNumber }
    var isSettled: Bool { machine.isSettled }
    var draft: SearchDraft<Books> { machine.draft }

    @discardableResult
    private mutating func run<Result>(_ body: (inout SessionMachine<Books>) -> Result) -> Result {
        let result = body(&machine)
        let effects = machine.takeEffects()
        events += effects.events
        for event in effects.events { log.append(Self.words(event)) }
        for request in effects.starts {
            sent[request.number] = SentRequest(
                page: request.page, draft: SentRequest.Draft(content: request.draft),
                isSearch: request.isSearch, origin: request.origin)
        }
        stopped += effects.cancels
        switch effects.timer {
        case .stays: break
        case .stops: timer = nil
        case .starts(let token, let duration): timer = (token, duration)
        }
        if effects.publishes { states += 1 }
        return result
    }

    // MARK: The screen

    mutating func edit(_ change: (inout SearchDraft<Books>) -> Void) {
        var draft = machine.draft
        change(&draft)
        run { $0.edit(draft) }
    }

    @discardableResult
    mutating func search(
        _ text: String? = nil, tag: (any Sendable)? = nil, isAllowed: Bool = true
    ) -> Int {
        if let text { edit { $0.text = text } }
        return run { $0.search(tag: tag, isAllowed: isAllowed) }
    }

    mutating func submit() -> Int { run { $0.submit(tag: nil, isAllowed: true) } }

    mutating func type(_ text: String, isAllowed: Bool = true) {
        edit { $0.text = text }
        run { $0.typed(tag: nil, isAllowed: isAllowed) }
    }

    mutating func loadMore() { run { $0.loadMore() } }
    mutating func loadPage(_ page: Int) { run { $0.loadPage(page) } }
    mutating func shown(_ index: Int) { run { $0.shown(index) } }
    mutating func shown(_ id: ContentID<Books>) { run { $0.shown(id) } }
    mutating func remove(_ id: ExactText) { run { $0.remove(id) } }
    mutating func retry() { run { $0.retry() } }
    mutating func cancel(_ number: Int) { run { $0.cancel(number) } }
    mutating func cancelPending() { run { $0.cancelPending() } }
    mutating func reset() { run { $0.reset() } }

    // MARK: The source and the clock

    /// Responds with the items of a page: `a1`, `a2`… of a result with `total` items.
    mutating func response(_ number: Int, _ ids: [String], total: Int?, preliminary: Bool = false) {
        let request = sent[number]
        let response = Self.response(
            ids, page: request?.page ?? 1, size: request?.draft.pageSize ?? 20, total)
        run { preliminary ? $0.preliminary(number, response) : $0.responded(number, response) }
    }

    /// Responds with a full page of a result with `total` items: `prefix0`, `prefix1`…
    mutating func response(_ number: Int, _ prefix: String, of total: Int) {
        guard let request = sent[number] else { return }
        let size = request.draft.pageSize
        let places = max(0, (request.page - 1) * size)..<max(0, min(total, request.page * size))
        response(number, places.map { "\(prefix)\($0)" }, total: total)
    }

    mutating func responded(_ number: Int, _ response: DraftResponse<Books>) {
        run { $0.responded(number, response) }
    }

    mutating func gaveUp(_ number: Int) { run { $0.gaveUp(number) } }
    mutating func sourceChanged() { run { $0.sourceChanged() } }

    mutating func timerFired(_ token: Int, isAllowed: Bool) {
        run { $0.timerFired(token, isAllowed: isAllowed) }
    }

    /// The timer that the machine has now, which the script may not have seen start.
    mutating func fireNewestTimer() { run { $0.timerFired($0.timer, isAllowed: true) } }

    mutating func fail(_ number: Int) { run { $0.failed(number, Broken()) } }

    mutating func tick() {
        guard let timer else { return }
        self.timer = nil
        run { $0.timerFired(timer.token, isAllowed: true) }
    }

    static func response(_ ids: [String], page: Int, size: Int, _ total: Int?) -> DraftResponse<Books> {
        DraftResponse(
            items: ids.map { Book(id: ContentID($0), values: Books.Values(title: $0, age: 0)) },
            pageInfo: PageInfo(page: page, limit: size, offset: (page - 1) * size, totalItems: total))
    }

    static func words(_ event: SearchEvent<Books>) -> String {
        switch event.kind {
        case .started: "started \(event.number)"
        case .preliminary: "preliminary \(event.number)"
        case .delivered: "delivered \(event.number)"
        case .failed: "failed \(event.number)"
        case .cancelled(let reason): "cancelled \(event.number) \(reason)"
        case .updated: "updated \(event.number)"
        case .refined: "refined"
        case .dropped: "dropped"
        }
    }
}

extension SearchSession<Books>.Options {
    static var immediate: Self { Self(pacing: .immediate) }
}

extension LoadingPhase {
    var word: String {
        switch self {
        case .idle: "idle"
        case .loading: "loading"
        case .loaded: "loaded"
        case .failed: "failed"
        }
    }
}
