import QuireCore
import QuireEngine
import QuireText

extension TextRun {
    var response: EngineResponse {
        let totalItems = request.countsTotal ? total : nil
        switch window {
        case .own:
            var info = ownInfo ?? PageInfo(page: 1, limit: 0, offset: 0, totalItems: totalItems)
            if !request.countsTotal { info.totalItems = nil }
            return response(listed, info, tailCursor)
        case .slice(let offset, let limit):
            let info = PageInfo(
                page: offset / limit + 1, limit: limit, offset: offset, totalItems: totalItems)
            return response(offset >= RankedItems.most ? listed : found, info, nil)
        case .first(let limit):
            let cursor = RankedCursor(
                ids: Array(ranked.ids.dropFirst(limit)), tail: tailCursor, skipped: limit,
                isAsTyped: resolved?.level == .words)
            let info = PageInfo(page: 1, limit: limit, offset: 0, totalItems: totalItems)
            return response(found, info, cursor.cursor(of: request, engine: engine))
        case .after(let before, let limit):
            let hasTail = before.ids.count < limit
            let cursor = RankedCursor(
                ids: Array(before.ids.dropFirst(limit)), tail: hasTail ? tailCursor : before.tail,
                skipped: before.skipped + limit, isAsTyped: before.isAsTyped)
            let info = PageInfo(
                page: before.skipped / limit + 1, limit: limit, offset: before.skipped, totalItems: totalItems
            )
            return response(found, info, cursor.cursor(of: request, engine: engine))
        case .everything:
            let info = PageInfo(page: 1, limit: listed.count, offset: 0, totalItems: totalItems)
            return response(arranged, info, nil)
        }
    }

    /// The items of the page: those that are weighed, then the others.
    private var found: [StoredSlice] { wanted.compactMap { known[$0] } + tail }

    /// All items, with those that are weighed first.
    private var arranged: [StoredSlice] {
        var places: [String: Int] = [:]
        for (place, id) in ranked.ids.enumerated() { places[id] = place }
        var first: [(place: Int, slice: StoredSlice)] = []
        var others: [StoredSlice] = []
        for slice in listed {
            if first.count < places.count, let place = places[slice.id] {
                first.append((place, slice))
            } else {
                others.append(slice)
            }
        }
        return first.sorted { $0.place < $1.place }.map(\.slice) + others
    }

    private func response(_ slices: [StoredSlice], _ info: PageInfo, _ cursor: Cursor?) -> EngineResponse {
        var response = EngineResponse(
            ClusterPage(slices, info, isWhole: request.page == .all), nextCursor: cursor, text: textInfo,
            facets: facets)
        response.serverResponses = serverResponses
        return response
    }

    private var textInfo: TextSearchInfo? {
        guard request.text != nil else { return nil }
        var ranking = TextSearchInfo.Ranking.relevance
        if !request.sort.isEmpty {
            ranking = .sorted
        } else if let pattern, !pattern.isRankable || (total ?? 0) > RankedItems.most {
            ranking = .skipped
        }
        var info = TextSearchInfo(
            ranking: ranking, corrections: resolved?.corrections ?? [:],
            highlighter: TextHighlighter(groups: resolved?.highlighted ?? [], analyzer))
        // A server may mark nothing in what it has found, for example words that are only begun.
        if let highlights, highlights.contains(where: { !$0.ranges.isEmpty }) {
            info.highlighter = TextHighlighter(served: highlights, analyzer)
        }
        info.level = resolved?.level ?? .words
        info.dropped = resolved?.dropped ?? []
        if request.sort.isEmpty, let pattern, pattern.isRankable, !pattern.hasChoices {
            info.exactItems = info.level == .fewerWords ? 0 : total
        }
        let shown = if case .everything = window { ranked.ids[...] } else { wanted }
        for id in shown { info.rankings[id] = ranked.infos[id] }
        return info
    }
}
