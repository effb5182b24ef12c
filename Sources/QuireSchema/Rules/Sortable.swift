extension SchemaResolver {
    /// Checks that a sortable field has a single value with an order.
    func checkSortable(_ declared: DeclaredField, type: FieldType, base: Scalar.Base?) {
        guard let location = declared.sortableLocation, !type.isSortable(base: base) else { return }
        diagnostics.error(
            .notSortable, "items cannot be sorted by a field of type \(quoted(type.spelling))", at: location)
    }
}

extension FieldType {
    /// Whether the type supports `sortable`.
    public func isSortable(base: Scalar.Base? = nil) -> Bool {
        switch self {
        case .text, .longText, .integer, .number, .boolean, .date, .time, .dateTime, .url, .color, .choice:
            return true
        case .scalar:
            return base != .json
        default:
            return false
        }
    }
}
