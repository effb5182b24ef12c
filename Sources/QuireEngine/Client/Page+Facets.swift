import QuireCore
import QuireText

extension Page {
    /// Returns a facet that the query requested, with values of the field's type. Empty if it was not requested.
    ///
    /// ```swift
    /// let page = try await content.fetch(Books.query().facet(\.language))
    /// for language in page.facet(\.language) { print(language.value, language.count) }
    /// ```
    public func facet<Module: ContentModule, P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>
    ) -> Facet<P.Value.Unwrapped>
    where Item == Content<Module>, P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        facet(of: field)
    }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public func facet<Module: ContentModule, P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>
    ) -> Facet<P.Value.Unwrapped>
    where Item == Content<Module>, P.Value: FilterOperand, P.Operators.Facet == ForbiddenOperator {
        Facet(FacetResult(field: "", counts: [], isExhaustive: false))
    }

    /// Returns a facet of a page of rows: `page.facet(of: \Books.Fields.language)`.
    public func facet<Root: FieldOwner, P: FieldReference>(
        of field: KeyPath<Root, P>
    ) -> Facet<P.Value.Unwrapped> where P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        let name = field.name
        let result = facets.first { $0.field.isByteEqual(to: name) }
        return Facet(result ?? FacetResult(field: name, counts: [], isExhaustive: false))
    }
}
