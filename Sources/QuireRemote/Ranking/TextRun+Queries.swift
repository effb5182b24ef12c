import QuireCore
import QuireEngine
import QuireText

extension TextRun {
    var queries: [ClusterQuery] { needsLevel ? [] : roles.map(query) }

    /// The queries of this step, whether or not the level has to be decided first.
    var queriesAsTyped: [ClusterQuery] { roles.map(query) }

    var roles: [Role] {
        switch (step, window) {
        case (.first, .own): [.own]
        case (.first, .slice(let offset, _)) where offset >= WeighedItems.most: [.listing]
        case (.first, .slice(let offset, let limit)):
            limit <= Self.mostAtOnce && offset == 0 ? [.head, .top] : [.head]
        case (.first, .first(let limit)): limit <= Self.mostAtOnce ? [.head, .top] : [.head]
        case (.first, .after(let cursor, let limit)):
            (request.countsTotal || !request.facets.isEmpty ? [.total] : [])
                + (cursor.ids.isEmpty ? [] : [.items])
                + (cursor.ids.count < limit && cursor.tail != nil ? [.tail] : [])
        case (.first, .everything): [.head, .listing]
        case (.page, _): (missing.isEmpty ? [] : [.items]) + (tailSize > 0 ? [.tail] : [])
        case (.done, _): []
        }
    }

    private func query(_ role: Role) -> ClusterQuery {
        switch role {
        case .own: return listing { $0.sort = request.sort }
        case .head:
            return listing {
                $0.page = .cursor(nil, limit: WeighedItems.most)
                $0.fields = (fields + (popularity.map { [$0] } ?? [])).map(\.name).distinct
                $0.locale = nil
                $0.include = []
            }
        case .top:
            return listing {
                $0.page = .offset(0, limit: limit)
                $0.facets = []
                $0.countsTotal = false
            }
        case .listing:
            return listing {
                if case .everything = window { $0.facets = [] }
            }
        case .total:
            return listing {
                $0.page = .offset(0, limit: 1)
                $0.fields = []
                $0.include = []
            }
        case .items: return itemsQuery(ids: missing)
        case .tail:
            return listing {
                $0.facets = []
                $0.countsTotal = false
                switch window {
                case .slice(let offset, _):
                    $0.page = .offset(max(offset, ranked.ids.count), limit: tailSize)
                case .after(let cursor, _): $0.page = .cursor(cursor.tail, limit: tailSize)
                default: $0.page = .cursor(tailCursor, limit: tailSize)
                }
            }
        }
    }

    /// The request in the server's order: by popularity, or by the server's own ranking.
    private func listing(_ change: (inout SearchRequest) -> Void) -> ClusterQuery {
        var copy = request
        if case .own = window {
        } else if let popularity {
            copy.sort = [SortKey(.value(popularity.name), .descending, nulls: .last)]
        }
        if pattern != nil {
            copy.text?.mode = .asTyped
            copy.countsTotal = true
        }
        change(&copy)
        return ClusterQuery(copy, words: words)
    }

    /// Asks for items of the page, as far as they still match.
    func itemsQuery(ids: [String]) -> ClusterQuery {
        listing {
            $0.ids = ids
            $0.sort = []
            $0.page = .offset(0, limit: max(1, ids.count))
            $0.facets = []
            $0.countsTotal = false
        }
    }

    // MARK: - The page

    private var limit: Int {
        switch window {
        case .slice(_, let limit), .first(let limit), .after(_, let limit): limit
        case .own, .everything: 0
        }
    }

    /// The weighed items of the page.
    var wanted: ArraySlice<String> {
        switch window {
        case .slice(let offset, let limit): ranked.ids.dropFirst(offset).prefix(limit)
        case .first(let limit): ranked.ids.prefix(limit)
        case .after(let cursor, let limit): cursor.ids.prefix(limit)
        case .own, .everything: []
        }
    }

    private var missing: [String] { wanted.filter { known[$0] == nil } }

    /// How many items of the page come after those that are weighed.
    private var tailSize: Int {
        switch window {
        case .slice(let offset, let limit):
            tailCursor == nil || offset + limit <= ranked.ids.count ? 0 : limit - wanted.count
        case .first(let limit): tailCursor == nil ? 0 : limit - wanted.count
        case .after(let cursor, let limit): cursor.tail == nil ? 0 : limit - wanted.count
        case .own, .everything: 0
        }
    }
}
