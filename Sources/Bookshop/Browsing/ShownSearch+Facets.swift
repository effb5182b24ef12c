import BookshopContent
import Quire
import QuireSearch

extension ShownSearch {
    /// The facets of a state, each in the order of its counts; values do not change places when they are chosen.
    static func facets(of state: SearchState<Books>) -> [Facet] {
        guard let answer = state.answer, !answer.facets.isEmpty else { return [] }
        let order = [FacetOrder.countDescending]
        let draft = state.draft
        return [
            Facet("Language", answer.facet(\.language, of: draft, by: order)) { .language($0) },
            Facet("Genre", answer.facet(\.genre, of: draft, by: order)) { .genre($0) },
            Facet("Author", answer.facet(\.authorNames, of: draft, by: order)) { .author($0) },
            Facet("Theme", answer.facet(\.themes, of: draft, by: order)) { .theme($0) },
            Facet(title: "Shelf", entries: shelves(answer.tree(\.category, of: draft, by: order).roots)),
        ]
    }

    /// The top shelves, and those below the chosen one, each below its own.
    private static func shelves(_ nodes: [FacetTree.Node]) -> [Entry] {
        nodes.flatMap { node in
            [Entry(value: .shelf(node.path), count: node.count, isRefined: node.isOnPath, level: node.level)]
                + (node.isOnPath ? shelves(node.children) : [])
        }
    }
}

extension ShownSearch.Facet {
    fileprivate init<Value>(_ title: String, _ list: FacetList<Value>, _ value: (Value) -> BookFacet) {
        self.init(
            title: title,
            entries: list.map { .init(value: value($0.value), count: $0.count, isRefined: $0.isRefined) })
    }
}
