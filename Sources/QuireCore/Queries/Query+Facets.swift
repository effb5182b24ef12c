import QuireText

extension Query {
    /// Requests a facet: the number of items in the result for each value of a field.
    ///
    /// ```swift
    /// let page = try await content.fetch(
    ///     Books.query().where(\.age >= 18).facet(\.language).facet(\.year, maximumValues: 20))
    /// for language in page.facet(\.language) { print(language.value, language.count) }
    /// ```
    /// The counts cover the whole result, not only its page. A second call for the same field replaces the first. An
    /// engine without facets throws.
    /// - Parameters:
    ///   - field: The field. The schema must mark it with `facet`.
    ///   - disjunctive: Whether the counts ignore the field's own refinements, so that a user who has chosen one value
    ///     sees the counts of the others. `nil` uses the schema's setting.
    ///   - maximumValues: The maximum number of values, most frequent first: 1 to 1,000.
    ///   - missing: Whether the items without a value are counted too, by a search of its own.
    public func facet<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, disjunctive: Bool? = nil, maximumValues: Int = 100,
        missing: Bool = false
    ) -> Self where P.Operators.Facet == AllowedOperator {
        let name = field.fieldName
        var facet = FacetRequest(
            name, maximumValues: maximumValues, isDisjunctive: disjunctive ?? Self.isDisjunctive(name))
        facet.countsMissing = missing
        return changed { request in
            if let index = request.facets.firstIndex(where: { $0.field == name }) {
                request.facets[index] = facet
            } else {
                request.facets.append(facet)
            }
        }
    }

    /// Narrows the result to the values chosen from a facet. An empty list does not narrow the result.
    ///
    /// ```swift
    /// Books.query().facet(\.language).refine(\.language, to: [.english, .french])
    /// ```
    /// For a disjunctive facet, and for a field with one value, items must have any of the values. For a conjunctive
    /// facet of a list, items must have all of them. For a hierarchical facet, items must be under any of the paths.
    /// The kind of facet comes from an earlier `facet(_:disjunctive:)` or from the schema. Further refinements are
    /// combined with `and`.
    public func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, to values: [P.Value.Unwrapped]
    ) -> Self where P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        let name = field.fieldName
        func isAny(of values: [P.Value.Unwrapped]) -> Filter {
            .leaf(.init(.in, name, value: .list(values.map(\.filterValue)), type: P.Value.wireType))
        }
        if Module.Fields.table[path: name]?.facet == .hierarchical {
            let paths = values.compactMap { if case .string(let path) = $0.filterValue { path } else { nil } }
            return paths.isEmpty
                ? self : changed { $0.refinements.append(FacetRefinement(name, paths: paths)) }
        }
        let facetSetting = request.facets.first { $0.field == name }?.isDisjunctive
        let isDisjunctive = facetSetting ?? Self.isDisjunctive(name)
        let isList = Module.Fields.table[path: name]?.kind.listElement != nil
        guard isList, !isDisjunctive else {
            return values.isEmpty ? self : refined(name, isAny(of: values))
        }
        return refined(name, .joining(.and, values.map { isAny(of: [$0]) }))
    }

    /// Narrows the result by conditions on a facet's field, usually ranges of numbers and dates.
    ///
    /// ```swift
    /// Books.query().facet(\.price).refine(\.price) { $0 >= 5; $0 < 10 }
    /// Books.query().facet(\.year).refine(\.year) { $0.between(1990...1999) }
    /// ```
    /// The closure receives the field and must not test another one.
    public func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) -> Self where P.Operators.Facet == AllowedOperator {
        refined(field.fieldName, .joining(.and, conditions(field)))
    }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public func facet<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, disjunctive: Bool? = nil, maximumValues: Int = 100,
        missing: Bool = false
    ) -> Self where P.Operators.Facet == ForbiddenOperator { self }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, to values: [P.Value.Unwrapped]
    ) -> Self where P.Value: FilterOperand, P.Operators.Facet == ForbiddenOperator { self }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) -> Self where P.Operators.Facet == ForbiddenOperator { self }

    private func refined(_ name: String, _ filter: Filter) -> Self {
        filter.isEmptyGroup ? self : changed { $0.refinements.append(FacetRefinement(name, filter)) }
    }

    /// A hierarchical facet also shows the siblings of the chosen path, on all levels.
    private static func isDisjunctive(_ name: String) -> Bool {
        [.disjunctive, .hierarchical].contains(Module.Fields.table[path: name]?.facet)
    }
}
