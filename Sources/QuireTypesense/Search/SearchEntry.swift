import QuireCore
import QuireRemote

/// One search in a request to `/multi_search`.
struct SearchEntry: Sendable {
    var filter: FieldFilter
    /// The page number, from 1.
    var page = 1
    /// The page size: 0 to 250.
    var size = 0
    var order: SearchOrder?
    /// The document fields in the response. A search that only counts has none.
    var selection = SearchPlan.FieldSelection.all
    /// Whether the search only fetches one value of one item.
    var isLookup = false
    var facets: [IndexedField] = []
    var mostFacetValues = 0

    static let mostInOneRequest = 50
    static let largestPage = 250

    /// The search as the server takes it.
    func json(_ plan: SearchPlan) -> JSONValue {
        var members: [JSONValue.Member] = [.init("collection", .string(plan.collection))]
        func text(_ name: String, _ value: String) { members.append(.init(name, .string(value))) }
        func number(_ name: String, _ value: Int) { members.append(.init(name, .count(value))) }
        func flag(_ name: String, _ value: Bool) { members.append(.init(name, .boolean(value))) }
        if let words = plan.text, !(isLookup && words.isServersOwn) {
            text("q", words.q)
            text("query_by", words.names.joined(separator: ","))
            text("query_by_weights", words.weights.map(String.init).joined(separator: ","))
            flag("prefix", words.isPrefix)
            if !words.isServersOwn {
                // No typo tolerance, and every requested match.
                number("num_typos", 0)
                number("typo_tokens_threshold", 0)
                number("drop_tokens_threshold", 0)
                text("split_join_tokens", "off")
                number("max_candidates", 1_000_000)
                flag("prioritize_exact_match", false)
            }
            if plan.passed == nil { text("highlight_fields", "none") }
        } else {
            text("q", "*")
        }
        if !isLookup { members += plan.passed?.members ?? [] }
        // Pinned and hidden documents would change what a filter finds.
        if isLookup || !plan.allowsCuration { flag("enable_overrides", false) }
        if let filter = filter.text { text("filter_by", filter) }
        if let order = order?.text, !order.isEmpty { text("sort_by", order) }
        switch selection {
        case .all: break
        case .included(let names): text("include_fields", names)
        case .excluded(let names): text("exclude_fields", names)
        }
        if !facets.isEmpty {
            text("facet_by", facets.map(plan.facetName).joined(separator: ","))
            number("max_facet_values", mostFacetValues)
        }
        number("page", page)
        number("per_page", size)
        return .object(members)
    }

    /// The body of a request with several searches.
    static func body(_ entries: [(entry: SearchEntry, plan: SearchPlan)]) -> JSONValue {
        .of(["searches": .array(entries.map { $0.entry.json($0.plan) })])
    }
}
