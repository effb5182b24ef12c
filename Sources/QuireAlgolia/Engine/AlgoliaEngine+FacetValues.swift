import Foundation
import QuireCluster
import QuireCore
import QuireEngine
import QuireHTTP
import QuireText

/// A value of a facet that a search among the facet's values has found.
public struct AlgoliaFacetValue: Sendable, Hashable {
    public var value: String
    /// How many items have it.
    public var count: Int
    /// The value, and what of it was looked for.
    public var highlighted: HighlightedText
}

extension AlgoliaEngine {
    /// Looks for values of a facet by a text that they, or words in them, begin with.
    ///
    /// ```swift
    /// let values = try await engine.facetValues(of: "author", matching: "aus", in: request)
    /// // POST /1/indexes/books/facets/f_v_author/query  {"params":"facetQuery=aus&…"}
    /// ```
    /// The match is the service's own, typos included. Refinements of the field itself are left out.
    ///
    /// - Parameters:
    ///   - field: The wire name of a facet of texts.
    ///   - text: The beginning of a value, or of a word in it.
    ///   - request: Whose items' values are looked at.
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
        narrowed.sort = []
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
            throw AlgoliaAnswerError(
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

    /// A value that has the tags in it is shown without highlights.
    private func highlighted(_ json: JSONValue?, _ value: String) -> HighlightedText {
        guard case .string(let tagged)? = json else { return HighlightedText(value) }
        let shown = HighlightMarkup.em.read(tagged)
        return shown.text.isByteEqual(to: value) ? shown : HighlightedText(value)
    }
}
