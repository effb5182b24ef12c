/// The numbers that a server reports about a page. Any of them may be missing.
///
/// A `PageInfo` has a value for each of them, so it no longer shows which numbers the server sent.
package struct ReportedPaging: Sendable, Hashable {
    package var page: Int?
    package var limit: Int?
    package var offset: Int?
    package var totalItems: Int?
    package var totalPages: Int?
    package var meaning = Meaning.exact

    package init() {}

    /// Creates the numbers of an engine that provides all of them.
    package init(_ info: PageInfo) {
        page = info.page
        limit = info.limit
        offset = info.offset
        totalItems = info.totalItems
        totalPages = info.reportedPages
        meaning = info.meaning
    }

    /// Whether the server sent no paging information, as with a bare array.
    package var isEmpty: Bool { self == ReportedPaging() }
}

/// Reads HALO's `pagination` object leniently if the meaning is clear: any number may be missing or null, and an
/// integer may come as a string, as some servers write it.
///
/// Everything else is an error, because a misread total would silently lose items.
extension ReportedPaging {
    init(from json: inout JSONCursor) throws(ValueDecodingError) {
        guard json.consume(UInt8(ascii: "{")) else {
            throw json.mismatch("an object with the page's numbers")
        }
        try json.enter()
        if !json.consume(UInt8(ascii: "}")) {
            repeat {
                // If a key occurs twice, the first counts.
                switch try json.key() {
                case "page" where page == nil: page = try json.wholeNumber()
                case "limit" where limit == nil: limit = try json.wholeNumber()
                case "offset" where offset == nil: offset = try json.wholeNumber()
                case "totalItems" where totalItems == nil: totalItems = try json.wholeNumber()
                case "totalPages" where totalPages == nil: totalPages = try json.wholeNumber()
                case "meaning" where json.peek() == UInt8(ascii: "\""):
                    meaning = Meaning(rawValue: try json.string()) ?? meaning
                default: try json.skipValue()
                }
            } while json.consume(UInt8(ascii: ","))
            try json.expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        json.leave()
    }

    /// The page info of a page with a number of items. Missing numbers are computed from the others.
    func pageInfo(of count: Int) -> PageInfo {
        let page = page ?? 1
        let limit = limit ?? count
        let (product, overflow) = (page &- 1).multipliedReportingOverflow(by: limit)
        var info = PageInfo(
            page: page, limit: limit, offset: offset ?? (overflow ? 0 : max(0, product)),
            totalItems: totalItems, totalPages: totalPages)
        info.meaning = meaning
        return info
    }
}

extension JSONCursor {
    /// Reads an integer, or a string that contains one. Returns `nil` for null.
    fileprivate mutating func wholeNumber() throws(ValueDecodingError) -> Int? {
        if try consumeNull() { return nil }
        guard peek() == UInt8(ascii: "\"") else { return try Int.read(from: &self, .epochMilliseconds) }
        let start = offset
        let text = try string()
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text)
        else {
            throw ValueDecodingError(.wrongType, at: start, expected: "a whole number")
        }
        return number
    }
}
