import QuireCore

/// How a record holds the values of a field.
enum Storage: Sendable, Hashable {
    /// A text, or the value of a single select.
    case text
    case number
    case integer
    case boolean
    /// A date, as `2024-05-06 05:08:09.123Z`.
    case date
    case place
    /// The id of a related record.
    case relation
    /// The ids of related records.
    case relations
    /// The name of an uploaded file.
    case file
    /// The names of uploaded files.
    case files
    /// The values of a multiple select.
    case choices
    /// A list, as JSON.
    case list
    /// Any other JSON.
    case json

    init(_ kind: FieldKind, isManaged: Bool) {
        switch kind {
        case .text, .longText, .html, .url, .color, .choice, .scalar(.text): self = .text
        case .integer, .scalar(.integer): self = .integer
        case .number, .scalar(.number): self = .number
        case .boolean, .scalar(.boolean): self = .boolean
        case .date, .time, .dateTime: self = .date
        case .geopoint: self = .place
        case .image, .video, .audio, .document: self = .file
        case .json, .object, .localizedText: self = .json
        case .relation: self = .relation
        case .relations: self = .relations
        case .choices: self = isManaged ? .list : .choices
        case .list(let element):
            switch element {
            case .image, .video, .audio, .document: self = isManaged ? .list : .files
            default: self = .list
            }
        }
    }

    /// Whether an empty column may stand for a value: `""`, `0`, `false`, the place 0, 0, or the first moment of year 1,
    /// which PocketBase takes for no date.
    var hasZero: Bool {
        switch self {
        case .text, .number, .integer, .boolean, .date, .place, .relation, .file: true
        case .relations, .files, .choices, .list, .json: false
        }
    }

    /// Whether the column is a list that is empty without a value, and never null.
    var isSet: Bool { self == .relations || self == .files || self == .choices }

    /// Whether a column is empty, so that the field may have no value.
    func isEmpty(_ column: JSONValue) -> Bool {
        switch self {
        case .text, .relation, .file, .date: column == .string("")
        case .number, .integer: column.double == 0
        case .boolean: column == .boolean(false)
        case .place: column.member("lon")?.double == 0 && column.member("lat")?.double == 0
        case .relations, .files, .choices, .list, .json: false
        }
    }

    /// Whether an empty column of an existing collection means that there is no value.
    var isNothingWhenEmpty: Bool {
        switch self {
        case .text, .relation, .file, .date: true
        case .number, .integer, .boolean, .place, .relations, .files, .choices, .list, .json: false
        }
    }
}
