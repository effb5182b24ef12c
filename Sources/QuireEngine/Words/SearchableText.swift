import QuireCore
import QuireText

/// The searchable text of a field's value. All engines of the SDK use this definition.
package enum SearchableText {
    /// Returns the text of a value, or `nil` if it has none or its JSON has the wrong type.
    ///
    /// The elements of a list are joined by line feeds, and so are the languages of a localized text. HTML is
    /// stripped of its tags.
    package static func text(of json: JSONValue?, kind: FieldKind) -> String? {
        guard let json else { return nil }
        if let element = kind.listElement {
            guard case .array(let elements) = json else { return nil }
            return joined(elements.compactMap { text(of: $0, kind: element) })
        }
        switch (kind, json) {
        case (.html, .string(let text)): return HTMLText.plain(text)
        case (.text, .string(let text)), (.longText, .string(let text)), (.choice, .string(let text)),
            (.scalar(.text), .string(let text)), (.localizedText, .string(let text)):
            return text
        case (.localizedText, .object(let members)):
            return joined(
                members.compactMap { member in
                    if case .string(let text) = member.value { text } else { nil }
                })
        default: return nil
        }
    }

    private static func joined(_ texts: [String]) -> String? {
        texts.isEmpty ? nil : texts.joined(separator: "\n")
    }
}

extension FieldKind {
    /// Whether values of this kind have text that full-text search can use.
    package var hasSearchableText: Bool {
        switch innermost {
        case .text, .longText, .html, .choice, .scalar(.text), .localizedText: true
        default: false
        }
    }
}

extension ModuleDescriptor {
    /// The fields that the schema marks as searchable, in its order. Each has a weight.
    package var searchableFields: [FieldDescriptor] {
        fields.queryable.filter { $0.searchWeight != nil && $0.kind.hasSearchableText }
    }
}
