extension Condition {
    /// One test of a field; a null value makes a null test, whatever the field's type.
    @inlinable
    init<V: FilterOperand, O: OperatorSet>(
        _ operation: FilterOperation, _ field: KeyPath<Fields, Field<Fields, V, O>>, _ value: FilterValue
    ) {
        let type: WireType = if case .null = value { .null } else { V.wireType }
        self.init(.leaf(.init(V.asked(operation), Fields()[keyPath: field].name, value, type: type)))
    }
}
