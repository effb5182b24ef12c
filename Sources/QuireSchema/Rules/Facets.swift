extension SchemaResolver {
    /// Checks that a facet has values that repeat, and that a hierarchical one has texts with separators.
    func checkFacet(_ declared: DeclaredField, type: FieldType, base: Scalar.Base?) {
        guard let location = declared.facetLocation, let facet = declared.field.facet else { return }
        if !type.isFacetable(base: base) {
            diagnostics.error(
                .notFacetable, "a field of type \(quoted(type.spelling)) cannot be a facet", at: location)
            return
        }
        if facet == .hierarchical, !type.hasLevels {
            diagnostics.error(
                .notFacetable,
                "only a text or a list of texts can be a hierarchical facet, such as 'Fiction > Fantasy'; "
                    + "this one is \(quoted(type.spelling))",
                at: location)
        }
    }
}

extension FieldType {
    /// Whether the type supports `facet`.
    public func isFacetable(base: Scalar.Base? = nil) -> Bool {
        switch self {
        case .text, .integer, .number, .boolean, .date, .time, .dateTime, .color: return true
        case .choice, .choices, .relation, .relations: return true
        case .scalar: return base != .json
        case .list(let element): return element.isFacetable(base: base)
        default: return false
        }
    }

    /// Whether the type supports a hierarchical facet.
    var hasLevels: Bool {
        switch self {
        case .text, .list(.text): return true
        default: return false
        }
    }
}
