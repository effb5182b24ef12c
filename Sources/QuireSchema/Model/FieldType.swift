/// The type of a field.
public indirect enum FieldType: Hashable, Sendable {
    case text, longText, html
    case integer, number, boolean
    case date(DateFormat), time(DateFormat), dateTime(DateFormat)
    case url, image, video, audio, document
    case color, geopoint, json
    case choice(ChoiceSet), choices(ChoiceSet)
    /// A list of values. Lists of lists, relations or choices do not exist, because relations and choices have list
    /// types.
    case list(FieldType)
    case object([Field])
    case localizedText
    /// The wire name of the related module.
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

    /// All names that `type` can have, in the order of the format's documentation.
    public static let names: [String] = [
        "text", "longText", "html", "integer", "number", "boolean", "date", "time", "dateTime", "url",
        "image",
        "video", "audio", "document", "color", "geopoint", "json", "choice", "choices", "list", "object",
        "localizedText", "relation", "relations", "scalar",
    ]

    static func isName(_ name: String) -> Bool { nameSet.contains(name) }

    private static let nameSet = Set(names)
}

/// The wire format of a date or time.
public enum DateFormat: String, CaseIterable, Sendable {
    /// Milliseconds since 1970 as an integer. This is HALO's format, and the default.
    case epochMilliseconds
    /// Seconds since 1970 as an integer.
    case epochSeconds
    /// `2024-02-29T12:00:00Z`.
    case rfc3339
    /// `2024-02-29`. Only for `date`.
    case dateOnly
}

/// A custom scalar: a Swift type of the app that is a basic type on the wire.
public struct Scalar: Hashable, Sendable {
    /// The wire type of a scalar.
    public enum Base: String, CaseIterable, Sendable {
        case text, integer, number, boolean, json
    }

    public var name: String
    /// Identifiers joined by dots: `Money`, `Shop.Money`.
    public var swiftType: String
    /// The module to import for the type, if it is not the module of the generated code.
    public var importedModule: String?
    public var base: Base
    public var description: String?
    public var deprecated: Deprecation?
    public var location: SourceLocation
    public var nameLocation: SourceLocation

    public init(
        name: String, swiftType: String, importedModule: String? = nil, base: Base,
        description: String? = nil,
        deprecated: Deprecation? = nil, location: SourceLocation, nameLocation: SourceLocation? = nil
    ) {
        self.name = name
        self.swiftType = swiftType
        self.importedModule = importedModule
        self.base = base
        self.description = description
        self.deprecated = deprecated
        self.location = location
        self.nameLocation = nameLocation ?? location
    }
}
