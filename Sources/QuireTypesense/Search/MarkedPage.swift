/// Finds the page of a listing that holds a mark: if items before the mark were removed, it is an earlier one than
/// expected, mostly the page before. A client may have changed the cursor, so that it leads anywhere.
struct MarkedPage: Sendable {
    /// A page that begins before the mark, and one that does not.
    private var bounds: (before: Int, after: Int)?

    /// The page to look at next; `nil` if this one holds the mark.
    ///
    /// - Parameters:
    ///   - page: The page that was read.
    ///   - isBefore: Whether it begins before the mark. The first page does.
    ///   - count: The number of pages.
    mutating func next(after page: Int, isBefore: Bool, count: Int) -> Int? {
        guard var (before, after) = bounds else {
            if isBefore { return nil }
            let after = min(page, count + 1)
            bounds = (1, after)
            return max(1, after - 1)
        }
        if isBefore { before = page } else { after = page }
        guard after - before <= 1 else {
            bounds = (before, after)
            return (before + after) / 2
        }
        bounds = nil
        return isBefore ? nil : before
    }
}
