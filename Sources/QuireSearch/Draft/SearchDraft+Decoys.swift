import QuireCore

// Unavailable methods for fields that are not facets. Their only purpose is the compiler's message.

extension SearchDraft {
    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    @discardableResult
    public mutating func toggle<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators.Facet == ForbiddenOperator { false }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public mutating func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) where P.Value: FilterOperand, P.Operators.Facet == ForbiddenOperator {}

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public mutating func unrefine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) where P.Value: FilterOperand, P.Operators.Facet == ForbiddenOperator {}

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public mutating func exclude<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped, inGroup: Bool = false
    ) where P.Value: FilterOperand, P.Operators.Facet == ForbiddenOperator {}

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public func isRefined<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators.Facet == ForbiddenOperator { false }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public mutating func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) where P.Operators.Facet == ForbiddenOperator {}

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    @discardableResult
    public mutating func toggle<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) -> Bool where P.Operators.Facet == ForbiddenOperator { false }
}
