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
