import BookshopContent
import Quire

/// The orders that a key cycles through.
enum BookOrder: String, CaseIterable, Sendable {
    case relevance = "best match"
    case title
    case newest = "newest"
    case rating = "best rated"

    var next: BookOrder {
        let all = Self.allCases
        let place = all.firstIndex(of: self) ?? 0
        return all[(place + 1) % all.count]
    }

    /// The sort keys. Empty if the best match comes first. Without words, or on an engine without ranking, there is
    /// no best match, so books are sorted by title.
    func keys(text: String, on engine: EngineCapabilities) -> [SortKey] {
        let nulls: SortKey.Nulls? = engine.supportsNullOrdering ? .last : nil
        let query = Books.query()
        let isEmpty = !engine.fullText || !text.contains { $0.isLetter || $0.isNumber }
        let sorted =
            switch self {
            case .relevance: isEmpty ? query.sort(by: \.title) : query
            case .title: query.sort(by: \.title)
            case .newest: query.sort(by: \.year, .descending, nulls: nulls).sort(by: \.title)
            case .rating: query.sort(by: \.averageRating, .descending, nulls: nulls).sort(by: \.title)
            }
        return sorted.request.sort
    }
}
