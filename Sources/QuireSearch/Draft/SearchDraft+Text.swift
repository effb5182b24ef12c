import QuireCore
import QuireText

extension SearchDraft {
    /// Also searches for each word of the text in this field, if an engine has no full-text search.
    ///
    /// ```swift
    /// draft.searchSubstrings(in: \.title)
    /// draft.searchSubstrings(in: \.subtitle)
    /// // "jerome sal": (title like "jerome" or subtitle like "jerome") and (title like "sal" or subtitle like "sal")
    /// ```
    public mutating func searchSubstrings<P: FieldReference>(
        in field: KeyPath<Module.Fields, P>
    ) where P.Operators.Like == AllowedOperator {
        let name = Self.name(of: field)
        if !substringFields.contains(where: name.isByteEqual) { substringFields.append(name) }
    }
}
