extension Query {
    /// Orders by a field; called again, it adds a key for items that are equal so far.
    ///
    /// ```swift
    /// Books.query().sort(by: \.rating, .descending).sort(by: \.title)
    /// // "sort":"values.rating desc,values.title asc"
    /// ```
    /// Engines add a key of their own at the end, so that pages never overlap or skip.
    /// - Parameter nulls: Where items without a value go; `nil` means that no value is smallest.
    public func sort<P: FieldReference>(
        by field: KeyPath<Module.Fields, P>, _ order: SortOrder = .ascending,
        nulls: SortKey.Nulls? = nil
    ) -> Self where P.Operators: AllowsSort {
        sorted(by: SortKey(.value(field.name), order, nulls: nulls))
    }

    /// Orders by metadata.
    ///
    /// ```swift
    /// Books.query().sort(by: \.updatedAt, .descending)
    /// // "sort":"updatedAt desc"
    /// ```
    /// Where a field of the module has the same name, as `name` often has, the field is meant; `\MetaFields.name` is
    /// the metadata then. So it is with `where` and `whereMeta` too: values first.
    @_disfavoredOverload
    public func sort<P: FieldReference>(
        by field: KeyPath<MetaFields, P>, _ order: SortOrder = .ascending,
        nulls: SortKey.Nulls? = nil
    ) -> Self where P.Operators: AllowsSort {
        sorted(by: SortKey(.metadata(field.name), order, nulls: nulls))
    }

    @available(*, unavailable, message: "the schema does not mark this field as sortable")
    public func sort<P: FieldReference>(
        by field: KeyPath<Module.Fields, P>, _ order: SortOrder = .ascending,
        nulls: SortKey.Nulls? = nil
    ) -> Self where P.Operators: ForbidsSort { self }

    private func sorted(by key: SortKey) -> Self {
        var query = self
        query.request.sort.append(key)
        return query
    }
}
