import QuireCore
import QuireEngine

#if canImport(Observation)
public import Observation

/// An observable list of items that follows the content. Views that read it update when the items change.
///
/// ```swift
/// struct Shelf: View {
///     let content: ContentClient
///     @State private var books = ListModel(Books.query().sort(by: \.title))
///
///     var body: some View {
///         List(books.items) { book in
///             Text(book.title).onAppear { books.itemShown(book.id) }
///         }
///         .task { await books.run(on: content) }
///     }
/// }
/// // BEGIN; SELECT … LIMIT 20; COMMIT, then again after each commit that may change the list
/// ```
/// It loads more items when the end comes near, and all loaded items are of one snapshot: see `LivePage`. The reads do not
/// run on the main actor. Needs an engine with live queries, such as a `Store` or an `InMemoryEngine`.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable public final class ListModel<Module: ContentModule> {
    /// The loaded items.
    public private(set) var items: [Content<Module>] = []
    /// The number of items in the whole result. `nil` before the first page, or if it was not counted.
    public private(set) var total: Int?
    /// Whether there are items after the last loaded one.
    public private(set) var hasMore = false
    /// Whether more items are being loaded.
    public private(set) var isLoadingMore = false
    /// The model's activity.
    public private(set) var phase = LoadingPhase.idle
    /// The last change of the items, for views that animate it row by row.
    public private(set) var difference: PageDifference<Content<Module>>?

    private var current: Query<Module>
    private let size: Int
    @ObservationIgnored private let live = LiveRun()
    @ObservationIgnored private var page: LivePage<Module>?
    /// Makes a change visible, for example with an animation.
    @ObservationIgnored var showing: (_ change: () -> Void) -> Void = { $0() }

    /// - Parameters:
    ///   - query: The query. Its own page is replaced.
    ///   - size: The number of items to load at a time, at least 1.
    public init(_ query: Query<Module> = Module.query(), size: Int = 20) {
        current = query
        self.size = max(1, size)
    }

    /// The query. If it changes, the items stay until those of the new one come.
    public var query: Query<Module> {
        get { current }
        set {
            guard newValue != current else { return }
            current = newValue
            page = nil
            live.restart()
        }
    }

    /// Follows the content until the task is cancelled, for example with the view whose `task` it is.
    ///
    /// A second run ends the first.
    public func run(on content: ContentClient) async {
        guard await live.run({ start(on: content, $0) }) else { return }
        isLoadingMore = false
        if phase.error == nil { phase = .idle }
    }

    /// Starts again after an error, with as many items as before.
    public func retry() { live.restart() }

    /// Loads more items. Does nothing at the end, and while items are being loaded.
    public func loadMore() {
        guard hasMore, let page, !phase.isLoading, phase.error == nil else { return }
        isLoadingMore = true
        page.loadMore()
    }

    /// Reports that an item is visible. More are loaded if it is one of the last five.
    public func itemShown(_ id: ContentID<Module>) {
        if items.suffix(5).contains(where: { $0.id == id }) { loadMore() }
    }

    private func start(on content: ContentClient, _ number: Int) -> Task<Void, Never> {
        // After an error, the same query begins with as many items as before.
        let initialSize = page == nil ? 0 : items.count
        let page = LivePage(content, current, size: size, initialSize: initialSize)
        self.page = page
        phase = .loading
        isLoadingMore = false
        return live.follow(page, number, show: show, fail: fail)
    }

    private func show(_ page: Page<Content<Module>>) {
        let difference = page.difference(from: items)
        let change = {
            self.difference = difference
            self.items = page.items
            self.total = page.pageInfo.totalItems
            self.hasMore = page.hasNext
            self.isLoadingMore = false
            self.phase = .loaded
        }
        if case .loaded = phase { showing(change) } else { change() }
    }

    func fail(_ error: any Error) {
        isLoadingMore = false
        phase = .failed(error)
    }
}
#endif
