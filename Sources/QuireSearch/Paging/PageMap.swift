public import Quire

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
/// place of an item that stands at another place too, and of one that was removed: both are `isHidden`, and stay
/// empty. `SearchState.items` has no such gaps.
public struct PageMap<Module: ContentModule>: Sendable {
    struct Page: Sendable {
        var items: [Content<Module>]
        var rejected: [ContentDecodingError]

        var isEmpty: Bool { items.isEmpty && rejected.isEmpty }
    }

    /// A place that shows nothing.
    struct Hidden: Sendable {
        var id: [UInt8]
        /// The page that shows the same item; `nil` where the item was removed.
        var page: Int?
    }

    /// Items on a page.
    public private(set) var pageSize: Int
    /// How many items the result has, as the newest page says; `nil` where it was not counted.
    public internal(set) var total: Int?
    /// The items that are loaded, in the order of their places, no id twice.
    public internal(set) var items: [Content<Module>] = []

    /// By number, counted from 1.
    var pages: [Int: Page] = [:]
    /// Where each item is shown. Ids as bytes: "é" in its two spellings is two ids.
    var places: [[UInt8]: Int] = [:]
    var hidden: [Int: Hidden] = [:]
    var removed: Set<[UInt8]> = []
    /// The last page, where a short or an empty one has shown it.
    var end: Int?

    init(pageSize: Int) { self.pageSize = Swift.min(Swift.max(1, pageSize), PageMap.bound) }

    /// Page numbers and sizes above this are cut, so that no product of them overflows.
    static var bound: Int { Int(Int32.max) }

    /// The last page of the result, counted from 1; 0 for an empty result, `nil` where it is not known.
    public var lastPage: Int? {
        let counted = total.map { $0 <= 0 ? 0 : ($0 - 1) / pageSize + 1 }
        guard let counted, let end else { return counted ?? end }
        return Swift.min(counted, end)
    }

    /// The numbers of the pages that are loaded, counted from 1, ascending.
    public var loadedPages: [Int] { pages.keys.sorted() }

    /// The page that a place is on, counted from 1.
    public func page(of index: Int) -> Int { Swift.min(Swift.max(0, index), .max - 1) / pageSize + 1 }

    /// Whether a place stays empty although its page is loaded: its item is shown at another place, or was removed.
    public func isHidden(_ index: Int) -> Bool { hidden[index] != nil }

    /// Where an item is shown; `nil` where it is not loaded.
    public func index(of id: ContentID<Module>) -> Int? { places[Array(id.rawValue.utf8)] }
}

extension PageMap: RandomAccessCollection {
    public var startIndex: Int { 0 }

    /// The number of places: the total where it is known, else the end of what is loaded.
    public var endIndex: Int {
        var end = total ?? 0
        if let lastPage { end = Swift.min(end, lastPage * pageSize) }
        let last = pages.filter { !$0.value.isEmpty }.max { $0.key < $1.key }
        if let last {
            let count = last.value.items.count + last.value.rejected.count
            end = Swift.max(end, firstIndex(of: last.key) + count)
        }
        return Swift.max(0, end)
    }

    /// The item at a place; `nil` where its page is not loaded, where nothing is shown, and outside of the result.
    public subscript(index: Int) -> Content<Module>? {
        guard index >= 0, let page = pages[self.page(of: index)], hidden[index] == nil else { return nil }
        let offset = index % pageSize
        return offset < page.items.count ? page.items[offset] : nil
    }

    func firstIndex(of page: Int) -> Int { (page - 1) * pageSize }
}
