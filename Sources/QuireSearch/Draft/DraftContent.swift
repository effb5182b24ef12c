import Quire

/// What a draft holds, whatever its module: see `SearchDraft`.
struct DraftContent: Sendable, Hashable {
    /// The request of the query.
    var query: Shared<SearchRequest>
    var text = ""
    var matching = WordMatching.lastWordAsPrefix
    var toleratesTypos = false
    var substringFields: [String] = []
    var refinements = Refinements()
    var levels: [FacetLevels] = []
    var filters: [String: Filter] = [:]
    var sort: [SortKey] = []
    var pageSize = 20
    var firstPage = 1

    init(_ query: SearchRequest) { self.query = Shared(query) }

    func levels(of field: String) -> FacetLevels? {
        levels.first { $0.fields.first?.isSpelled(as: field) ?? false }
    }
}
