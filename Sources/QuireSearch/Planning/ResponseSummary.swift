import Foundation
import QuireCore
import QuireText

/// The parts of the first response that a state keeps: a `DraftResponse` without items and page.
struct ResponseSummary: Sendable {
    var text: TextSearchInfo?
    var facets: [FacetResult]
    var origin: SearchOrigin
    var failure: (any Error)?
    var storedAt: Date?
    var didYouMean: SpellingSuggestion?

    init<Module>(_ response: DraftResponse<Module>) {
        text = response.text
        facets = response.facets
        origin = response.origin
        failure = response.failure
        storedAt = response.storedAt
        didYouMean = response.didYouMean
    }
}
