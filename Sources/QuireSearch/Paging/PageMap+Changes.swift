import QuireCore

extension PageMap {
    /// Inserts or replaces a page. An item that is already shown elsewhere is hidden here.
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

    /// Removes pages. Items that they hide elsewhere stay hidden, so that an eviction never makes items appear.
    mutating func evict(_ numbers: [Int]) {
        guard !numbers.isEmpty else { return }
        for number in numbers {
            layout.value.take(number)
            loaded[number] = nil
        }
        reread()
    }

    /// Hides an item, on this and later pages.
    mutating func remove(_ id: ItemKey) {
        if layout.value.remove(id) { reread() }
    }

    /// Shows a removed item again.
    mutating func restore(_ id: ItemKey) {
        if layout.value.restore(id) { reread() }
    }

    private mutating func reread() {
        items = []
        for number in layout.value.loadedPages { append(number) }
    }

    /// Appends the shown items of a page. The first page's array is used without copying.
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

    /// Does not copy any item.
    private static func keys(of items: [Content<Module>]) -> [ItemKey] {
        var keys: [ItemKey] = []
        keys.reserveCapacity(items.count)
        items.withUnsafeBufferPointer { items in
            for index in 0..<items.count { keys.append(ItemKey(items[index].id.rawValue)) }
        }
        return keys
    }
}
