import QuireCore
import QuireEngine
import QuireRemote

/// The request body of a search, written without intermediate values.
extension CompiledSearch {
    /// The body of a search.
    ///
    /// - Parameters:
    ///   - after: The position to continue from, instead of the request's own.
    ///   - size: The maximum number of documents, instead of the request's own.
    func body(after: JSONValue? = nil, size: Int? = nil) -> JSONWriter {
        let isDisjunctive = countsDisjunctively
        var json = JSONWriter(capacity: 1024)
        json.beginObject()
        json.key("query")
        writeQuery(filter: isDisjunctive ? filter : everyFilter, to: &json)
        if isDisjunctive {
            json.key("post_filter")
            Clause.all(refinements.map(\.clause)).distinct.write(to: &json)
        }
        if after == nil, !search.facets.isEmpty {
            json.key("aggs")
            facets.write(to: &json)
        }
        var size = size
        switch window {
        case .slice(let offset, let limit):
            json.key("from")
            json.integer(Int64(offset))
            size = size ?? Self.size(offset: offset, limit: limit)
        case .after(_, _, let limit): size = size ?? Self.size(offset: 0, limit: limit)
        case .everything: size = size ?? Self.step
        }
        json.key("size")
        json.integer(Int64(size ?? 0))
        json.key("sort")
        order.write(to: &json)
        if let after {
            json.key("search_after")
            json.value(after)
        } else if case .after(let place, _, _) = window {
            json.key("search_after")
            json.value(place)
        }
        json.key("_source")
        writeSource(to: &json)
        writePassed(to: &json)
        json.key("track_total_hits")
        json.boolean(after == nil && countsHits)
        json.endObject()
        return json
    }

    /// The number of documents per request when everything is read.
    static let step = 2000

    /// One item more than requested tells whether there is a next page, if the result window has room for it.
    private static func size(offset: Int, limit: Int) -> Int {
        offset + limit < IndexLimits.window ? limit + 1 : limit
    }

    /// Whether the server counts all hits: if the total is requested, or is needed to tell whether there are more.
    private var countsHits: Bool {
        switch window {
        case .slice(let offset, let limit):
            request.countsTotal || Self.size(offset: offset, limit: limit) == limit
        case .after: request.countsTotal
        case .everything: true
        }
    }

    private func writeSource(to json: inout JSONWriter) {
        guard let fields = search.fields else {
            return json.value(state.existing == nil ? WalkedDocument.source : .boolean(true))
        }
        json.beginArray()
        for name in layout.document.names(of: fields) { json.string(name) }
        json.endArray()
    }

    private func writeQuery(filter: Clause, to json: inout JSONWriter) {
        parameters.write(&json) { writeOwnQuery(filter: filter, to: &$0) }
    }

    private func writeOwnQuery(filter: Clause, to json: inout JSONWriter) {
        guard hasWords else { return filter.write(to: &json) }
        // A search with a sort order needs no ranking.
        guard search.isRanked else {
            return Clause.all([filter, textClause]).distinct.write(to: &json)
        }
        guard case .everything = filter else {
            json.beginObject()
            json.key("bool")
            json.beginObject()
            json.key("must")
            json.beginArray()
            textClause.write(to: &json, isScored: true)
            json.endArray()
            json.key("filter")
            json.beginArray()
            filter.write(to: &json)
            json.endArray()
            json.endObject()
            json.endObject()
            return
        }
        textClause.write(to: &json, isScored: true)
    }
}
