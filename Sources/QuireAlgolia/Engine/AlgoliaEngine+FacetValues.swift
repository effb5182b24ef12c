import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote
import QuireText

/// A facet value found by a search in the facet's values.
public struct AlgoliaFacetValue: Sendable, Hashable {
    public var value: String
    /// The number of items with this value.
    public var count: Int
    /// The value, with the matches marked.
    public var highlighted: HighlightedText
}

extension AlgoliaEngine {
    /// Searches the values of a facet for those with a word that begins with a text.
    ///
    /// ```swift
    /// let values = try await engine.facetValues(of: "author", matching: "aus", in: request)
    /// // POST /1/indexes/books/facets/f_v_author/query  {"params":"facetQuery=aus&…"}
    /// ```
    /// The service's own search finds the values and tolerates typos. Refinements of the field itself are ignored.
    ///
    /// - Parameters:
    ///   - field: The wire name of a text facet.
    ///   - text: The beginning of a value, or of a word in it.
    ///   - request: The search whose items are considered.
    ///   - maximumValues: 1 to 100.
    public func facetValues(
        of field: String, matching text: String, in request: SearchRequest, maximumValues: Int = 10
    ) async throws -> [AlgoliaFacetValue] {
        let index = index(of: request.module)
        _ = try request.module.facet(field)
        guard let indexed = index.module.value(field), indexed.comparison == .text else {
            throw UnsupportedError(
                engine: AlgoliaConnection.engineName, node: "a search among the values of \"\(field)\"",
                hint: "it searches the values of texts alone")
        }
        var narrowed = request
        narrowed.removeSort()
        narrowed.page = .all
        narrowed.facets = []
        narrowed.refinements.removeAll { $0.field.isByteEqual(to: field) }
        guard let items = try compiled(narrowed).items else { return [] }
        var parameters = items.parameters
        for name in ["attributesToHighlight", "attributesToRetrieve", "attributesToSnippet", "hitsPerPage"] {
            parameters[name] = nil
        }
        parameters["facetQuery"] = .string(text)
        parameters["maxFacetHits"] = .integer(Int64(min(max(1, maximumValues), 100)))
        let path = ["1", "indexes", index.name, "facets", index.attributes(of: indexed).facet, "query"]
        let data = try await connection.send(
            .post, path, body: body(of: .init(index: index.name, parameters: parameters)), .read)
        guard case .array(let hits)? = (try? JSONValue(parsing: data))?["facetHits"] else {
            throw AlgoliaResponseError(
                request: AlgoliaConnection.name(.post, path), place: "facetHits", expected: "an array")
        }
        return hits.compactMap { hit in
            guard case .string(let value)? = hit["value"], case .integer(let count)? = hit["count"] else {
                return nil
            }
            return AlgoliaFacetValue(
                value: value, count: Int(count), highlighted: highlighted(hit["highlighted"], value))
        }
    }

    /// Highlights the value. A value that contains the tags is shown without highlights.
    private func highlighted(_ json: JSONValue?, _ value: String) -> HighlightedText {
        guard case .string(let tagged)? = json else { return HighlightedText(value) }
        let shown = HighlightMarkup.em.read(tagged)
        return shown.text.isByteEqual(to: value) ? shown : HighlightedText(value)
    }
}
