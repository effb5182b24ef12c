extension Condition {
    /// Creates a test of one field. A null value creates a null test, whatever the field's type.
    @inlinable
    init<P: FieldReference>(
        _ operation: FilterOperation, _ field: KeyPath<Fields, P>, _ value: FilterValue
    ) where P.Value: FilterOperand {
        let type: WireType = if case .null = value { .null } else { P.Value.wireType }
        self.init(.leaf(.init(P.Value.asked(operation), Fields()[keyPath: field].name, value, type: type)))
    }
}
