#if SQLite
import Quire

/// How a searchable field's text lies in its column.
enum TextForm: String, Sendable, Codable {
    /// As it is.
    case plain
    case html
    /// JSON: one text, or texts by locale.
    case localized
    /// JSON lists of the others.
    case list, listOfHTML, listOfLocalized

    /// `nil` where the kind has no words.
    init?(_ kind: FieldKind) {
        let isList = kind.listElement != nil
        switch isList ? kind.innermost : kind {
        case .text, .longText, .choice, .scalar(.text): self = isList ? .list : .plain
        case .html: self = isList ? .listOfHTML : .html
        case .localizedText: self = isList ? .listOfLocalized : .localized
        case .choices: self = .list
        default: return nil
        }
    }

    /// A kind whose text is read this way.
    var kind: FieldKind {
        switch self {
        case .plain: .text
        case .html: .html
        case .localized: .localizedText
        case .list: .list(.text)
        case .listOfHTML: .list(.html)
        case .listOfLocalized: .list(.localizedText)
        }
    }
}
#endif
