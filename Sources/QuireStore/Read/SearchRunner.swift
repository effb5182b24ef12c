#if SQLite
import Foundation
import QuireCore
import QuireText

/// Runs a plan on one connection.
struct SearchRunner {
    var plan: SearchPlan
    let connection: Connection

    /// The position of a page without its items, and the start of the next page.
    struct Page {
        var pageInfo: PageInfo
        var nextCursor: Cursor?
        /// The result of the full-text search; `nil` if the request has none.
        var text: TextSearchInfo?
        /// Why the items stand where they do, by their ids.
        var rankings: [String: RankingInfo] = [:]
        /// The number of items that have all words; `nil` if they are not ranked.
        var exactItems: Int?
        /// Whether more items match than were ranked.
        var isUnselective = false
        var facets: [FacetResult] = []
        /// How vectors contributed; `nil` unless the search is by meaning.
        var meaning: MeaningInfo?
    }

    /// Calls the closure with each row of the page, in order.
    ///
    /// - Parameter again: Called to discard the previous rows, when the page is started again with another plan.
    func page(
        _ selection: RowSelection, again: () -> Void, _ row: (Statement) throws -> Void
    ) throws -> Page {
        guard let text = plan.text else {
            guard !plan.facets.isEmpty else { return try sortedPage(selection, again: again, row: row) }
            return try connection.transaction(.deferred) {
                var page = try sortedPage(selection, again: again, row: row)
                page.facets = try facets()
                return page
            }
        }
        // All statements must see the same state of the store.
        return try connection.transaction(.deferred) {
            let whole = try text.match(connection)
            var match = plan.request.sort.isEmpty ? whole.ofAllWords : whole
            var runner = self
            runner.plan.match = match
            try runner.chooseOrder(&match)
            if plan.request.sort.isEmpty, whole.shared != nil { match.isRanked = true }
            runner.plan.match = match
            var page: Page
            if let vector = plan.request.vector {
                page = try runner.meaningPage(selection, near: vector, among: whole, row: row)
                match.isUnselective = page.isUnselective
                if whole.shared != nil { runner.plan.match = whole }
            } else if match.isRanked, let ranking = match.ranking {
                page = try runner.rankedPage(selection, of: match, by: ranking, among: whole, row: row)
                match.isUnselective = page.isUnselective
                if whole.shared != nil { runner.plan.match = whole }
            } else {
                page = try runner.sortedPage(selection, again: again, row: row)
            }
            page.text = match.outcome(isSorted: !plan.request.sort.isEmpty)
            page.text?.rankings = page.rankings
            page.text?.meaning = page.meaning
            if plan.request.sort.isEmpty, match.exact != nil, page.meaning == nil {
                page.text?.exactItems = page.exactItems ?? 0
            }
            page.facets = try runner.facets()
            return page
        }
    }

    /// A page in the order of the request's sort keys, or of insertion.
    private func sortedPage(
        _ selection: RowSelection, again: () -> Void, row: (Statement) throws -> Void
    ) throws -> Page {
        let (offset, limit, keyset) = bounds
        let keyColumn = Int32(selection.rowLayout.count)
        let reader = PageRowReader(
            statements: PageStatements(plan, selection, after: keyset), connection: connection,
            offset: keyset == nil ? offset : 0, limit: limit,
            keys: keyColumn..<keyColumn + Int32(plan.ordering.terms.count))
        func page(_ rows: PageRowReader.Rows) throws -> Page {
            Page(
                pageInfo: PageInfo(
                    page: limit.map { $0 > 0 ? offset / $0 + 1 : 1 } ?? 1, limit: limit ?? rows.count,
                    offset: offset, totalItems: try total(rows)),
                nextCursor: rows.last.map { cursor(after: $0, offset: offset + rows.count) })
        }
        let counts = plan.request.countsTotal && limit != nil
        let parts = isEmpty ? 0 : reader.statements.count
        if !counts {
            // Most pages end in the first part of the result.
            let rows = try reader.rows(ofFirst: min(parts, 1), again: again, row: row)
            if parts < 2 || rows.hasMore { return try page(rows) }
            again()
        }
        // All statements must see the same state of the store.
        return try connection.transaction(.deferred) {
            try page(reader.rows(ofFirst: parts, again: again, row: row))
        }
    }

    /// The position of the page: the number of rows before it, its size, and the row before it.
    var bounds: (offset: Int, limit: Int?, keyset: Keyset?) {
        switch plan.window {
        case .slice(let start, let size): (start, size, nil)
        case .after(let place, let start, let size): (start, size, place)
        case .everything: (0, nil, nil)
        }
    }

    /// Whether it is certain that nothing matches.
    var isEmpty: Bool {
        if plan.isNever { return true }
        if case .never = plan.match?.condition { return true }
        return false
    }

    private func cursor(after keyset: Keyset, offset: Int) -> Cursor {
        var keyset = keyset
        if plan.text != nil, plan.request.sort.isEmpty { keyset.values = [CursorToken.insertion, .null] }
        if let prepared = plan.prepared {
            return CursorToken.cursor(keyset, offset: offset, startingWith: prepared.cursorStart)
        }
        return CursorToken.cursor(keyset, offset: offset, plan.request)
    }

    private func total(_ rows: PageRowReader.Rows) throws -> Int? {
        let (offset, limit, keyset) = bounds
        guard plan.request.countsTotal else { return nil }
        if limit == nil { return rows.count }
        // A page that is not full shows where the result ends.
        if !rows.hasMore, keyset == nil, rows.count > 0 || offset == 0 { return offset + rows.count }
        return try self.count()
    }

    func count() throws -> Int {
        if isEmpty { return 0 }
        return Int(try connection.integer(plan.prepared?.count.filled(plan.values) ?? plan.count) ?? 0)
    }
}

/// Pages of items, decoded from rows.
extension SearchRunner {
    /// The largest number of items for which memory is reserved.
    private static let longestReserved = 32_768

    /// Reads the page directly into items.
    ///
    /// Looking up a generic type at run time costs more than reading most columns. Therefore the loop over the rows uses
    /// no such type: it writes the items into memory that is reserved for the page.
    ///
    /// - Parameter includedItems: The items of the included relations, by the relation's column.
    func response<Item: Sendable>(
        _ selection: RowSelection, _ decoder: ItemDecoder<Item>, including includedItems: [Int: IncludedItems]
    ) throws -> SearchResponse<Item> {
        let isLenient = plan.request.decoding.mode == .lenient
        let layout = selection.rowLayout
        let decode = decoder.decode
        let source = StatementRow()
        source.includedItems = includedItems
        var reader = InstanceReader(source, layout, table: decoder.module.fields)
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
                    let located = decoder.located(error, in: source, layout: layout)
                    guard isLenient else { throw located }
                    rejected.append(located)
                }
                for items in includedItems.values { try items.checkSource() }
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
