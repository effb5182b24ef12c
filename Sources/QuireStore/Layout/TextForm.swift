#if SQLite
import Foundation
import QuireCore
import QuireEngine

/// The form in which a searchable field's text is stored in its column.
indirect enum TextForm: Hashable, Sendable {
    /// Plain text.
    case plain
    case html
    /// JSON with one text, or with texts by locale.
    case localized
    /// A JSON list.
    case list(TextForm)

    /// `nil` if the kind has no words.
    init?(_ kind: FieldKind) {
        guard kind.hasSearchableText else { return nil }
        if let element = kind.listElement {
            guard let form = TextForm(element) else { return nil }
            self = .list(form)
            return
        }
        switch kind {
        case .html: self = .html
        case .localizedText: self = .localized
        default: self = .plain
        }
    }

    /// A kind of field whose text is read in this way.
    private var kind: FieldKind {
        switch self {
        case .plain: .text
        case .html: .html
        case .localized: .localizedText
        case .list(let element): .list(element.kind)
        }
    }

    /// The plain text of a column's value; `nil` if there is none.
    func text(of value: String) -> String? {
        switch self {
        case .plain, .html: return SearchableText.text(of: .string(value), kind: kind)
        case .localized, .list:
            // Stored JSON was parsed successfully before it was stored.
            guard let json = try? JSONValue(parsing: Data(value.utf8)) else { return nil }
            return SearchableText.text(of: json, kind: kind)
        }
    }

    /// The name of the form in views and the catalog: `html`, `list.plain`.
    var signature: String {
        switch self {
        case .plain: "plain"
        case .html: "html"
        case .localized: "localized"
        case .list(let element): "list.\(element.signature)"
        }
    }

    init?(signature: some StringProtocol) {
        switch signature {
        case "plain": self = .plain
        case "html": self = .html
        case "localized": self = .localized
        default:
            guard signature.hasPrefix("list."), let element = TextForm(signature: signature.dropFirst(5))
            else {
                return nil
            }
            self = .list(element)
        }
    }
}

extension TextForm: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let signature = try container.decode(String.self)
        guard let form = TextForm(signature: signature) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "an unknown form of text, \(signature)")
        }
        self = form
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(signature)
    }
}
#endif
