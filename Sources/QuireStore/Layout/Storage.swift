#if SQLite

import QuireCore

/// What a field is stored as, which follows from its kind.
enum Storage: Hashable, Sendable {
    /// Text that filters and sorts look at, in the narrow table.
    case text
    /// Text that is seldom filtered, in the text table.
    case longText
    case integer, number, boolean
    /// Milliseconds since 1970, whatever the wire's format is.
    case date
    /// A geopoint: JSON, and two columns of degrees.
    case place
    /// Anything else, as JSON.
    case json
    /// JSON, and a side table with a row for each different element.
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

    /// The name by which the catalog remembers the storage.
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

    /// SQLite's type of the column.
    var columnType: String {
        switch self {
        case .integer, .boolean, .date: "INTEGER"
        case .number: "REAL"
        case .text, .longText, .place, .json, .list: "TEXT"
        }
    }

    /// Whether the column lies in the narrow table.
    var isNarrow: Bool {
        switch self {
        case .text, .integer, .number, .boolean, .date: true
        case .longText, .place, .json, .list: false
        }
    }

    var isText: Bool { self == .text || self == .longText }

    /// Whether a list of it has a side table.
    var isListed: Bool { self != .json }

    var element: Storage? { if case .list(let element) = self { element } else { nil } }
}
#endif
