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
    var selection = CompiledSearch.FieldSelection.all
    /// Whether the search only fetches one value of one item.
    var isLookup = false
    var facets: [IndexedField] = []
    var mostFacetValues = 0

    static let mostInOneRequest = 50
    static let largestPage = 250

    /// The search as the server takes it.
    func json(_ plan: CompiledSearch) -> JSONValue {
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
    static func body(_ entries: [(entry: SearchEntry, plan: CompiledSearch)]) -> JSONValue {
        .of(["searches": .array(entries.map { $0.entry.json($0.plan) })])
    }
}

// Keys of long texts do not contain the text. It is read from an item that has the key.

extension SearchEntry {
    /// The maximum number of texts that are fetched for one facet.
    static let mostLookups = 1000

    /// A search for one item that has a key of a field's facet.
    init(lookingUp key: String, of field: IndexedField, in layout: CollectionLayout) {
        self.init(
            filter: .keys(field.facetKeys, [key]), size: 1,
            selection: .included(field.holderNames(in: layout).joined(separator: ",")), isLookup: true)
    }
}

extension IndexedField {
    /// The module's own field that holds the values: the object, for a member.
    private func holder(in layout: CollectionLayout) -> IndexedField {
        descriptor.memberSteps.first.flatMap { layout.module.value($0.name) } ?? self
    }

    /// The names under which a document may have the values. An object with a null is under `q_rest`.
    fileprivate func holderNames(in layout: CollectionLayout) -> [String] {
        guard let name = layout.document.name(of: holder(in: layout)) else { return [PlainDocument.rest] }
        return descriptor.isMember ? [name, PlainDocument.rest] : [name]
    }

    /// The text of a key in the item that was looked up. `nil` if no item has it any longer.
    func text(ofKey key: String, in result: SearchResult, of layout: CollectionLayout) -> String? {
        guard
            let instance = result.looked.flatMap({
                layout.document.instance(of: $0.json, id: key, fields: [holder(in: layout)])
            })
        else { return nil }
        let values = values(in: instance)
        let texts = isHierarchical ? paths(of: values) : values.compactMap(\.text)
        return texts.first { ExactKey.text($0) == key }
    }
}

/// What is read from the response to one search.
struct ResponseForm: Sendable {
    /// The module's wire name, and the collection, for errors.
    var module: String
    var collection: String
    var documents: DocumentForm
    /// Whether sort keys are read from the documents.
    var readsSortedValues = false
    /// Whether the search only fetches one value of one item.
    var isLookup = false
    /// The names of the facets that the response must have.
    var facets: [String] = []
    /// Whether the response is kept as it is.
    var keepsResponse = false
}

extension CompiledSearch {
    /// What is read from the response to one of the plan's searches.
    func form(of entry: SearchEntry) -> ResponseForm {
        ResponseForm(
            module: layout.module.module.name, collection: collection,
            documents: DocumentForm(
                existing?.keys ?? layout.keys, fields: search.fields, shape: shape,
                keepsUnknownValues: request.decoding.keepsUnknownValues),
            readsSortedValues: readsSortedValues, isLookup: entry.isLookup,
            facets: entry.facets.map(facetName), keepsResponse: passed?.parameters.keepsResponse ?? false)
    }
}
