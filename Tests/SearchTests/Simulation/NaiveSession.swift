import SampleModules

/// The rules of a session, derived from its history: each property reads the history from the beginning. Slow, and
/// written independently of the state machine.
struct NaiveSession {
    enum Entry {
        case asked(number: Int, search: Int, page: Int, text: String, source: Int)
        /// A response with its items.
        case responded(Int, ids: [String], total: Int?, isFinal: Bool)
        case failed(Int)
        case cancelled(Int)
        /// A search that the condition rejects.
        case refused(Int)
        case reset
        case newSource
    }

    var history: [Entry] = []
    var numbers = 0
    var source = 0
    let size: Int
    let window: Int

    // MARK: Running requests

    /// The requests that have begun and not ended.
    var open: [(number: Int, search: Int, page: Int, text: String)] {
        var open: [(number: Int, search: Int, page: Int, text: String)] = []
        for entry in history {
            switch entry {
            case .asked(let number, let search, let page, let text, _):
                open.append((number, search, page, text))
            case .responded(let number, _, _, let isFinal):
                let search = open.first { $0.number == number }?.search
                if let search, search == number { open.removeAll { $0.search < search } }
                if isFinal { open.removeAll { $0.number == number } }
            case .failed(let number):
                if open.contains(where: { $0.number == number && $0.search == number }) {
                    open.removeAll { $0.search < number }
                }
                open.removeAll { $0.number == number }
            case .cancelled(let number): open.removeAll { $0.number == number }
            case .refused, .reset, .newSource: open = []
            }
        }
        return open
    }

    var isSearching: Bool { open.contains { $0.number == $0.search } }

    // MARK: Shown results

    struct Shown {
        var search: Int
        var text: String
        var source: Int
        var isPreliminary: Bool
        /// The pages in the order of arrival.
        var pages: [(page: Int, ids: [String])]
        var total: Int?
        var failed: Set<Int> = []
    }

    var shown: Shown? {
        var shown: Shown?
        var questions: [Int: (search: Int, page: Int, text: String, source: Int)] = [:]
        for entry in history {
            switch entry {
            case .asked(let number, let search, let page, let text, let source):
                questions[number] = (search, page, text, source)
                if number != search { shown?.failed.remove(page) }
            case .responded(let number, let ids, let total, let isFinal):
                guard let question = questions[number] else { continue }
                if question.search == number {
                    shown = Shown(
                        search: number, text: question.text, source: question.source, isPreliminary: !isFinal,
                        pages: [(question.page, ids)], total: total)
                } else if isFinal, shown?.search == question.search {
                    shown?.pages.append((question.page, ids))
                    if let total { shown?.total = total }
                }
            case .failed(let number):
                guard let question = questions[number], question.search != number else { continue }
                shown?.failed.insert(question.page)
            case .refused, .reset: shown = nil
            case .cancelled, .newSource: continue
            }
        }
        // No better response follows if the search has ended without it.
        if let search = shown?.search, !open.contains(where: { $0.number == search }) {
            shown?.isPreliminary = false
        }
        return shown
    }

    /// The ids of the list: the pages in order, each id at its first position.
    var ids: [String] {
        guard let shown else { return [] }
        var places: [(page: Int, offset: Int, id: String)] = []
        var seen: Set<String> = []
        for page in shown.pages {
            for (offset, id) in page.ids.enumerated() where seen.insert(id).inserted {
                places.append((page.page, offset, id))
            }
        }
        return places.sorted { ($0.page, $0.offset) < ($1.page, $1.offset) }.map(\.id)
    }

    var phase: String {
        if isSearching { return "loading" }
        for entry in history.reversed() {
            switch entry {
            case .failed(let number):
                if isSearch(number) { return "failed" }
            case .responded(let number, _, _, _):
                if isSearch(number) { return "loaded" }
            case .asked(let number, let search, _, _, _) where number == search:
                return shown == nil ? "idle" : "loaded"
            case .refused, .reset: return "idle"
            default: continue
            }
        }
        return "idle"
    }

    var isStale: Bool {
        guard let shown else { return false }
        let newest = history.reduce(0) { newest, entry in
            if case .asked(let number, let search, _, _, _) = entry, number == search { return number }
            return newest
        }
        return shown.search < newest || shown.source != source
    }

    // MARK: Actions of the screen

    mutating func search(_ text: String) {
        numbers += 1
        let searches = open.filter { $0.number == $0.search }.map(\.number).sorted()
        for number in searches.dropLast(window - 1) { history.append(.cancelled(number)) }
        history.append(.asked(number: numbers, search: numbers, page: 1, text: text, source: source))
    }

    mutating func refuse() {
        numbers += 1
        history.append(.refused(numbers))
    }

    mutating func loadMore() {
        guard let shown, let last = shown.pages.map(\.page).max() else { return }
        if let total = shown.total {
            guard last * size < total else { return }
        } else {
            guard shown.pages.first(where: { $0.page == last })?.ids.count == size else { return }
        }
        load(last + 1)
    }

    mutating func load(_ page: Int) {
        guard let shown, !isSearching, shown.source == source,
            !shown.pages.contains(where: { $0.page == page }),
            !open.contains(where: { $0.page == page })
        else { return }
        numbers += 1
        history.append(
            .asked(number: numbers, search: shown.search, page: page, text: shown.text, source: source))
    }

    mutating func retry() {
        if phase == "failed" {
            for case .failed(let number) in history.reversed() where isSearch(number) {
                guard let text = text(of: number) else { return }
                return search(text)
            }
        }
        for page in (shown?.failed ?? []).sorted() { load(page) }
    }

    mutating func cancelAll() { for request in open { history.append(.cancelled(request.number)) } }

    private func isSearch(_ number: Int) -> Bool {
        history.contains { entry in
            if case .asked(number, number, _, _, _) = entry { true } else { false }
        }
    }

    private func text(of number: Int) -> String? {
        for case .asked(number, _, _, let text, _) in history { return text }
        return nil
    }
}
