import QuireSchema

/// What queries can do with a member of an object, by what the server has for it.
struct MemberSettings {
    /// Whether the server has a field for the member that filters can test.
    var isIndexed: Bool
    /// Whether an object around the member is in a list.
    var isListed: Bool
    /// The paths of fields of the module whose own names have a dot. They are not members.
    var taken: Set<String> = []

    /// - Parameter path: The member's path, which begins with the module's name.
    func apply(to member: inout ImportedField, at path: String) {
        // Items have no order by a member of listed objects, of which they have any number.
        if isListed { member.isSortable = false }
        let operators = isIndexed ? member.type.defaultOperators : []
        guard !operators.isEmpty, !member.name.contains("."), !taken.contains(path) else {
            member.isSortable = false
            member.facet = nil
            member.searchWeight = nil
            return
        }
        // Queries see a member with any of these settings, with the operators of its type.
        if !member.hasQuerySettings {
            member.operators = operators.map(\.rawValue)
        }
    }
}

extension ImportedField {
    /// Whether the field has an order, a facet or full text.
    var hasQuerySettings: Bool { isSortable || facet != nil || searchWeight != nil }
}

extension ImportedType {
    /// The operators of a member that lists none. None for objects, JSON, and relations, which no mapping declares.
    var defaultOperators: [Operator] {
        switch self {
        case .named(let name): FieldType(scalar: name)?.defaultOperators() ?? []
        case .list(let name): FieldType(scalar: name).map { FieldType.list($0).defaultOperators() } ?? []
        case .date: FieldType.dateTime(.rfc3339).defaultOperators()
        case .dates: FieldType.list(.dateTime(.rfc3339)).defaultOperators()
        case .choice: FieldType.choice(.inline(values: [], closed: false)).defaultOperators()
        case .choices: FieldType.choices(.inline(values: [], closed: false)).defaultOperators()
        case .object, .objects, .localized, .relation, .relations: []
        }
    }
}

extension FieldType {
    /// The type of one value with a name in a schema.
    fileprivate init?(scalar name: String) {
        switch name {
        case "text": self = .text
        case "integer": self = .integer
        case "number": self = .number
        case "boolean": self = .boolean
        case "longText": self = .longText
        case "html": self = .html
        case "url": self = .url
        case "image": self = .image
        case "video": self = .video
        case "audio": self = .audio
        case "document": self = .document
        case "color": self = .color
        case "geopoint": self = .geopoint
        default: return nil
        }
    }
}
