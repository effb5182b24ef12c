public import Foundation
import QuireCore
import QuireToolbox

/// A server's page numbers contradict the request or each other, so that continuing would lose items.
///
/// ```text
/// books: page 2 of size 100 failed: the server sent page 1. Check the server's paging; no items after this page were read.
/// ```
/// `fetch`, `next()` and sessions throw it for contradictions within a single response. Contradictions in the sequence
/// of pages are detected by `all` and `ids`, and missing items also by `next()` after the last page.
public struct PagingError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The kind of contradiction.
    public enum Reason: Sendable, Hashable {
        /// The server sent a different page than requested.
        case otherPage
        /// The server changed the page size after the first page, so that the page starts elsewhere.
        case otherPageSize
        /// The page has more items than its limit.
        case tooManyItems
        /// The total is smaller than the number of received items, or the pages cannot hold it.
        case wrongTotal
        /// The page is empty although the server reports more items.
        case emptyPage
        /// The server repeated a page.
        case repeatedPage
        /// The last page was read, but fewer items were received than the server counts.
        case missingItems
        /// The whole result was requested in one response, but the server sent only a part.
        case incomplete
    }

    public var reason: Reason
    /// The module's wire name.
    public var module: String
    /// The requested page.
    public var request: PageRequest
    /// The server's response, for example `page 1`.
    public var response: String

    init(_ reason: Reason, module: String, request: PageRequest, response: String) {
        self.reason = reason
        self.module = module
        self.request = request
        self.response = response
    }

    public var description: String {
        PlainText.error("\(module): \(request.text) failed: the server sent \(response)", remedy)
    }

    public var errorDescription: String? { description }

    private var remedy: String {
        switch reason {
        case .otherPageSize, .tooManyItems: "Ask for pages of the size that the server allows."
        case .incomplete: "Read the items page by page with all(query)."
        case .missingItems: "Read the items again; if it stays so, check the server's paging."
        case .otherPage, .wrongTotal, .emptyPage, .repeatedPage:
            "Check the server's paging; no items after this page were read."
        }
    }
}
