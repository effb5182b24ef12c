#if SQLite
import Foundation
import QuireCore
import QuireEngine

/// How a searchable field's text lies in its column.
indirect enum TextForm: Hashable, Sendable {
    /// As it is.
    case plain
    case html
    /// JSON: one text, or texts by locale.
    case localized
    /// A JSON list.
    case list(TextForm)

    /// `nil` where the kind has no words.
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

    /// A kind whose text is read this way.
    private var kind: FieldKind {
        switch self {
        case .plain: .text
        case .html: .html
        case .localized: .localizedText
        case .list(let element): .list(element.kind)
        }
    }

    /// The plain text of what a column holds; `nil` where it has none.
    func text(of value: String) -> String? {
        switch self {
        case .plain, .html: return SearchableText.text(of: .string(value), kind: kind)
        case .localized, .list:
            // What is stored was read as JSON when it came in.
            guard let json = try? JSONValue(parsing: Data(value.utf8)) else { return nil }
            return SearchableText.text(of: json, kind: kind)
        }
    }

    /// The name by which views and the catalog remember it: `html`, `list.plain`.
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
