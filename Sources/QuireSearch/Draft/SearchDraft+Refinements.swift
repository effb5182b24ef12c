import QuireCore
import QuireSync

extension SearchDraft {
    /// Chooses a value of a facet, or forgets it where it was chosen.
    ///
    /// ```swift
    /// draft.toggle(\.language, .english)
    /// draft.toggle(\.category, "Fiction > Fantasy")    // hierarchical: the path; again: "Fiction"
    /// ```
    /// Of a disjunctive facet, and of a field of one value, items with any of the chosen values are found; of a
    /// conjunctive facet of a list, items with all of them. Of a hierarchical facet one path is chosen at a time, with
    /// all that lies below it.
    /// - Returns: Whether the value is chosen now.
    @discardableResult
    public mutating func toggle<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators: AllowsFacet {
        let name = Self.name(of: field)
        if let path = path(value.filterValue, in: name) {
            return refinements.togglePath(path, of: name)
        }
        return refinements.toggle(value.filterValue, of: name)
    }

    /// Chooses a value of a facet; chosen already, or excluded, it is chosen once.
    public mutating func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) where P.Value: FilterOperand, P.Operators: AllowsFacet {
        let name = Self.name(of: field)
        if path(value.filterValue, in: name) != nil {
            refinements.set(value.filterValue, of: name)
        } else {
            refinements.add(value.filterValue, of: name)
        }
    }

    /// Forgets a value of a facet, whether it was chosen or excluded. Of a hierarchical facet, the path and what lies
    /// below it: the level above is chosen then.
    public mutating func unrefine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) where P.Value: FilterOperand, P.Operators: AllowsFacet {
        let name = Self.name(of: field)
        if let path = path(value.filterValue, in: name) {
            refinements.removePath(path, of: name)
        }
        refinements.remove(value.filterValue, of: name)
    }

    /// Leaves items out that have a value of a facet.
    ///
    /// ```swift
    /// draft.exclude(\.genres, "horror")     // "!in" ["horror"]
    /// ```
    /// - Parameters:
    ///   - field: The field; the schema marks it with `facet`.
    ///   - value: The value to exclude.
    ///   - inGroup: Makes it one of the alternatives of a disjunctive facet: items with one of the chosen values, or
    ///     without this one.
    public mutating func exclude<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped, inGroup: Bool = false
    ) where P.Value: FilterOperand, P.Operators: AllowsFacet {
        refinements.exclude(value.filterValue, of: Self.name(of: field), inGroup: inGroup)
    }

    /// Whether a value of a facet is chosen; of a hierarchical facet, whether the chosen path leads through it.
    public func isRefined<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators: AllowsFacet {
        let name = Self.name(of: field)
        if let path = path(value.filterValue, in: name) {
            return refinements.path(of: name)?.isUnder(path.text) ?? false
        }
        return refinements.contains(value.filterValue, of: name)
    }

    /// Whether a value of a facet was excluded, from the result or from the group of its chosen values.
    public func isExcluded<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators: AllowsFacet {
        refinements[Self.name(of: field)]?.excludes(value.filterValue) ?? false
    }

    /// The values that are chosen of a facet, in the order of choice.
    public func refinedValues<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>
    ) -> [P.Value.Unwrapped] where P.Value: FilterOperand, P.Operators: AllowsFacet {
        refinements.values(of: Self.name(of: field)).compactMap(P.Value.Unwrapped.init(facetValue:))
    }

    /// Forgets what was chosen of all facets. Filters, text and order stay.
    public mutating func clearRefinements() { refinements.clear() }

    /// Forgets what was chosen of a facet: values, exclusions, ranges, the whole path of a hierarchical one.
    public mutating func clearRefinements<P: FieldReference>(
        of field: KeyPath<Module.Fields, P>
    ) where P.Operators: AllowsFacet {
        refinements.clear(Self.name(of: field))
    }

    static func name<P: FieldReference>(of field: KeyPath<Module.Fields, P>) -> String {
        Module.Fields()[keyPath: field].name
    }

    /// The value as a path, where the facet is hierarchical.
    private func path(_ value: FilterValue, in field: String) -> FacetPath? {
        guard case .string(let text) = value, isHierarchical(field) else { return nil }
        return FacetPath(text)
    }
}
