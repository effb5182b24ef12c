import QuireCore
import QuireRemote

/// One search in a request to `/multi_search`.
struct SearchEntry: Sendable {
    var filter: FilterText
    /// The page number, from 1.
    var page = 1
    /// The page size: 0 to 250.
    var size = 0
    var order: SearchOrder?
    /// The document fields in the response, separated by commas.
    var fields = DocumentField.id
    /// Whether `fields` are those that the response leaves out, because the names of the others are unknown.
    var excludesFields = false
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
        json.beginObject()
        text("collection", plan.layout.alias)
        if let words = plan.text {
            text("q", words.q)
            let fields = plan.search.searchedFields
            var names = fields.map(\.words)
            var weights = Self.weights(of: fields)
            if !words.hasPhrases {
                names += fields.map(\.forms)
                weights += weights
            }
            text("query_by", names.joined(separator: ","))
            text("query_by_weights", weights.map(String.init).joined(separator: ","))
            json.key("prefix")
            json.boolean(words.isPrefix)
            // No typo tolerance, and every requested match.
            number("num_typos", 0)
            number("typo_tokens_threshold", 0)
            number("drop_tokens_threshold", 0)
            text("split_join_tokens", "off")
            number("max_candidates", 1_000_000)
            json.key("prioritize_exact_match")
            json.boolean(false)
            text("highlight_fields", "none")
        } else if let own = plan.own, !isLookup {
            own.text.write(to: &json)
            own.passed.write(to: &json)
        } else {
            text("q", "*")
        }
        json.key("enable_overrides")
        json.boolean(plan.own?.passed.allowsCuration ?? false)
        filter.write(to: &json, nothing: plan.layout.isNoDocument)
        if let order { text("sort_by", order.text) }
        text(excludesFields ? "exclude_fields" : "include_fields", fields)
        if !facets.isEmpty {
            text("facet_by", facets.map(\.facetKeys).joined(separator: ","))
            number("max_facet_values", mostFacetValues)
        }
        number("page", page)
        number("per_page", size)
        json.endObject()
    }

    /// Positive integers in the order of the schema's weights.
    static func weights(of fields: [IndexedField]) -> [Int] {
        let weights = fields.map { $0.descriptor.searchWeight ?? 0 }
        let distinct = Set(weights).sorted()
        return weights.map { (distinct.firstIndex(of: $0) ?? 0) + 1 }
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
