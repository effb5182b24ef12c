#if SQLite
import QuireCore

extension ModuleDescriptor {
    /// All former names in the module, each with its current one, as they are recorded in the file when its items have
    /// the current names.
    var renames: [String] {
        formerNames.map { "module \($0) > \(name)" } + fields.renames(path: "")
    }

    /// Whether former names can be in any item: in objects, choices, or as the module's name. Otherwise, they can only be
    /// among unknown values.
    var hasRenamesInValues: Bool {
        !formerNames.isEmpty
            || fields.fields.contains { !$0.renamedChoices.isEmpty || !$0.kind.renames(path: "").isEmpty }
    }
}

extension FieldTable {
    fileprivate func renames(path: String) -> [String] {
        fields.flatMap { field in
            let place = path + field.name
            return field.formerNames.map { "field \(path)\($0) > \(place)" }
                + field.renamedChoices.sorted { $0.key < $1.key }.map {
                    "value \(place): \($0.key) > \($0.value)"
                }
                + field.kind.renames(path: place + "/")
        }
    }
}

extension FieldKind {
    fileprivate func renames(path: String) -> [String] {
        switch self {
        case .object(let table): table.renames(path: path)
        case .list(let element): element.renames(path: path)
        default: []
        }
    }
}
#endif
