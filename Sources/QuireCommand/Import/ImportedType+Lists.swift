extension ImportedType {
    /// The list of this type; `nil` if there is none, as for lists of lists.
    var listOfIt: ImportedType? {
        switch self {
        case .named(let name): .list(of: name)
        case .date(let type, let format): .dates(type, format: format)
        case .object(let fields): .objects(fields)
        case .choice(let values): .choices(values)
        case .relation(let module): .relations(module: module)
        case .list, .dates, .objects, .localized, .choices, .relations: nil
        }
    }
}
