import Quire

extension PageMap {
    /// The last page that is loaded.
    var highest: Int? { pages.keys.max() }

    /// Whether a page stands behind the last one that is loaded, as far as is known.
    var hasMore: Bool {
        guard let highest else { return false }
        return lastPage.map { highest < $0 } ?? true
    }

    /// Items that could not be read, of all pages that are loaded.
    var rejected: [ContentDecodingError] { loadedPages.flatMap { pages[$0]?.rejected ?? [] } }

    func isLoaded(_ page: Int) -> Bool { pages[page] != nil }

    /// Puts a page in its place, or anew there. An item that is shown elsewhere is hidden: what was there first stays.
    mutating func insert(
        _ number: Int, _ items: [Content<Module>], rejected: [ContentDecodingError], total: Int?
    ) {
        take(number)
        let isLast = pages.keys.allSatisfy { $0 < number }
        let page = Page(items: Array(items.prefix(pageSize)), rejected: rejected)
        pages[number] = page
        var shown: [Content<Module>] = []
        for (offset, item) in page.items.enumerated() {
            let index = firstIndex(of: number) + offset
            let id = Array(item.id.rawValue.utf8)
            if removed.contains(id) {
                hidden[index] = Hidden(id: id, page: nil)
            } else if let place = places[id] {
                hidden[index] = Hidden(id: id, page: self.page(of: place))
            } else {
                places[id] = index
                shown.append(item)
            }
        }
        learn(number, received: items.count + rejected.count, hasNews: !shown.isEmpty, total: total)
        let isRevealing = reveal(of: number)
        if isLast, !isRevealing { self.items += shown } else { reread() }
    }

    /// Forgets pages; what they hide elsewhere stays hidden, so that nothing appears by an eviction.
    mutating func evict(_ numbers: [Int]) {
        guard !numbers.isEmpty else { return }
        for number in numbers { take(number) }
        reread()
    }

    /// Hides an item, here and on pages to come.
    mutating func remove(_ id: [UInt8]) {
        removed.insert(id)
        guard let index = places.removeValue(forKey: id) else { return }
        hidden[index] = Hidden(id: id, page: nil)
        reread()
    }

    /// Shows an item again that was removed.
    mutating func restore(_ id: [UInt8]) {
        removed.remove(id)
        let all = hidden.filter { $0.value.page == nil && $0.value.id == id }.keys.sorted()
        for index in all {
            if let place = places[id] {
                hidden[index] = Hidden(id: id, page: page(of: place))
            } else {
                hidden[index] = nil
                places[id] = index
            }
        }
        if !all.isEmpty { reread() }
    }

    private mutating func take(_ number: Int) {
        guard let page = pages.removeValue(forKey: number) else { return }
        let first = firstIndex(of: number)
        for (offset, item) in page.items.enumerated() where hidden.removeValue(forKey: first + offset) == nil
        {
            places[Array(item.id.rawValue.utf8)] = nil
        }
    }

    /// Shows what was hidden for a page that has it no more. Returns whether there was any such.
    private mutating func reveal(of number: Int) -> Bool {
        var isAny = false
        for (index, place) in hidden.sorted(by: { $0.key < $1.key }) where place.page == number {
            if let shown = places[place.id] {
                let page = page(of: shown)
                hidden[index]?.page = page
            } else {
                hidden[index] = nil
                places[place.id] = index
                isAny = true
            }
        }
        return isAny
    }

    /// What a page tells about the end of the result. Without a total, a short page is the last one; so is one that
    /// brings nothing new, which a server sends that ignores the page's number.
    private mutating func learn(_ number: Int, received: Int, hasNews: Bool, total: Int?) {
        if let total { self.total = Swift.min(Swift.max(0, total), Int.max / 4) }
        if received == 0 {
            end = Swift.min(end ?? .max, number - 1)
        } else if self.total == nil, received < pageSize || (!hasNews && pages.count > 1) {
            end = number
        } else if let end, number >= end {
            self.end = nil
        }
    }

    private mutating func reread() {
        items = []
        for number in loadedPages {
            let first = firstIndex(of: number)
            for (offset, item) in (pages[number]?.items ?? []).enumerated()
            where hidden[first + offset] == nil {
                items.append(item)
            }
        }
    }
}
