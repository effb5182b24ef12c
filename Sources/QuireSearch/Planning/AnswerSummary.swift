import Foundation
import QuireCore
import QuireText

/// The parts of the first response that a state keeps: a `SearchAnswer` without items and page.
struct AnswerSummary: Sendable {
    var text: TextSearchInfo?
    var facets: [FacetResult]
    var origin: SearchOrigin
    var failure: (any Error)?
    var storedAt: Date?
    var didYouMean: SpellingSuggestion?

    init<Module>(_ answer: SearchAnswer<Module>) {
        text = answer.text
        facets = answer.facets
        origin = answer.origin
        failure = answer.failure
        storedAt = answer.storedAt
        didYouMean = answer.didYouMean
    }
}
