import QuireCore
import QuireRemote

/// One search of a collection that another program made, in a request to `/multi_search`.
struct ExistingEntry: Sendable {
    let plan: ExistingPlan
    var filter: FilterText
    /// The page number, from 1.
    var page = 1
    /// The page size: 0 to 250.
    var size = 0
    var facets: [IndexedField] = []
    var mostFacetValues = 0

    /// What is read from the response.
    var form: ResponseForm {
        var form = plan.form
        form.facets = facets.map(\.descriptor.name)
        return form
    }

    private func write(to json: inout JSONWriter) {
        func text(_ name: StaticString, _ value: String) {
            json.key(name)
            json.string(value)
        }
        func number(_ name: StaticString, _ value: Int) {
            json.key(name)
            json.integer(Int64(value))
        }
        json.beginObject()
        text("collection", plan.layout.collection)
        if let words = plan.text {
            words.write(to: &json)
        } else {
            text("q", "*")
        }
        if plan.text == nil || !plan.passed.allowsCuration {
            // Pinned and hidden documents would change what a filter finds.
            json.key("enable_overrides")
            json.boolean(false)
        }
        plan.passed.write(to: &json)
        filter.write(to: &json, nothing: "")
        if let sort = plan.sort, size > 0 { text("sort_by", sort) }
        if let fields = plan.includedFields { text("include_fields", fields) }
        if !facets.isEmpty {
            text("facet_by", facets.map(\.descriptor.name).joined(separator: ","))
            number("max_facet_values", mostFacetValues)
        }
        number("page", page)
        number("per_page", size)
        json.endObject()
    }

    /// The body of a request with several searches.
    static func body(_ entries: [ExistingEntry]) -> JSONWriter {
        var json = JSONWriter(capacity: 1024)
        json.beginObject()
        json.key("searches")
        json.beginArray()
        for entry in entries { entry.write(to: &json) }
        json.endArray()
        json.endObject()
        return json
    }
}

extension ExistingPlan {
    /// The size of the server's pages: one page that contains the whole range, or else one such that two contain it.
    var pageSize: Int {
        guard case .slice(let offset, let limit) = window, limit < SearchEntry.largestPage else {
            return SearchEntry.largestPage
        }
        return (max(1, limit)...SearchEntry.largestPage).first {
            offset / $0 == (offset + max(1, limit) - 1) / $0
        } ?? limit
    }

    /// The searches to send, each facet with the others that count the same items. The pages of the range come first.
    ///
    /// Of a search for everything, only the first page is sent with the facets.
    var entries: [ExistingEntry] {
        var entries: [ExistingEntry] = []
        var groups = facetGroups.filter { $0.filter != .nothing && search.text != .nothing }
        if !findsNothing {
            var pages = 1...1
            if case .slice(let offset, let limit) = window {
                pages = offset / pageSize + 1...(offset + max(1, limit) - 1) / pageSize + 1
            }
            entries = pages.map { ExistingEntry(plan: self, filter: filter, page: $0, size: pageSize) }
            if let index = groups.firstIndex(where: { $0.filter == filter }) {
                let group = groups.remove(at: index)
                entries[0].facets = group.fields
                entries[0].mostFacetValues = group.mostValues
            }
        }
        return entries
            + groups.map {
                ExistingEntry(
                    plan: self, filter: $0.filter, facets: $0.fields, mostFacetValues: $0.mostValues)
            }
    }
}
