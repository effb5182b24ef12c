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
            guard !plan.facets.isEmpty else { return try sortedPage(selection, again, row) }
            return try connection.transaction(.deferred) {
                var page = try sortedPage(selection, again, row)
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
                page = try runner.meaningPage(selection, near: vector, whole, row)
                match.isUnselective = page.isUnselective
                if whole.shared != nil { runner.plan.match = whole }
            } else if match.isRanked, let ranking = match.ranking {
                page = try runner.rankedPage(selection, ranking, whole, row)
                match.isUnselective = page.isUnselective
                if whole.shared != nil { runner.plan.match = whole }
            } else {
                page = try runner.sortedPage(selection, again, row)
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
        _ selection: RowSelection, _ again: () -> Void, _ row: (Statement) throws -> Void
    ) throws -> Page {
        let (offset, limit, keyset) = bounds
        let statements = isEmpty ? nil : PageStatements(plan, selection, after: keyset)
        let keyColumn = Int32(selection.rowLayout.count)
        func rows(of parts: Int) throws -> Rows {
            guard let statements, parts > 0 else { return Rows() }
            return try self.rows(
                statements, parts, keyColumn, offset: keyset == nil ? offset : 0, limit, again, row)
        }
        func page(_ rows: Rows) throws -> Page {
            Page(
                pageInfo: PageInfo(
                    page: limit.map { $0 > 0 ? offset / $0 + 1 : 1 } ?? 1, limit: limit ?? rows.count,
                    offset: offset, totalItems: try total(rows, offset: offset, limit: limit, keyset)),
                nextCursor: rows.last.map { cursor(after: $0, offset: offset + rows.count) })
        }
        let counts = plan.request.countsTotal && limit != nil
        let parts = statements?.count ?? 0
        if !counts {
            // Most pages end in the first part of the result.
            let rows = try rows(of: min(parts, 1))
            if parts < 2 || rows.hasMore { return try page(rows) }
            again()
        }
        // All statements must see the same state of the store.
        return try connection.transaction(.deferred) { try page(rows(of: parts)) }
    }

    /// The position of the page: the number of rows before it, its size, and the row before it.
    var bounds: (offset: Int, limit: Int?, keyset: Keyset?) { Self.bounds(of: plan) }

    static func bounds(of plan: SearchPlan) -> (offset: Int, limit: Int?, keyset: Keyset?) {
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

    /// The result of reading a page's rows.
    struct Rows {
        var count = 0
        /// The last row of the page, if more rows follow.
        var last: Keyset?
        var hasMore = false
    }

    /// Reads the rows of the first parts of the result, in the way that was chosen for them.
    private func rows(
        _ statements: PageStatements, _ parts: Int, _ keyColumn: Int32, offset: Int, _ limit: Int?,
        _ again: () -> Void, _ row: (Statement) throws -> Void
    ) throws -> Rows {
        let path = try statements.accessPath(connection, limit: limit)
        func rows(_ path: OrderChoice.AccessPath) throws -> Rows {
            try self.rows(statements, parts, keyColumn, offset: offset, limit, path, row)
        }
        if path != .planned {
            if let rows = try ordered({ try rows(path) }) { return rows }
            again()
        }
        return try rows(.planned)
    }

    /// Reads rows by the order's index; `nil` if that takes too long, or if the index has not been created yet.
    private func ordered(_ rows: () throws -> Rows) throws -> Rows? {
        do {
            return try connection.within(thousandSteps: OrderChoice.budget, rows)
        } catch let error as StoreError where error.resultCode == 1 && error.reason.hasPrefix("no such index")
        {
            return nil
        }
    }

    private func rows(
        _ statements: PageStatements, _ parts: Int, _ keyColumn: Int32, offset: Int, _ limit: Int?,
        _ path: OrderChoice.AccessPath, _ row: (Statement) throws -> Void
    ) throws -> Rows {
        var rows = Rows()
        for part in 0..<parts where !rows.hasMore {
            // One row more than requested tells whether there is a next page.
            let rowLimit = limit.flatMap { limit in
                let (rowLimit, overflow) = (limit - rows.count).addingReportingOverflow(1)
                return overflow ? nil : rowLimit
            }
            let statement = statements.rows(part, path, offset: offset, limit: rowLimit)
            try read(statement, limit, &rows, row) { rows, row in rows.last = keyset(row, keyColumn) }
        }
        if !rows.hasMore { rows.last = nil }
        return rows
    }

    /// Reads a statement's rows up to the page's limit.
    func read(
        _ statement: SQLBuilder, _ limit: Int?, _ result: inout Rows, _ row: (Statement) throws -> Void,
        atLast: (inout Rows, Statement) -> Void
    ) throws {
        try connection.withStatement(statement) { rows in
            try rows.bind(statement.values)
            while try rows.step() {
                if result.count == limit {
                    result.hasMore = true
                    return
                }
                try row(rows)
                result.count += 1
                if result.count == limit { atLast(&result, rows) }
            }
        }
    }

    /// The values of the current row's sort keys, and its number, from the columns after the fields.
    private func keyset(_ row: Statement, _ first: Int32) -> Keyset {
        let keys = plan.ordering.terms.count
        if keys == 0 { return Keyset(values: [], item: row.integer(first)) }
        return Keyset(
            values: (0..<keys).map { row.value(first + Int32($0)) }, item: row.integer(first + Int32(keys)))
    }

    func total(_ rows: Rows, offset: Int, limit: Int?, _ keyset: Keyset?) throws -> Int? {
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
