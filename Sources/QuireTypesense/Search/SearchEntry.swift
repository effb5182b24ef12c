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

    func write(to json: inout JSONWriter, _ plan: SearchPlan) {
        func text(_ name: StaticString, _ value: String) {
            json.key(name)
            json.string(value)
        }
        func number(_ name: StaticString, _ value: Int) {
            json.key(name)
            json.integer(Int64(value))
        }
        func flag(_ name: StaticString, _ value: Bool) {
            json.key(name)
            json.boolean(value)
        }
        json.beginObject()
        text("collection", plan.collection)
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
        if !isLookup { plan.passed?.write(to: &json) }
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
        json.endObject()
    }

    /// The body of a request with several searches.
    static func body(_ entries: [(entry: SearchEntry, plan: SearchPlan)]) -> JSONWriter {
        var json = JSONWriter(capacity: 1024)
        json.beginObject()
        json.key("searches")
        json.beginArray()
        for (entry, plan) in entries { entry.write(to: &json, plan) }
        json.endArray()
        json.endObject()
        return json
    }
}
