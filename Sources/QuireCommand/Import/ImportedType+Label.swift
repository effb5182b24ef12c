extension ImportedType {
    /// The type in a report: `list of text`.
    var label: String {
        switch self {
        case .named(let name): name
        case .list(let element): "list of \(element)"
        case .date(let type, let format): "\(type) (\(format))"
        case .dates(let type, let format): "list of \(type) (\(format))"
        case .object: "object"
        case .objects: "list of object"
        case .localized: "localizedText"
        case .choice: "choice"
        case .choices: "choices"
        case .relation(let module): "relation to \(module ?? "?")"
        case .relations(let module): "relations to \(module ?? "?")"
        }
    }
}
