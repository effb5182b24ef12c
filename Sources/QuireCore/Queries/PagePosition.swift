/// Where an answer lies in the whole result, and the page to ask for next: the server's numbers, checked against the
/// request.
///
/// A server's numbers are trusted where it gives them. A page may be shorter than its limit and is still followed by
/// the next one; a server that caps pages changes their size, and the pages after the first are asked for in that size.
/// Where the numbers contradict the request or each other, reading on would lose items, so that is an error.
package struct PagePosition: Sendable, Hashable {
    package var pageInfo: PageInfo
    /// How many items the page has, those that do not fit among them.
    package var received: Int
    /// `nil` at the end.
    package var next: PageRequest?
    /// Whether the server says nothing about pages, so that it may have left items out without a word.
    package var isUnpaged = false

    package init(pageInfo: PageInfo, received: Int, next: PageRequest? = nil, isUnpaged: Bool = false) {
        self.pageInfo = pageInfo
        self.received = received
        self.next = next
        self.isUnpaged = isUnpaged
    }
}
