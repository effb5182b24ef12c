/// The canonical order of keys in a schema.
enum KeyOrder {
    /// The order in every object but an enum. It names an item first, then says what it is, then how queries use it.
    private static let standard = ranks([
        "$schema", "$comment", "quire", "access",
        "name", "swiftName", "was", "swiftType", "import", "base", "id", "item",
        "type", "format", "of", "enum", "scalar", "module", "values", "closed",
        "fallbacks", "popularity", "search", "finds", "dimensions", "model",
        "required", "default", "unique", "minimum", "maximum", "minLength", "maxLength", "pattern",
        "minItems", "maxItems",
        "minItems", "maxItems",
        "sortable", "searchable", "facet", "operators", "localized",
        "description", "deprecated",
        "single", "ranking", "synonyms", "embedding",
        "locales", "enums", "scalars", "mixins", "fields", "modules",
    ])

    /// The order in an enum, whose values are last.
    private static let enumeration = ranks([
        "$comment", "name", "swiftName", "was", "description", "deprecated", "closed", "values",
    ])

    /// The keys that have a place.
    static var known: Set<String> { Set(standard.keys) }

    /// Sorts the members of an object. Unknown keys stay in their order, after the known ones.
    ///
    /// - Parameter isEnumeration: Whether the object is an element of `enums`.
    static func sorted<Value>(
        _ members: [(key: String, value: Value)], isEnumeration: Bool
    ) -> [(key: String, value: Value)] {
        let order = isEnumeration ? enumeration : standard
        let ranked = members.enumerated().map { index, member in
            (rank: order[member.key] ?? Int.max, index: index, member: member)
        }
        return ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.member)
    }

    private static func ranks(_ keys: [String]) -> [String: Int] {
        Dictionary(keys.enumerated().map { ($1, $0) }) { first, _ in first }
    }
}
