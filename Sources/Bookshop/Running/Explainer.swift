import Quire

/// Shows a query in all its forms: the filter tree, and the request of each engine.
struct Explainer: Sendable {
    struct Part: Equatable {
        var title: String
        var text: String
    }

    /// The engines with their titles.
    let engines: [(title: String, engine: any ContentEngine)]

    /// - Parameter fallback: The fallback if the first engine, which runs the query, cannot express a part of a filter.
    func parts(of request: SearchRequest, _ fallback: Fallback? = nil) -> [Part] {
        [Part(title: "Filter tree", text: Self.tree(of: request))]
            + engines.enumerated().map { index, form in
                let (title, engine) = form
                do {
                    var request = request.placingNulls(on: engine)
                    request.fallback = index == 0 ? fallback : nil
                    return Part(title: title, text: try request.explanation(on: engine))
                } catch {
                    return Part(title: title, text: "\(error)")
                }
            }
    }

    /// The tree in HALO's format, or a note if the query has no filter.
    static func tree(of request: SearchRequest) -> String {
        let trees = [
            request.text.map { "words: " + WordsText.of($0) },
            request.filter.map(TreeText.of), request.metaFilter.map { "metadata: " + TreeText.of($0) },
        ]
        .compactMap { $0 }
        return trees.isEmpty ? "none: all items" : trees.joined(separator: "\n")
    }
}
