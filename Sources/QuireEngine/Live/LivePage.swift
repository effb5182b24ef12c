import Foundation
import QuireCore
import QuireToolbox

/// The beginning of a result, live, which grows on request. Returned by `ContentClient.livePage`.
///
/// ```swift
/// let books = content.livePage(Books.query().sort(by: \.title), size: 20)
/// for try await page in books {
///     show(page.items, page.hasNext)      // the first 20, later the first 40
/// }
/// books.loadMore()                                 // when the end of the list comes near
/// // BEGIN; SELECT … LIMIT 40; COMMIT
/// ```
/// Each page has all loaded items, read in one snapshot: none is missing or repeated, wherever rows come and go. An item
/// that is shown stays, even if others come before it: the page grows by as many, at most to twice its size at a
/// time. A page costs what the query costs with that limit.
public final class LivePage<Module: ContentModule>: AsyncSequence, Sendable {
    public typealias Element = Page<Content<Module>>
    public typealias AsyncIterator = LiveResults<Page<Content<Module>>>.Iterator

    private let results: LiveResults<Page<Content<Module>>>
    private let window: LiveWindow

    /// - Parameters:
    ///   - size: The number of items to add at a time.
    ///   - initialSize: The number of items at first.
    package init(_ content: ContentClient, _ query: Query<Module>, size: Int, initialSize: Int = 0) {
        let window = LiveWindow(size: size, initialSize: initialSize)
        self.window = window
        results = LiveResults(
            client: content, interval: nil, read: { try await window.read(query, from: $0) }, areEqual: ==,
            wake: window.wake)
    }

    /// The number of items that the page has at least, if the result has as many.
    public var size: Int { window.size }

    /// Adds the next items to the page, as many as it had at first. Does nothing at the end, and while items are being
    /// added.
    public func loadMore() { window.loadMore() }

    public func makeAsyncIterator() -> AsyncIterator { results.makeAsyncIterator() }
}

extension ContentClient {
    /// Returns the beginning of a result, live, which grows on request.
    ///
    /// ```swift
    /// let books = content.livePage(Books.query().where(\.age >= 18).sort(by: \.title), size: 20)
    /// for try await page in books { show(page.items, page.hasNext) }
    /// ```
    /// - Parameters:
    ///   - query: The query. Its own page is replaced.
    ///   - size: The number of items at first, and to add with each `LivePage.loadMore()`, at least 1.
    public func livePage<Module>(_ query: Query<Module>, size: Int = 20) -> LivePage<Module> {
        LivePage(self, query, size: size)
    }
}

/// The number of items that a live page shows, and their ids.
final class LiveWindow: Sendable {
    private struct State {
        /// The number of items to read.
        var size: Int
        /// The ids of the latest page.
        var pageIDs: Set<String> = []
        /// The number of rows of the latest page, including items that do not fit the schema.
        var rows = 0
        var hasMore = false
    }

    let wake = LiveWake()
    private let step: Int
    private let state: Locked<State>

    /// - Parameters:
    ///   - size: The number of items to add at a time.
    ///   - initialSize: The number of items at first.
    init(size: Int, initialSize: Int) {
        step = max(1, size)
        state = Locked(State(size: max(step, initialSize)))
    }

    var size: Int { state.withLock { $0.size } }

    func loadMore() {
        state.withLock { state in
            // Not before the items that were asked for are shown.
            guard state.hasMore, state.rows >= state.size else { return }
            state.size = state.rows + step
        }
        wake.send()
    }

    /// Reads the items, in a snapshot.
    func read<Module>(
        _ query: Query<Module>, from content: ContentClient
    ) async throws -> Page<Content<Module>> {
        let state = state.value
        var pages: [Int: Page<Content<Module>>] = [:]
        func read(_ size: Int) async throws -> Page<Content<Module>> {
            if let page = pages[size] { return page }
            let page = try await content.fetch(query.page(1, size: size))
            pages[size] = page
            return page
        }
        var page = try await read(state.size)
        // Items that came before the shown ones may have pushed the last of these out.
        let missing = state.pageIDs.subtracting(page.lazy.map(\.id.rawValue))
        if !missing.isEmpty, page.hasNext {
            let ids = missing.map { ContentID<Module>($0) }
            var pushed = Set(try await content.items(ids, in: query).map(\.id.rawValue))
            let added = page.count(where: { !state.pageIDs.contains($0.id.rawValue) })
            // An item that has moved far away is not looked for beyond twice the size.
            for length in [state.size + added, 2 * state.size] where !pushed.isEmpty && length > page.rows {
                page = try await read(length)
                pushed.subtract(page.lazy.map(\.id.rawValue))
            }
        }
        let last = page.items.lastIndex { state.pageIDs.contains($0.id.rawValue) } ?? -1
        // A rejected item has no place in the page. It may be before the last shown one.
        let end = min(page.rows, last + 1 + page.rejected.count)
        let result = try await page.rows > state.size ? read(max(state.size, end)) : page
        show(result)
        return result
    }

    private func show<Module>(_ page: Page<Content<Module>>) {
        state.withLock { state in
            state.pageIDs = Set(page.lazy.map(\.id.rawValue))
            state.rows = page.rows
            state.size = max(state.size, page.rows)
            state.hasMore = page.hasNext
        }
    }
}

extension Page {
    /// The number of items, including those that do not fit the schema.
    fileprivate var rows: Int { items.count + rejected.count }
}

/// Makes live queries read again without a commit.
final class LiveWake: Sendable {
    private struct Place {
        weak var watch: CommitWatch?
    }

    private let places = Locked<[Place]>([])

    func add(_ watch: CommitWatch) {
        places.withLock { places in
            places.removeAll { $0.watch == nil }
            places.append(Place(watch: watch))
        }
    }

    func send() {
        for watch in places.withLock({ $0.compactMap(\.watch) }) { watch.wake() }
    }
}
