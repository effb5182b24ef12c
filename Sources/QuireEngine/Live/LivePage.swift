import Foundation
import QuireCore

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
