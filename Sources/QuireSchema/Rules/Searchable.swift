extension SchemaResolver {
    /// Checks that a searchable field contains words.
    func checkSearchable(_ declared: DeclaredField, _ type: FieldType, _ base: Scalar.Base?) {
        guard let location = declared.searchableLocation, !type.isSearchable(base: base) else { return }
        diagnostics.error(
            .notSearchable, "a field of type \(quoted(type.spelling)) has no text to search", at: location)
    }
}

extension FieldType {
    /// Whether the type supports `searchable`.
    public func isSearchable(base: Scalar.Base? = nil) -> Bool {
        switch self {
        case .text, .longText, .html, .localizedText, .choice, .choices: return true
        case .scalar: return base == .text
        case .list(let element): return element.isSearchable(base: base)
        default: return false
        }
    }
}
