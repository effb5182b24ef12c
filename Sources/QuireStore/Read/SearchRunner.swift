#if SQLite
import Foundation
import Quire

/// Runs a plan on one connection.
struct SearchRunner {
    let plan: SearchPlan
    let connection: Connection

    /// A page before its items are read: where it lies, and where the next one starts.
    struct Page {
        var pageInfo: PageInfo
        var nextCursor: Cursor?
    }

    /// Hands every row of the page to the closure, in order.
    func page(_ selection: RowSelection, _ row: (Statement) throws -> Void) throws -> Page {
        let offset: Int
        let limit: Int?
        var keyset: Keyset?
        switch plan.window {
        case .slice(let start, let size): (offset, limit) = (start, size)
        case .after(let place, let start, let size): (offset, limit, keyset) = (start, size, place)
        case .everything: (offset, limit) = (0, nil)
        }
        let isEmpty = if case .never = plan.condition { true } else { false }
        let segments = isEmpty ? [] : plan.ordering.segments(after: keyset)
        let counts = plan.request.countsTotal && limit != nil
        guard counts || segments.count > 1 else {
            return try self.page(selection, segments, keyset, offset, limit, row)
        }
        // Several statements must see one state of the store.
        return try connection.transaction(.deferred) {
            try self.page(selection, segments, keyset, offset, limit, row)
        }
    }

    private func page(
        _ selection: RowSelection, _ segments: [Ordering.Segment], _ keyset: Keyset?, _ offset: Int,
        _ limit: Int?,
        _ row: (Statement) throws -> Void
    ) throws -> Page {
        var count = 0
        var last: Keyset?
        var hasMore = false
        let keyColumn = Int32(RowLayout.Envelope.allCases.count + selection.rowLayout.fields.count)
        for segment in segments where !hasMore {
            // One more than is wanted tells whether there is a next page.
            let wanted = limit.map { $0 - count + 1 }
            let statement = plan.rows(selection, segment, offset: keyset == nil ? offset : 0, limit: wanted)
            try connection.withStatement(statement.text) { rows in
                try rows.bind(statement.values)
                while try rows.step() {
                    if count == limit {
                        hasMore = true
                        return
                    }
                    try row(rows)
                    count += 1
                    if count == limit { last = self.keyset(rows, keyColumn) }
                }
            }
        }
        return Page(
            pageInfo: PageInfo(
                page: limit.map { $0 > 0 ? offset / $0 + 1 : 1 } ?? 1, limit: limit ?? count, offset: offset,
                totalItems: try total(count, offset: offset, limit: limit, hasMore: hasMore, keyset)),
            nextCursor: hasMore
                ? last.map { CursorToken.cursor($0, offset: offset + count, plan.request) } : nil)
    }

    /// The sort keys' values of the current row, and its number: the columns after the fields.
    private func keyset(_ row: Statement, _ first: Int32) -> Keyset {
        let keys = plan.ordering.terms.count
        return Keyset(
            values: (0..<keys).map { row.value(first + Int32($0)) }, item: row.integer(first + Int32(keys)))
    }

    private func total(_ count: Int, offset: Int, limit: Int?, hasMore: Bool, _ keyset: Keyset?) throws
        -> Int?
    {
        guard plan.request.countsTotal else { return nil }
        if limit == nil { return count }
        // The end of the result is known where a page does not fill.
        if !hasMore, keyset == nil, count > 0 || offset == 0 { return offset + count }
        return try self.count()
    }

    func count() throws -> Int {
        if case .never = plan.condition { return 0 }
        let statement = plan.count
        return Int(try connection.integer(statement.text, statement.values) ?? 0)
    }
}
#endif
