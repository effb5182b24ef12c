/// The pages that contain a slice of the results. PocketBase has only numbered pages.
struct PageSlices: Sendable, Hashable {
    struct Page: Sendable, Hashable {
        /// Counted from 1.
        var number: Int
        var size: Int
        /// The items of the page that belong to the slice.
        var range: Range<Int>
    }

    let pages: [Page]

    /// - Parameters:
    ///   - offset: The number of items before the slice.
    ///   - limit: The number of its items, at least 1.
    ///   - maximum: The largest page.
    init(offset: Int, limit: Int, maximum: Int) {
        // One page, if there is a size that fits.
        for size in limit...max(limit, min(maximum, 4 * limit))
        where offset / size == (offset + limit - 1) / size {
            let start = offset % size
            pages = [Page(number: offset / size + 1, size: size, range: start..<start + limit)]
            return
        }
        let start = offset % limit
        pages = [
            Page(number: offset / limit + 1, size: limit, range: start..<limit),
            Page(number: offset / limit + 2, size: limit, range: 0..<start),
        ]
    }
}
