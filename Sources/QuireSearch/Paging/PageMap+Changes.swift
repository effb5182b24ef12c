import QuireCore

extension PageMap {
    /// Puts a page in its place, or anew there. An item that is shown elsewhere is hidden: what was there first stays.
    mutating func insert(
        _ number: Int, _ items: [Content<Module>], rejected: [ContentDecodingError], _ info: PageInfo
    ) {
        let page = items.count > pageSize ? Array(items.prefix(pageSize)) : items
        loaded[number] = page
        let isAppended = layout.value.insert(
            number, Self.keys(of: page), rejected: rejected, received: items.count + rejected.count,
            info)
        if isAppended { append(number) } else { reread() }
    }

    /// Forgets pages; what they hide elsewhere stays hidden, so that nothing appears by an eviction.
    mutating func evict(_ numbers: [Int]) {
        guard !numbers.isEmpty else { return }
        for number in numbers {
            layout.value.take(number)
            loaded[number] = nil
        }
        reread()
    }

    /// Hides an item, here and on pages to come.
    mutating func remove(_ id: ItemKey) {
        if layout.value.remove(id) { reread() }
    }

    /// Shows an item again that was removed.
    mutating func restore(_ id: ItemKey) {
        if layout.value.restore(id) { reread() }
    }

    private mutating func reread() {
        items = []
        for number in layout.value.loadedPages { append(number) }
    }

    /// Puts what a page shows behind the items; the first page's array is taken as it is.
    private mutating func append(_ number: Int) {
        guard let page = loaded[number] else { return }
        if !layout.value.showsAll(of: number) {
            let first = layout.value.firstIndex(of: number)
            for offset in page.indices where layout.value.hidden[first + offset] == nil {
                items.append(page[offset])
            }
        } else if items.isEmpty {
            items = page
        } else {
            items += page
        }
    }

    /// Without a copy of any item.
    private static func keys(of items: [Content<Module>]) -> [ItemKey] {
        var keys: [ItemKey] = []
        keys.reserveCapacity(items.count)
        items.withUnsafeBufferPointer { items in
            for index in 0..<items.count { keys.append(ItemKey(items[index].id.rawValue)) }
        }
        return keys
    }
}
