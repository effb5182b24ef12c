import QuireCore
import QuireText

/// The items of a result by position. Positions that are not loaded are `nil`.
///
/// ```swift
/// ForEach(state.pages.indices, id: \.self) { index in
///     if let book = state.pages[index] {
///         BookRow(book).onAppear { session.itemShown(at: index) }
///     } else if !state.pages.isHidden(index) {
///         PlaceholderRow().onAppear { session.itemShown(at: index) }
///     }
/// }
/// ```
/// An index is the item's position in the engine's result, counted from 0: item `i` is on page `i / pageSize + 1`.
/// Items never move to another index. The positions of an evicted page are `nil`. So are those of an item that is
/// also shown at another position, of a removed item, and of one that the server did not send. The latter are
/// `isHidden` and stay empty. `SearchState.items` has no such gaps.
public struct PageMap<Module: ContentModule>: Sendable {
    var layout: Shared<PageLayout>
    /// The items of each page, shown or not.
    var loaded: [Int: [Content<Module>]] = [:]
    /// The loaded items in order, without duplicates.
    public internal(set) var items: [Content<Module>] = []

    init(pageSize: Int, removed: Set<ExactText> = []) {
        layout = Shared(PageLayout(pageSize: pageSize))
        if !removed.isEmpty { layout.value.removed = removed }
    }

    /// The number of items per page.
    public var pageSize: Int { layout.value.pageSize }

    /// The number of items in the result according to the latest page, or `nil` if it was not counted.
    public var total: Int? { layout.value.total }

    /// The last page of the result, counted from 1. 0 for an empty result, `nil` if unknown.
    public var lastPage: Int? { layout.value.lastPage }

    /// The numbers of the loaded pages, counted from 1, in ascending order.
    public var loadedPages: [Int] { layout.value.loadedPages }

    /// The page of a position, counted from 1.
    public func page(of index: Int) -> Int { layout.value.page(of: index) }

    /// Whether a position stays empty although its page is loaded: its item is shown at another position, was
    /// removed, does not fit the schema, or was not sent.
    public func isHidden(_ index: Int) -> Bool {
        if layout.value.hidden[index] != nil { return true }
        let page = page(of: index)
        guard index >= 0, let items = loaded[page] else { return false }
        return index - layout.value.firstIndex(of: page) >= items.count
    }

    /// The position of an item, or `nil` if it is not loaded.
    public func index(of id: ContentID<Module>) -> Int? { layout.value.places[ExactText(id.rawValue)] }

    /// The last loaded page.
    var highest: Int? { layout.value.highest }

    /// Whether there are pages after the last loaded one, as far as is known.
    var hasMore: Bool {
        guard let highest else { return false }
        return lastPage.map { highest < $0 } ?? true
    }

    /// The invalid items of all loaded pages.
    var rejected: [ContentDecodingError] { layout.value.rejected }

    func isLoaded(_ page: Int) -> Bool { layout.value.pages[page] != nil }
}

extension PageMap: RandomAccessCollection {
    public var startIndex: Int { 0 }

    /// The number of positions: the total if it is known, otherwise the end of the loaded pages.
    public var endIndex: Int { layout.value.count }

    /// The item at a position, or `nil` if its page is not loaded, if nothing is shown there, or if it is out of range.
    public subscript(index: Int) -> Content<Module>? {
        guard index >= 0, let page = loaded[page(of: index)], !isHidden(index) else { return nil }
        let offset = index % pageSize
        return offset < page.count ? page[offset] : nil
    }
}

extension PageMap {
    /// Inserts or replaces a page. An item that is already shown elsewhere is hidden here.
    mutating func insert(
        _ number: Int, _ items: [Content<Module>], rejected: [ContentDecodingError], info: PageInfo
    ) {
        let page = items.count > pageSize ? Array(items.prefix(pageSize)) : items
        loaded[number] = page
        let isAppended = layout.value.insert(
            number, Self.keys(of: page), rejected: rejected, received: items.count + rejected.count,
            info: info)
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
    mutating func remove(_ id: ExactText) {
        if layout.value.remove(id) { reread() }
    }

    /// Shows a removed item again.
    mutating func restore(_ id: ExactText) {
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
    private static func keys(of items: [Content<Module>]) -> [ExactText] {
        var keys: [ExactText] = []
        keys.reserveCapacity(items.count)
        items.withUnsafeBufferPointer { items in
            for index in 0..<items.count { keys.append(ExactText(items[index].id.rawValue)) }
        }
        return keys
    }
}
