#if SQLite
import QuireCore

/// Pages of items, decoded from rows.
extension SearchRunner {
    /// The largest number of items for which memory is reserved.
    private static let longestReserved = 32_768

    /// Reads the page directly into items.
    ///
    /// Looking up a generic type at run time costs more than reading most columns. Therefore the loop over the rows uses
    /// no such type: it writes the items into memory that is reserved for the page.
    func response<Item: Sendable>(
        _ selection: RowSelection, _ decoder: ItemDecoder<Item>
    ) throws -> SearchResponse<Item> {
        let isLenient = plan.request.decoding.mode == .lenient
        let layout = selection.rowLayout
        let decode = decoder.decode
        let source = StatementRow()
        var reader = InstanceReader(source, layout, decoder.module.fields)
        var rejected: [ContentDecodingError] = []
        // The items after those for which memory is reserved.
        var others: [Item] = []
        var page = Page(pageInfo: PageInfo(page: 1, limit: 0, offset: 0, totalItems: nil))
        let capacity = min(plan.limit ?? 0, Self.longestReserved)
        var items = try [Item](unsafeUninitializedCapacity: capacity) { buffer, count in
            page = try self.page(
                selection,
                again: {
                    buffer[..<count].deinitialize()
                    count = 0
                    others.removeAll(keepingCapacity: true)
                    rejected.removeAll()
                }
            ) { row in
                source.startRow(of: row)
                do throws(ValueDecodingError) {
                    if count < buffer.count {
                        buffer.initializeElement(at: count, to: try decode(&reader))
                        count += 1
                    } else {
                        others.append(try decode(&reader))
                    }
                } catch {
                    let located = decoder.located(error, source, layout)
                    guard isLenient else { throw located }
                    rejected.append(located)
                }
            }
        }
        if others.count > 0 { items += others }
        var response = SearchResponse(
            items: items, rejected: rejected, pageInfo: page.pageInfo, nextCursor: page.nextCursor)
        response.text = page.text
        response.facets = page.facets
        return response
    }
}
#endif
