import Foundation
import QuireCore
import QuireText

/// What a state tells of the answer that began its result: all of a `SearchAnswer` but the items and the page.
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
