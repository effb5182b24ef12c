/// The type that a custom scalar is based on.
public enum ScalarBase: String, Sendable, Hashable, Codable {
    case text, integer, number, boolean
}

/// The kind of value that a field holds: the schema's `type`, resolved.
public indirect enum FieldKind: Sendable, Hashable {
    case text, longText, html
    case integer, number, boolean
    case date(DateFormat), time(DateFormat), dateTime(DateFormat)
    case url, image, video, audio, document
    case color, geopoint, json
    case choice, choices
    case list(FieldKind)
    case object(FieldTable)
    case localizedText
    case relation(module: String), relations(module: String)
    case scalar(ScalarBase)
}

extension FieldKind {
    /// The kind of the elements, if the kind is a list.
    package var listElement: FieldKind? {
        switch self {
        case .list(let element): element
        case .choices: .choice
        case .relations(let module): .relation(module: module)
        default: nil
        }
    }

    /// The kind itself, or the kind of its innermost elements.
    package var innermost: FieldKind { listElement?.innermost ?? self }
}
