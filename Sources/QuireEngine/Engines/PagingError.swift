public import Foundation
import QuireCore
import QuireToolbox

/// A server whose page numbers contradict the request or each other, so that reading on would lose items.
///
/// ```text
/// books: page 2 of size 100 failed: the server sent page 1. Check the server's paging; no items behind this page were read.
/// ```
/// It is thrown for each contradiction that an answer shows by itself (`fetch`, `next()`, sessions), and for those that
/// only the sequence of pages shows: all of them by `all` and `ids`, missing items by `next()` after the last page.
public struct PagingError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// What the contradiction is, for code that wants to tell the cases apart.
    public enum Reason: Sendable, Hashable {
        /// The server sent another page than the one asked for.
        case otherPage
        /// The server changed the page size behind the first page, so that the page starts elsewhere.
        case otherPageSize
        /// The page has more items than its limit.
        case tooManyItems
        /// The total is smaller than what was received, or the pages cannot hold it.
        case wrongTotal
        /// The page is empty although the server says that more follows.
        case emptyPage
        /// The server sent a page again that it had sent before.
        case repeatedPage
        /// The last page was read, and fewer items came than the server counts.
        case missingItems
        /// Everything was asked for in one answer, and the server sent a part.
        case incomplete
    }

    public var reason: Reason
    /// The module's wire name.
    public var module: String
    /// What was asked for.
    public var asked: PageRequest
    /// What the server sent, for example `page 1`.
    public var found: String

    init(_ reason: Reason, module: String, asked: PageRequest, found: String) {
        self.reason = reason
        self.module = module
        self.asked = asked
        self.found = found
    }

    public var description: String {
        PlainText.error("\(module): \(asked.text) failed: the server sent \(found)", remedy)
    }

    public var errorDescription: String? { description }

    private var remedy: String {
        switch reason {
        case .otherPageSize, .tooManyItems: "Ask for pages of the size that the server allows."
        case .incomplete: "Read the items page by page with all(query)."
        case .missingItems: "Read the items again; if it stays so, check the server's paging."
        case .otherPage, .wrongTotal, .emptyPage, .repeatedPage:
            "Check the server's paging; no items behind this page were read."
        }
    }
}
