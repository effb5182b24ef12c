import BookshopContent
import Quire
import QuireSearch

extension ShownSearch {
    /// The facets of a state, each ordered by count. Selecting values does not change their order.
    static func facets(of state: SearchState<Books>) -> [Facet] {
        guard !state.facets.isEmpty else { return [] }
        let order = [FacetOrder.countDescending]
        return [
            Facet(.language, state.facet(\.language, by: order)) { .language($0) },
            Facet(.genre, state.facet(\.genre, by: order)) { .genre($0) },
            Facet(.author, state.facet(\.authorNames, by: order)) { .author($0) },
            Facet(.theme, state.facet(\.themes, by: order)) { .theme($0) },
            Facet(
                title: BookFacet.Kind.shelf.title, entries: shelves(state.tree(\.category, by: order).roots)),
        ]
    }

    /// The top shelves and, below the selected one, its children.
    private static func shelves(_ nodes: [FacetTree.Node]) -> [Entry] {
        nodes.flatMap { node in
            [Entry(value: .shelf(node.path), count: node.count, isRefined: node.isOnPath, level: node.level)]
                + (node.isOnPath ? shelves(node.children) : [])
        }
    }
}

extension ShownSearch.Facet {
    fileprivate init<Value>(
        _ kind: BookFacet.Kind, _ list: FacetList<Value>, _ value: (Value) -> BookFacet
    ) {
        self.init(
            title: kind.title,
            entries: list.map { .init(value: value($0.value), count: $0.count, isRefined: $0.isRefined) })
    }
}
