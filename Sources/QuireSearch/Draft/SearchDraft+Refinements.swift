import QuireCore
import QuireSync

extension SearchDraft {
    /// Chooses a value of a facet, or removes it if it is chosen.
    ///
    /// ```swift
    /// draft.toggle(\.language, .english)
    /// draft.toggle(\.category, "Fiction > Fantasy")    // hierarchical: the path; again: "Fiction"
    /// ```
    /// For a disjunctive facet, and for a field with one value, items must have any of the chosen values. For a
    /// conjunctive facet of a list, they must have all of them. For a hierarchical facet, one path is chosen at a
    /// time, including everything below it.
    /// - Returns: Whether the value is now chosen.
    @discardableResult
    public mutating func toggle<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        let name = Self.name(of: field)
        if let path = path(value.filterValue, in: name) {
            return refinements.togglePath(path, of: name)
        }
        return refinements.toggle(value.filterValue, of: name)
    }

    /// Chooses a value of a facet. An exclusion of the value is removed.
    public mutating func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) where P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        let name = Self.name(of: field)
        if path(value.filterValue, in: name) != nil {
            refinements.set(value.filterValue, of: name)
        } else {
            refinements.add(value.filterValue, of: name)
        }
    }

    /// Removes a chosen or excluded value of a facet. For a hierarchical facet, removes the path and everything below
    /// it, so that the level above is chosen.
    public mutating func unrefine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) where P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        let name = Self.name(of: field)
        if let path = path(value.filterValue, in: name) {
            refinements.removePath(path, of: name)
        }
        refinements.remove(value.filterValue, of: name)
    }

    /// Excludes items that have a value of a facet.
    ///
    /// ```swift
    /// draft.exclude(\.genres, "horror")     // "!in" ["horror"]
    /// ```
    /// - Parameters:
    ///   - field: The field. The schema must mark it with `facet`.
    ///   - value: The value to exclude.
    ///   - inGroup: Makes it an alternative in a disjunctive facet: items with one of the chosen values, or
    ///     without this one.
    public mutating func exclude<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped, inGroup: Bool = false
    ) where P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        refinements.exclude(value.filterValue, of: Self.name(of: field), inGroup: inGroup)
    }

    /// Whether a value of a facet is chosen. For a hierarchical facet, whether the chosen path is at or below it.
    public func isRefined<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        let name = Self.name(of: field)
        if let path = path(value.filterValue, in: name) {
            return refinements.path(of: name)?.isUnder(path.text) ?? false
        }
        return refinements.contains(value.filterValue, of: name)
    }

    /// Whether a value of a facet is excluded, from the result or from the group of its chosen values.
    public func isExcluded<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        refinements[Self.name(of: field)]?.excludes(value.filterValue) ?? false
    }

    /// The chosen values of a facet, in the order of choice.
    public func refinedValues<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>
    ) -> [P.Value.Unwrapped] where P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        refinements.values(of: Self.name(of: field)).compactMap(P.Value.Unwrapped.init(facetValue:))
    }

    /// Removes the choices from all facets. Filters, text and order stay.
    public mutating func clearRefinements() { refinements.clear() }

    /// Removes the choices from a facet: values, exclusions, ranges, the whole path of a hierarchical one.
    public mutating func clearRefinements<P: FieldReference>(
        of field: KeyPath<Module.Fields, P>
    ) where P.Operators.Facet == AllowedOperator {
        refinements.clear(Self.name(of: field))
    }

    static func name<P: FieldReference>(of field: KeyPath<Module.Fields, P>) -> String {
        field.fieldName
    }

    /// The value as a path, if the facet is hierarchical.
    private func path(_ value: FilterValue, in field: String) -> FacetPath? {
        guard case .string(let text) = value, isHierarchical(field) else { return nil }
        return FacetPath(text)
    }
}
