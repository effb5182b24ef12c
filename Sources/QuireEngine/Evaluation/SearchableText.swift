import QuireCore
import QuireText

/// The text of a field's value that full text searches: one definition for every engine of the SDK.
package enum SearchableText {
    /// The text of a value; `nil` where it has none, or where its JSON is not of the kind.
    ///
    /// Elements of a list are joined by line feeds, and so are the texts of all languages of a localized text. HTML
    /// counts without its tags.
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
    /// Whether values of the kind have a text that full text can search.
    package var hasSearchableText: Bool {
        switch innermost {
        case .text, .longText, .html, .choice, .scalar(.text), .localizedText: true
        default: false
        }
    }
}

extension ModuleDescriptor {
    /// The fields that the schema marks searchable, in its order; each has a weight.
    package var searchableFields: [FieldDescriptor] {
        fields.fields.filter { $0.searchWeight != nil && $0.kind.hasSearchableText }
    }
}
