import Quire

/// Shows a query in all its forms: the filter tree, and what each engine makes of it.
struct Explainer: Sendable {
    struct Part: Equatable {
        var title: String
        var text: String
    }

    /// What the form is called, and the engine that it is for.
    let engines: [(title: String, engine: any ContentEngine)]

    func parts(of request: SearchRequest) -> [Part] {
        [Part(title: "Filter tree", text: Self.tree(of: request))]
            + engines.map { title, engine in
                do {
                    let request = request.placingNulls(on: engine)
                    try request.check(for: engine.capabilities)
                    return Part(title: title, text: try engine.explain(request))
                } catch {
                    return Part(title: title, text: "\(error)")
                }
            }
    }

    /// The tree as HALO writes it; a query without a filter has none.
    static func tree(of request: SearchRequest) -> String {
        let trees = [
            request.text.map { "of the words: " + WordsText.of($0) },
            request.filter.map(TreeText.of), request.metaFilter.map { "of the metadata: " + TreeText.of($0) },
        ]
        .compactMap { $0 }
        return trees.isEmpty ? "none: all items" : trees.joined(separator: "\n")
    }
}
