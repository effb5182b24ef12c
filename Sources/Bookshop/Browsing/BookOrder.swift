import BookshopContent
import Quire

/// The orders that a key goes through.
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

    /// The keys of the order; none where the best match comes first. Without words there is no best match: the shop's
    /// shelf is in the order of the titles then.
    func keys(text: String, placesNulls: Bool) -> [SortKey] {
        let nulls: SortKey.Nulls? = placesNulls ? .last : nil
        let query = Books.query()
        let isEmpty = !text.contains { $0.isLetter || $0.isNumber }
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
