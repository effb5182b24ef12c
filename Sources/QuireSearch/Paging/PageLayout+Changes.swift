import QuireCore

extension PageLayout {
    /// Puts a page in its place, or anew there. An item that is shown elsewhere is hidden: what was there first stays.
    ///
    /// - Parameter received: How many items came, those that could not be read and those beyond the page among them.
    /// - Returns: Whether nothing but the page's items follows in the list of all items.
    mutating func insert(
        _ number: Int, _ ids: [ItemKey], rejected: [ContentDecodingError], received: Int,
        _ info: PageInfo
    ) -> Bool {
        let isNew = pages[number] == nil
        take(number)
        let isLast = pages.keys.allSatisfy { $0 < number }
        pages[number] = Page(ids: ids, rejected: rejected)
        places.reserveCapacity(places.count + ids.count)
        let first = firstIndex(of: number)
        var hasNews = false
        for (offset, id) in ids.enumerated() {
            let index = first + offset
            if removed.contains(id) {
                hidden[index] = Hidden(id: id, page: nil)
            } else if let place = places[id] {
                hidden[index] = Hidden(id: id, page: page(of: place))
            } else {
                places[id] = index
                hasNews = true
            }
        }
        learn(number, received: received, hasNews: hasNews, info)
        let isRevealing = reveal(of: number)
        return isNew && isLast && !isRevealing
    }

    /// Forgets a page; what it hides elsewhere stays hidden, so that nothing appears by an eviction.
    mutating func take(_ number: Int) {
        guard let page = pages.removeValue(forKey: number) else { return }
        let first = firstIndex(of: number)
        for (offset, id) in page.ids.enumerated() where hidden.removeValue(forKey: first + offset) == nil {
            places[id] = nil
        }
    }

    /// Hides an item, here and on pages to come. Returns whether it was shown.
    mutating func remove(_ id: ItemKey) -> Bool {
        removed.insert(id)
        guard let index = places.removeValue(forKey: id) else { return false }
        hidden[index] = Hidden(id: id, page: nil)
        return true
    }

    /// Shows an item again that was removed. Returns whether it is on a page that is loaded.
    mutating func restore(_ id: ItemKey) -> Bool {
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
        return !all.isEmpty
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

    /// What a page tells about the end of the result. Where neither a total nor a number of pages is known, a short page
    /// is the last one; so is one that brings nothing new, which a server sends that ignores the page's number.
    private mutating func learn(_ number: Int, received: Int, hasNews: Bool, _ info: PageInfo) {
        if let total = info.totalItems { self.total = min(max(0, total), Int.max / 4) }
        reportedPages = info.reportedPages
        if received > 0, total == nil, info.isLast || info.totalPages != nil {
            end = info.isLast ? number : nil
        } else if received == 0 {
            end = min(end ?? .max, number - 1)
        } else if self.total == nil, received < pageSize || (!hasNews && pages.count > 1) {
            end = number
        } else if let end, number >= end {
            self.end = nil
        }
    }
}
