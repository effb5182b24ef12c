#if SQLite
import QuireCore

/// How a field is stored, which depends on its kind.
enum Storage: Hashable, Sendable {
    /// Text that is filtered and sorted, in the narrow table.
    case text
    /// Text that is rarely filtered, in the text table.
    case longText
    case integer, number, boolean
    /// Milliseconds since 1970, regardless of the format on the wire.
    case date
    /// A geopoint: JSON, and two columns for degrees.
    case place
    /// Anything else, as JSON.
    case json
    /// JSON, and a side table with a row for each distinct element.
    indirect case list(Storage)

    init(_ kind: FieldKind) {
        if let _ = kind.listElement {
            self = .list(Storage(kind.innermost))
            return
        }
        switch kind {
        case .text, .url, .image, .video, .audio, .document, .color, .choice, .relation, .scalar(.text):
            self = .text
        case .longText, .html: self = .longText
        case .integer, .scalar(.integer): self = .integer
        case .number, .scalar(.number): self = .number
        case .boolean, .scalar(.boolean): self = .boolean
        case .date, .time, .dateTime: self = .date
        case .geopoint: self = .place
        case .json, .object, .localizedText, .list, .choices, .relations: self = .json
        }
    }

    /// The name of the storage in the catalog.
    var signature: String {
        switch self {
        case .text: "text"
        case .longText: "longText"
        case .integer: "integer"
        case .number: "number"
        case .boolean: "boolean"
        case .date: "date"
        case .place: "place"
        case .json: "json"
        case .list(let element): "list.\(element.signature)"
        }
    }

    init?(signature: String) {
        let scalars: [Storage] = [.text, .longText, .integer, .number, .boolean, .date, .place, .json]
        if let scalar = scalars.first(where: { $0.signature == signature }) {
            self = scalar
        } else if signature.hasPrefix("list."),
            let element = Storage(signature: String(signature.dropFirst(5)))
        {
            self = .list(element)
        } else {
            return nil
        }
    }

    /// The column type in SQLite.
    var columnType: String {
        switch self {
        case .integer, .boolean, .date: "INTEGER"
        case .number: "REAL"
        case .text, .longText, .place, .json, .list: "TEXT"
        }
    }

    /// Whether the column is in the narrow table.
    var isNarrow: Bool {
        switch self {
        case .text, .integer, .number, .boolean, .date: true
        case .longText, .place, .json, .list: false
        }
    }

    var isText: Bool { self == .text || self == .longText }

    /// Whether lists of it have a side table.
    var isListed: Bool { self != .json }

    var element: Storage? { if case .list(let element) = self { element } else { nil } }
}

/// In the catalog, a storage is its signature.
extension Storage: Codable {
    init(from decoder: any Decoder) throws {
        let signature = try decoder.singleValueContainer().decode(String.self)
        guard let storage = Storage(signature: signature) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "an unknown storage, \(signature)"))
        }
        self = storage
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(signature)
    }
}

extension Storage {
    /// A kind that is stored in this way, with dates in the format or in milliseconds.
    func kind(_ format: DateFormat?) -> FieldKind {
        switch self {
        case .text: .text
        case .longText: .longText
        case .integer: .integer
        case .number: .number
        case .boolean: .boolean
        case .date: .dateTime(format ?? .epochMilliseconds)
        case .place: .geopoint
        case .json: .json
        case .list(let element): .list(element.kind(format))
        }
    }
}
#endif
