#if SQLite

import QuireCore

/// Pages in the order of the full-text index.
extension SearchRunner {
    /// Decides how the matches are ordered, depending on their number.
    ///
    /// The matches of the text alone are counted first, which takes no longer than reading a page from the index. Most
    /// searches match fewer items than are ranked; for others, the filter is considered too.
    func chooseOrder(_ match: inout TextMatch) throws {
        guard !isEmpty, let text = plan.isTextUnselective else { return }
        let isUnselective = try connection.integer(text.text, text.values) != nil
        if isUnselective, let filter = plan.isFilterUnselective {
            match.followsFilter = try connection.integer(filter.text, filter.values) == nil
        }
        guard plan.request.sort.isEmpty else { return }
        // A page after a cursor has the same order as the page before it, even if items have been written meanwhile.
        if let keyset = bounds.keyset, let order = CursorToken.order(keyset) {
            match.order = order
        } else if !isUnselective || match.followsFilter {
            match.order = .relevance
        } else if case .always = plan.condition {
            match.order = .newest
        } else {
            let probe = plan.isUnselective
            match.order = try connection.integer(probe.text, probe.values) == nil ? .relevance : .newest
        }
    }

    func rankedPage(
        _ selection: RowSelection, _ order: TextMatch.Order, _ row: (Statement) throws -> Void
    ) throws -> Page {
        let (offset, limit, keyset) = bounds
        let place = try keyset.flatMap { try self.place($0.item, order) }
        // If the item before the page no longer matches, the page skips as many items as there were before it.
        let statement = plan.ranked(
            selection, order, after: place, offset: place == nil ? offset : 0,
            limit: limit.flatMap { $0 == .max ? nil : $0 + 1 })
        let itemColumn = Int32(RowLayout.Envelope.allCases.count + selection.rowLayout.fields.count)
        var found = Rows()
        var last: Int64?
        try read(statement, limit, &found, row) { _, row in last = row.integer(itemColumn) }
        let next = found.hasMore ? last : nil
        return Page(
            pageInfo: PageInfo(
                page: limit.map { $0 > 0 ? offset / $0 + 1 : 1 } ?? 1, limit: limit ?? found.count,
                offset: offset, totalItems: try total(found, offset: offset, limit: limit, keyset)),
            nextCursor: next.map {
                CursorToken.cursor(
                    Keyset(values: [CursorToken.name(of: order)], item: $0), offset: offset + found.count,
                    plan.request)
            })
    }

    /// A rank depends on all items, so a cursor contains the item, and its current rank is looked up.
    private func place(_ item: Int64, _ order: TextMatch.Order) throws -> SearchPlan.MatchPlace? {
        guard order == .relevance else { return SearchPlan.MatchPlace(rank: nil, item: item) }
        let statement = plan.rank(of: item)
        return try connection.withStatement(statement.text) { row in
            try row.bind(statement.values)
            guard try row.step(), case .real(let rank) = row.value(0) else { return nil }
            return SearchPlan.MatchPlace(rank: rank, item: item)
        }
    }
}
#endif
