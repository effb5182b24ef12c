/// HALO's `pagination` object; any number may be missing.
struct Pagination: ContentValues {
    var page: Int?
    var limit: Int?
    var offset: Int?
    var totalItems: Int?

    static let table = FieldTable(
        ["page", "limit", "offset", "totalItems"].map { FieldDescriptor(name: $0, kind: .integer) })

    init(from reader: inout ValuesReader) throws(DecodingFailure) {
        page = try reader.value(0)
        limit = try reader.value(1)
        offset = try reader.value(2)
        totalItems = try reader.value(3)
    }

    func write(to writer: inout ValuesWriter) {
        writer.value(0, page)
        writer.value(1, limit)
        writer.value(2, offset)
        writer.value(3, totalItems)
    }

    /// Where a page of so many items lies; what is missing follows from the rest.
    func pageInfo(of count: Int) -> PageInfo {
        let page = page ?? 1
        let limit = limit ?? count
        let (product, overflow) = (page &- 1).multipliedReportingOverflow(by: limit)
        return PageInfo(
            page: page, limit: limit, offset: offset ?? (overflow ? 0 : max(0, product)),
            totalItems: totalItems)
    }
}
