extension SchemaResolver {
    /// Only single values with an order can be sorted by.
    func checkSortable(_ declared: DeclaredField, _ type: FieldType, _ base: Scalar.Base?) {
        guard let location = declared.sortableLocation, !type.isSortable(base: base) else { return }
        diagnostics.error(
            .notSortable, "items cannot be sorted by a field of type \(quoted(type.spelling))", at: location)
    }
}

extension FieldType {
    /// Whether `sortable` fits the type.
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
