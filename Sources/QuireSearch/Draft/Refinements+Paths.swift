import QuireCore
import QuireText

extension Refinements {
    /// The chosen path of a hierarchical facet.
    func path(of field: String) -> FacetPath? {
        guard case .string(let text)? = values(of: field).first else { return nil }
        return FacetPath(text)
    }

    /// Chooses a path. If it is already chosen, goes one level up.
    ///
    /// - Returns: Whether the path is now chosen.
    mutating func togglePath(_ path: FacetPath, of field: String) -> Bool {
        let isChosen = self.path(of: field)?.text.isByteEqual(to: path.text) ?? false
        choosePath(isChosen ? path.parent : path.text, of: field)
        return !isChosen
    }

    /// Goes up to the level above a path, if the chosen path is at or below it.
    mutating func removePath(_ path: FacetPath, of field: String) {
        guard let chosen = self.path(of: field), chosen.isUnder(path.text) else { return }
        choosePath(path.parent, of: field)
    }

    private mutating func choosePath(_ path: String?, of field: String) {
        set(path.map(FilterValue.string), of: field)
    }
}
