import QuireSchema

/// Checks defaults.
enum ImportedDefault {
    /// The default, if the type can have it.
    static func fitting(_ value: JSONValue, _ type: ImportedType) -> SchemaJSON? {
        switch type {
        case .named("text"), .named("longText"), .named("html"): return value.string.map { .text($0) }
        case .named("url"): return value.string.flatMap { isURLText($0) ? .text($0) : nil }
        case .named("color"): return value.string.flatMap { isHexColor($0) ? .text($0) : nil }
        case .named("integer"): return value.integer.map { .number(String($0)) }
        case .named("number"):
            return value.numberText.flatMap { Double($0)?.isFinite == true ? .number($0) : nil }
        case .named("boolean"): return value.boolean.map { .boolean($0) }
        case .choice(let values):
            return value.string.flatMap { text in
                values.contains { $0.raw == text } ? .text(text) : nil
            }
        case .choices(let values):
            let choices = Set(values.map(\.raw))
            return list(value) { $0.string.flatMap { choices.contains($0) ? .text($0) : nil } }
        case .list(let element) where element != "json" && element != "geopoint":
            return list(value) { fitting($0, .named(element)) }
        default: return nil
        }
    }

    private static func list(_ value: JSONValue, _ element: (JSONValue) -> SchemaJSON?) -> SchemaJSON? {
        guard value.kind == .array else { return nil }
        let elements = value.elements.compactMap(element)
        return elements.count == value.elements.count ? .array(elements) : nil
    }
}
