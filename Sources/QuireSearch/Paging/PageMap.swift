import QuireCore

/// The items of a result by their places in it: those that are loaded, and `nil` for the others.
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
/// An index is the item's place in the engine's result, counted from 0, whatever is loaded: item `i` stands on page
/// `i / pageSize + 1`. Nothing ever moves an item to another index. A page that is evicted reads as `nil`; so does the
/// place of an item that stands at another place too, of one that was removed, and of one that the server did not send:
/// these are `isHidden`, and stay empty. `SearchState.items` has no such gaps.
public struct PageMap<Module: ContentModule>: Sendable {
    var layout: Shared<PageLayout>
    /// The items of each page, shown or not.
    var loaded: [Int: [Content<Module>]] = [:]
    /// The items that are loaded, in the order of their places, no id twice.
    public internal(set) var items: [Content<Module>] = []

    init(pageSize: Int, removed: Set<ItemKey> = []) {
        layout = Shared(PageLayout(pageSize: pageSize))
        if !removed.isEmpty { layout.value.removed = removed }
    }

    /// Items on a page.
    public var pageSize: Int { layout.value.pageSize }

    /// How many items the result has, as the newest page says; `nil` where it was not counted.
    public var total: Int? { layout.value.total }

    /// The last page of the result, counted from 1; 0 for an empty result, `nil` where it is not known.
    public var lastPage: Int? { layout.value.lastPage }

    /// The numbers of the pages that are loaded, counted from 1, ascending.
    public var loadedPages: [Int] { layout.value.loadedPages }

    /// The page that a place is on, counted from 1.
    public func page(of index: Int) -> Int { layout.value.page(of: index) }

    /// Whether a place stays empty although its page is loaded: its item is shown at another place, was removed, does not
    /// fit the schema, or was not sent.
    public func isHidden(_ index: Int) -> Bool {
        if layout.value.hidden[index] != nil { return true }
        let page = page(of: index)
        guard index >= 0, let items = loaded[page] else { return false }
        return index - layout.value.firstIndex(of: page) >= items.count
    }

    /// Where an item is shown; `nil` where it is not loaded.
    public func index(of id: ContentID<Module>) -> Int? { layout.value.places[ItemKey(id.rawValue)] }

    /// The last page that is loaded.
    var highest: Int? { layout.value.highest }

    /// Whether a page stands behind the last one that is loaded, as far as is known.
    var hasMore: Bool {
        guard let highest else { return false }
        return lastPage.map { highest < $0 } ?? true
    }

    /// Items that could not be read, of all pages that are loaded.
    var rejected: [ContentDecodingError] { layout.value.rejected }

    func isLoaded(_ page: Int) -> Bool { layout.value.pages[page] != nil }
}

extension PageMap: RandomAccessCollection {
    public var startIndex: Int { 0 }

    /// The number of places: the total where it is known, else the end of what is loaded.
    public var endIndex: Int { layout.value.count }

    /// The item at a place; `nil` where its page is not loaded, where nothing is shown, and outside of the result.
    public subscript(index: Int) -> Content<Module>? {
        guard index >= 0, let page = loaded[page(of: index)], !isHidden(index) else { return nil }
        let offset = index % pageSize
        return offset < page.count ? page[offset] : nil
    }
}
