import QuireSchema

/// Tells the variants of `anyOf` and `oneOf` that only constrain a value from those that give it another type.
///
/// `{ "required": ["url"] }` only constrains an object that has `url`; `{ "properties": { "note": … } }` adds to it.
struct ConstrainingVariants {
    private let types: Set<String>
    private let properties: Set<String>
    private let references: SchemaReferences
    /// The maximum number of references and combinations that are followed.
    private static let depth = 8

    /// - Parameters:
    ///   - types: The types of the value without its variants.
    ///   - properties: Its properties without them.
    init(types: Set<String>, properties: [SchemaProperty], references: SchemaReferences) {
        self.types = types
        self.properties = Set(properties.map(\.name))
        self.references = references
    }

    func areAll(_ variants: [JSONValue]) -> Bool {
        if variants.isEmpty { return true }
        // Values of each variant are a list of values together.
        if variants.allSatisfy({ $0.value(of: "enum") != nil || $0.value(of: "const") != nil }) {
            return false
        }
        return variants.allSatisfy { onlyConstrains($0, 0) }
    }

    private func onlyConstrains(_ variant: JSONValue, _ depth: Int) -> Bool {
        if variant.kind == .boolean { return true }
        guard variant.kind == .object, depth < Self.depth else { return false }
        return variant.members.allSatisfy { keyword, value in
            switch keyword {
            case "type":
                let names = value.string.map { [$0] } ?? value.elements.compactMap(\.string)
                return names.allSatisfy {
                    types.contains($0) || $0 == "null" || $0 == "integer" && types.contains("number")
                }
            case "properties": return value.members.allSatisfy { properties.contains($0.key) }
            case "items", "prefixItems": return false
            case "enum", "const", "format", "pattern": return !types.isEmpty
            case "$ref":
                guard let target = value.string.flatMap({ references.target(of: $0, from: variant) }) else {
                    return false
                }
                return onlyConstrains(target, depth + 1)
            case "allOf", "anyOf", "oneOf": return value.elements.allSatisfy { onlyConstrains($0, depth + 1) }
            default: return true
            }
        }
    }
}
