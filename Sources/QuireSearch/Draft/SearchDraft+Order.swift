import QuireCore

extension SearchDraft {
    /// Orders by a field, in the place of the order that was chosen and of the query's own.
    ///
    /// ```swift
    /// draft.sort(by: \.title)
    /// draft.sort(by: \.rank, .descending, nulls: .last)
    /// draft.sort = []                                 // the query's own again
    /// ```
    /// Several keys are keys of `sort`, by hand.
    public mutating func sort<P: FieldReference>(
        by field: KeyPath<Module.Fields, P>, _ order: SortOrder = .ascending, nulls: SortKey.Nulls? = nil
    ) where P.Operators: AllowsSort {
        sort = [SortKey(.value(Self.name(of: field)), order, nulls: nulls)]
    }

    /// Orders by metadata whose name no field of the module has: `draft.sort(by: \.updatedAt, .descending)`.
    @_disfavoredOverload
    public mutating func sort<P: FieldReference>(
        by field: KeyPath<Module.SortMetadata, P>, _ order: SortOrder = .ascending,
        nulls: SortKey.Nulls? = nil
    ) where P.Operators: AllowsSort {
        sort = [SortKey(.metadata(Module.SortMetadata()[keyPath: field].name), order, nulls: nulls)]
    }

    /// Orders by metadata, whatever the fields of the module are called: `draft.sortMeta(by: \.name)`.
    public mutating func sortMeta<P: FieldReference>(
        by field: KeyPath<MetaFields, P>, _ order: SortOrder = .ascending, nulls: SortKey.Nulls? = nil
    ) where P.Operators: AllowsSort {
        sort = [SortKey(.metadata(MetaFields()[keyPath: field].name), order, nulls: nulls)]
    }

    @available(*, unavailable, message: "the schema does not mark this field as sortable")
    public mutating func sort<P: FieldReference>(
        by field: KeyPath<Module.Fields, P>, _ order: SortOrder = .ascending, nulls: SortKey.Nulls? = nil
    ) where P.Operators: ForbidsSort {}
}
