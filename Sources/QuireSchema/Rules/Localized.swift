extension SchemaResolver {
    /// Checks that only texts and links are localized. Numbers and relations are the same in all locales.
    func checkLocalized(_ declared: DeclaredField, _ type: FieldType) {
        guard let location = declared.localizedLocation else { return }
        if case .localizedText = type {
            diagnostics.error(
                .notLocalizable,
                "a field of type 'localizedText' holds every locale already; leave 'localized' out",
                at: location)
            return
        }
        if !type.isLocalizable {
            diagnostics.error(
                .notLocalizable, "a field of type \(quoted(type.spelling)) cannot differ by locale",
                at: location)
            return
        }
        if declarations.locales.isEmpty, !declarations.isIncomplete {
            diagnostics.error(
                .localizedWithoutLocales,
                "'localized' needs the schema's 'locales': \"locales\": [\"en\", \"fr\"]",
                at: location)
        }
    }
}

extension FieldType {
    /// Whether the type supports `localized`.
    public var isLocalizable: Bool {
        switch self {
        case .text, .longText, .html, .url, .image, .video, .audio, .document: return true
        case .list(let element): return element.isLocalizable
        default: return false
        }
    }
}
