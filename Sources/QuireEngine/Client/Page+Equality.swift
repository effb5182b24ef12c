import QuireCore

extension Page: Equatable where Item: Equatable {
    /// Two pages are equal if they have the same items, position, total, facets and search details.
    public static func == (left: Page, right: Page) -> Bool { left.isEqual(to: right, by: ==) }
}

extension Page {
    /// Whether the pages are equal.
    ///
    /// - Parameter areEqual: Whether two items are equal.
    func isEqual(to other: Page, by areEqual: (Item, Item) -> Bool) -> Bool {
        pageInfo == other.pageInfo && nextCursor == other.nextCursor && origin == other.origin
            && isLocal == other.isLocal && hasNext == other.hasNext && scanned == other.scanned
            && text == other.text && facets == other.facets && rejected == other.rejected
            && items.elementsEqual(other.items, by: areEqual)
    }
}
