import QuireText

extension Query {
    /// Counts, beside the items, how many of the result have which value of a field.
    ///
    /// ```swift
    /// let page = try await content.fetch(
    ///     Books.query().where(\.age >= 18).facet(\.language).facet(\.year, maximumValues: 20))
    /// for language in page.facet(\.language) { print(language.value, language.count) }
    /// ```
    /// The counts are of the whole result, not of its page. Asked again for the same field, the last one holds. An
    /// engine without facets refuses it.
    /// - Parameters:
    ///   - field: The field; the schema marks it with `facet`.
    ///   - disjunctive: Whether the counts leave out the field's own refinements, so that a person who has chosen one
    ///     value sees what the others would bring; `nil` does what the schema says.
    ///   - maximumValues: How many values are wanted, the most frequent first: 1 to 1,000.
    public func facet<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, disjunctive: Bool? = nil, maximumValues: Int = 100
    ) -> Self where P.Operators: AllowsFacet {
        let name = field.name
        let facet = FacetRequest(
            name, maximumValues: maximumValues, isDisjunctive: disjunctive ?? Self.isDisjunctive(name))
        return changed { request in
            if let index = request.facets.firstIndex(where: { $0.field.isSpelled(as: name) }) {
                request.facets[index] = facet
            } else {
                request.facets.append(facet)
            }
        }
    }

    /// Narrows the result to values that were chosen from a facet; no value at all narrows nothing.
    ///
    /// ```swift
    /// Books.query().facet(\.language).refine(\.language, to: [.english, .french])
    /// ```
    /// Of a disjunctive facet, and of a field of one value, items with any of the values are found; of a conjunctive
    /// facet of a list, items with all of them; of a hierarchical facet, items under any of the paths. The facet is what `facet(_:disjunctive:)` has made of it before, or what
    /// the schema says. Further refinements narrow further.
    public func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, to values: [P.Value.Unwrapped]
    ) -> Self where P.Value: FilterOperand, P.Operators: AllowsFacet {
        let name = field.name
        func isAny(of values: [P.Value.Unwrapped]) -> Filter {
            .leaf(.init(.in, name, .list(values.map(\.filterValue)), type: P.Value.wireType))
        }
        if Module.Fields.table[exactly: name]?.facet == .hierarchical {
            let paths = values.compactMap { if case .string(let path) = $0.filterValue { path } else { nil } }
            return paths.isEmpty
                ? self : changed { $0.refinements.append(FacetRefinement(name, paths: paths)) }
        }
        let asked = request.facets.first { $0.field.isSpelled(as: name) }?.isDisjunctive
        let isDisjunctive = asked ?? Self.isDisjunctive(name)
        let isList = Module.Fields.table[exactly: name]?.kind.listElement != nil
        guard isList, !isDisjunctive else {
            return values.isEmpty ? self : refined(name, isAny(of: values))
        }
        return refined(name, .joining(.and, values.map { isAny(of: [$0]) }))
    }

    /// Narrows the result by conditions on a facet's field: ranges of numbers and dates, for the most part.
    ///
    /// ```swift
    /// Books.query().facet(\.price).refine(\.price) { $0 >= 5; $0 < 10 }
    /// Books.query().facet(\.year).refine(\.year) { $0.between(1990...1999) }
    /// ```
    /// The closure is handed the field, and must not test another one.
    public func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) -> Self where P.Operators: AllowsFacet {
        refined(field.name, .joining(.and, conditions(field)))
    }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public func facet<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, disjunctive: Bool? = nil, maximumValues: Int = 100
    ) -> Self where P.Operators: ForbidsFacet { self }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, to values: [P.Value.Unwrapped]
    ) -> Self where P.Value: FilterOperand, P.Operators: ForbidsFacet { self }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) -> Self where P.Operators: ForbidsFacet { self }

    private func refined(_ name: String, _ filter: Filter) -> Self {
        filter.isEmptyGroup ? self : changed { $0.refinements.append(FacetRefinement(name, filter)) }
    }

    /// A hierarchical facet shows what stands beside the chosen path, on all its levels.
    private static func isDisjunctive(_ name: String) -> Bool {
        [.disjunctive, .hierarchical].contains(Module.Fields.table[exactly: name]?.facet)
    }
}
