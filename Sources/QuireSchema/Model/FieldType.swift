/// What a field holds.
public indirect enum FieldType: Hashable, Sendable {
    case text, longText, html
    case integer, number, boolean
    case date(DateFormat), time(DateFormat), dateTime(DateFormat)
    case url, image, video, audio, document
    case color, geopoint, json
    case choice(ChoiceSet), choices(ChoiceSet)
    /// A list of values; never a list of lists, of relations or of choices, which have types of their own.
    case list(FieldType)
    case object([Field])
    case localizedText
    /// The wire name of the module that is pointed at.
    case relation(module: String), relations(module: String)
    /// The name of one of the schema's scalars.
    case scalar(name: String)

    /// The type's name in a schema.
    public var name: String {
        switch self {
        case .text: return "text"
        case .longText: return "longText"
        case .html: return "html"
        case .integer: return "integer"
        case .number: return "number"
        case .boolean: return "boolean"
        case .date: return "date"
        case .time: return "time"
        case .dateTime: return "dateTime"
        case .url: return "url"
        case .image: return "image"
        case .video: return "video"
        case .audio: return "audio"
        case .document: return "document"
        case .color: return "color"
        case .geopoint: return "geopoint"
        case .json: return "json"
        case .choice: return "choice"
        case .choices: return "choices"
        case .list: return "list"
        case .object: return "object"
        case .localizedText: return "localizedText"
        case .relation: return "relation"
        case .relations: return "relations"
        case .scalar: return "scalar"
        }
    }

    /// Every name that `type` can have, in the order of the format's page.
    public static let names: [String] = [
        "text", "longText", "html", "integer", "number", "boolean", "date", "time", "dateTime", "url",
        "image",
        "video", "audio", "document", "color", "geopoint", "json", "choice", "choices", "list", "object",
        "localizedText", "relation", "relations", "scalar",
    ]

    static func isName(_ name: String) -> Bool { nameSet.contains(name) }

    private static let nameSet = Set(names)
}

/// How a date, a time or a moment is written on the wire.
public enum DateFormat: String, CaseIterable, Sendable {
    /// Milliseconds since 1970 as an integer: HALO's, and the default.
    case epochMilliseconds
    /// Seconds since 1970 as an integer.
    case epochSeconds
    /// `2024-02-29T12:00:00Z`.
    case rfc3339
    /// `2024-02-29`; of `date` alone.
    case dateOnly
}
