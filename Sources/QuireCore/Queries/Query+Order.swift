extension Query {
    /// Sorts by a field. Further calls add keys that break ties.
    ///
    /// ```swift
    /// Books.query().sort(by: \.rating, .descending).sort(by: \.title)
    /// // "sort":"values.rating desc,values.title asc"
    /// ```
    /// Engines add a final key of their own, so that pages never overlap or skip items.
    ///
    /// A field behind relations to one item, such as `\.author.fullName`, has no value if the relation is missing or
    /// names no item. Engines that cannot join modules throw an `UnsupportedError` before any request.
    /// - Parameters:
    ///   - field: The field. The schema must mark it as sortable.
    ///   - order: Ascending or descending.
    ///   - nulls: The position of items without a value. `nil` treats a missing value as the smallest.
    public func sort<P: FieldReference>(
        by field: KeyPath<Module.Fields, P>, _ order: SortOrder = .ascending,
        nulls: SortKey.Nulls? = nil
    ) -> Self where P.Operators.Sort == AllowedOperator {
        sorted(by: SortKey(field.fieldPath, order, nulls: nulls))
    }

    /// Sorts by metadata that no field of the module hides by its name.
    ///
    /// ```swift
    /// Books.query().sort(by: \.updatedAt, .descending)
    /// // "sort":"updatedAt desc"
    /// ```
    /// Fields take precedence: if the module has a field `name`, `sort(by: \.name)` sorts by the field, or does not
    /// compile if the field is not sortable. ``sortMeta(by:_:nulls:)`` sorts by metadata in every module.
    @_disfavoredOverload
    public func sort<P: FieldReference>(
        by field: KeyPath<Module.SortMetadata, P>, _ order: SortOrder = .ascending,
        nulls: SortKey.Nulls? = nil
    ) -> Self where P.Operators.Sort == AllowedOperator {
        sorted(
            by: SortKey(
                .metadata(P.path(of: Module.SortMetadata()[keyPath: field]).name), order, nulls: nulls))
    }

    /// Sorts by metadata, regardless of the names of the module's fields.
    ///
    /// ```swift
    /// Authors.query().sortMeta(by: \.name)
    /// // "sort":"name asc"
    /// ```
    public func sortMeta<P: FieldReference>(
        by field: KeyPath<MetaFields, P>, _ order: SortOrder = .ascending, nulls: SortKey.Nulls? = nil
    ) -> Self where P.Operators.Sort == AllowedOperator {
        sorted(by: SortKey(.metadata(field.fieldName), order, nulls: nulls))
    }

    @available(*, unavailable, message: "the schema does not mark this field as sortable")
    public func sort<P: FieldReference>(
        by field: KeyPath<Module.Fields, P>, _ order: SortOrder = .ascending,
        nulls: SortKey.Nulls? = nil
    ) -> Self where P.Operators.Sort == ForbiddenOperator { self }

    private func sorted(by key: SortKey) -> Self {
        var query = self
        query.request.sort.append(key)
        return query
    }
}
