extension Query {
    /// Orders by a field; called again, it adds a key for items that are equal so far.
    ///
    /// ```swift
    /// Books.query().sort(by: \.rating, .descending).sort(by: \.title)
    /// // "sort":"values.rating desc,values.title asc"
    /// ```
    /// Engines add a key of their own at the end, so that pages never overlap or skip.
    /// - Parameter nulls: Where items without a value go; `nil` means that no value is smallest.
    public func sort<V, O: AllowsSort>(
        by field: KeyPath<Module.Fields, Field<Module.Fields, V, O>>, _ order: SortOrder = .ascending,
        nulls: SortKey.Nulls? = nil
    ) -> Self {
        sorted(by: SortKey(.value(field.name), order, nulls: nulls))
    }

    /// Orders by metadata.
    ///
    /// ```swift
    /// Books.query().sort(by: \.updatedAt, .descending)
    /// // "sort":"updatedAt desc"
    /// ```
    public func sort<V, O: AllowsSort>(
        by field: KeyPath<MetaFields, Field<MetaFields, V, O>>, _ order: SortOrder = .ascending,
        nulls: SortKey.Nulls? = nil
    ) -> Self {
        sorted(by: SortKey(.metadata(field.name), order, nulls: nulls))
    }

    @available(*, unavailable, message: "the schema does not mark this field as sortable")
    public func sort<V, O: ForbidsSort>(
        by field: KeyPath<Module.Fields, Field<Module.Fields, V, O>>, _ order: SortOrder = .ascending,
        nulls: SortKey.Nulls? = nil
    ) -> Self { self }

    private func sorted(by key: SortKey) -> Self {
        var query = self
        query.request.sort.append(key)
        return query
    }
}
