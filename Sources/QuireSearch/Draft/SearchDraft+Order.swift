import QuireCore

extension SearchDraft {
    /// Sorts by a field, replacing the chosen order and the query's own.
    ///
    /// ```swift
    /// draft.sort(by: \.title)
    /// draft.sort(by: \.rank, .descending, nulls: .last)
    /// draft.sort = []                                 // the query's own again
    /// ```
    /// For several keys, set `sort` directly.
    public mutating func sort<P: FieldReference>(
        by field: KeyPath<Module.Fields, P>, _ order: SortOrder = .ascending, nulls: SortKey.Nulls? = nil
    ) where P.Operators.Sort == AllowedOperator {
        sort = [SortKey(field.path, order, nulls: nulls)]
    }

    /// Sorts by metadata that no field of the module hides by its name: `draft.sort(by: \.updatedAt, .descending)`.
    @_disfavoredOverload
    public mutating func sort<P: FieldReference>(
        by field: KeyPath<Module.SortMetadata, P>, _ order: SortOrder = .ascending,
        nulls: SortKey.Nulls? = nil
    ) where P.Operators.Sort == AllowedOperator {
        sort = [
            SortKey(.metadata(P.path(of: Module.SortMetadata()[keyPath: field]).name), order, nulls: nulls)
        ]
    }

    /// Sorts by metadata, regardless of the names of the module's fields: `draft.sortMeta(by: \.name)`.
    public mutating func sortMeta<P: FieldReference>(
        by field: KeyPath<MetaFields, P>, _ order: SortOrder = .ascending, nulls: SortKey.Nulls? = nil
    ) where P.Operators.Sort == AllowedOperator {
        sort = [SortKey(.metadata(field.name), order, nulls: nulls)]
    }

    @available(*, unavailable, message: "the schema does not mark this field as sortable")
    public mutating func sort<P: FieldReference>(
        by field: KeyPath<Module.Fields, P>, _ order: SortOrder = .ascending, nulls: SortKey.Nulls? = nil
    ) where P.Operators.Sort == ForbiddenOperator {}
}
