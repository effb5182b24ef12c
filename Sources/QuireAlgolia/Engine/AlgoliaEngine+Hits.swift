import Foundation
import QuireCore
import QuireHTTP
import QuireRemote
import QuireText

extension AlgoliaEngine {
    /// Returns the hits of a search with the service's own highlights, snippets and ranking.
    ///
    /// Useful with `text: .engine`, which searches with the service's tokenizer. With `text: .words`, these
    /// highlights mark the encoded words in the index; use the highlights of a `Page` instead, which are the same as
    /// with every engine.
    ///
    /// ```swift
    /// for hit in try await engine.hits(request, snippetWords: 10) { print(hit.snippet(\Books.Fields.title)?.text ?? "") }
    /// // …"attributesToHighlight":["q_w_title"],"attributesToSnippet":["q_w_title:10"],"getRankingInfo":true…
    /// ```
    /// - Parameters:
    ///   - request: A request with a page by number. Facets are not counted.
    ///   - markup: The tags around matches. If content can contain these tags, it can imitate matches.
    ///   - snippetWords: The number of words in a snippet; `nil` for no snippets.
    public func hits(
        _ request: SearchRequest, markup: HighlightMarkup = .em,
        snippetWords: Int? = nil
    ) async throws -> [AlgoliaHit] {
        var request = request
        request.facets = []
        let search = try compiled(request)
        guard !search.window.isEverything else {
            throw UnsupportedError(
                engine: AlgoliaConnection.engineName, node: "hits without a page",
                hint: "use .page(1, size: …)")
        }
        guard var items = search.items else { return [] }
        let fields = search.index.module.values.filter { $0.descriptor.searchWeight != nil }
        let names = fields.map { search.index.attributes(of: $0).words }
        items.parameters["attributesToHighlight"] = .array(names.map(JSONValue.string))
        items.parameters["attributesToRetrieve"] = .array([])
        items.parameters["attributesToSnippet"] = .array(
            snippetWords.map { count in names.map { .string("\($0):\(max(1, count))") } } ?? [])
        items.parameters["getRankingInfo"] = .boolean(true)
        items.parameters["highlightPreTag"] = .string(markup.opening)
        items.parameters["highlightPostTag"] = .string(markup.closing)
        if snippetWords != nil { items.parameters["snippetEllipsisText"] = .string("…") }
        let path = ["1", "indexes", items.index, "query"]
        let data = try await connection.send(.post, path, body: body(of: items), .read)
        guard case .array(let hits)? = (try? JSONValue(parsing: data))?["hits"] else {
            throw AlgoliaResponseError(
                request: AlgoliaConnection.name(.post, path), place: "hits", expected: "an array")
        }
        let wireNames = Dictionary(
            uniqueKeysWithValues: zip(names, fields.map(\.descriptor.name)))
        func renamed(_ highlights: [String: AlgoliaHighlight]) -> [String: AlgoliaHighlight] {
            Dictionary(
                highlights.compactMap { name, highlight in wireNames[name].map { ($0, highlight) } },
                uniquingKeysWith: { first, _ in first })
        }
        return hits.map { json in
            var hit = AlgoliaHit(json, markup: markup)
            hit.highlights = renamed(hit.highlights)
            hit.snippets = renamed(hit.snippets)
            return hit
        }
    }
}
