extension Query {
    /// Orders by a field; called again, it adds a key for items that are equal so far.
    ///
    /// ```swift
    /// Books.query().sort(by: \.rating, .descending).sort(by: \.title)
    /// // "sort":"values.rating desc,values.title asc"
    /// ```
    /// Engines add a key of their own at the end, so that pages never overlap or skip.
    /// - Parameters:
    ///   - field: The field; the schema marks it as sortable.
    ///   - order: Ascending or descending.
    ///   - nulls: Where items without a value go; `nil` means that no value is smallest.
    public func sort<P: FieldReference>(
        by field: KeyPath<Module.Fields, P>, _ order: SortOrder = .ascending,
        nulls: SortKey.Nulls? = nil
    ) -> Self where P.Operators: AllowsSort {
        sorted(by: SortKey(.value(field.name), order, nulls: nulls))
    }

    /// Orders by metadata whose name no field of the module has.
    ///
    /// ```swift
    /// Books.query().sort(by: \.updatedAt, .descending)
    /// // "sort":"updatedAt desc"
    /// ```
    /// A field comes first: where the module has a field `name`, `sort(by: \.name)` orders by the field, or does not
    /// compile if the field is not sortable. ``sortMeta(by:_:nulls:)`` orders by metadata in every module.
    @_disfavoredOverload
    public func sort<P: FieldReference>(
        by field: KeyPath<Module.SortMetadata, P>, _ order: SortOrder = .ascending,
        nulls: SortKey.Nulls? = nil
    ) -> Self where P.Operators: AllowsSort {
        sorted(by: SortKey(.metadata(Module.SortMetadata()[keyPath: field].name), order, nulls: nulls))
    }

    /// Orders by metadata, whatever the fields of the module are called.
    ///
    /// ```swift
    /// Authors.query().sortMeta(by: \.name)
    /// // "sort":"name asc"
    /// ```
    public func sortMeta<P: FieldReference>(
        by field: KeyPath<MetaFields, P>, _ order: SortOrder = .ascending, nulls: SortKey.Nulls? = nil
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
