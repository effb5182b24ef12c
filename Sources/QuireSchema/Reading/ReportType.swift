extension DocumentReader {
    /// Reports keys that belong to a different type.
    func reportMisplacedKeys(_ members: Members, typeName: String) {
        guard members.hasAny(of: Key.typeKeys) else { return }
        for entry in members.entries {
            guard let owners = typesWith(entry.key), !owners.contains(typeName) else { continue }
            diagnostics.error(
                .misplacedKey,
                "\(quoted(entry.key.name)) belongs to the \(owners.count > 1 ? "types" : "type") "
                    + "\(joined(owners)); this one is \(quoted(typeName))",
                at: entry.keyValue.location)
        }
    }

    /// The types that a key applies to, or `nil` for a key of any type.
    private func typesWith(_ key: Key) -> [String]? {
        switch key {
        case .format: return ["date", "time", "dateTime"]
        case .of: return ["list"]
        case .fields: return ["object"]
        case .values, .closed, .enum: return ["choice", "choices"]
        case .module: return ["relation", "relations"]
        case .scalar: return ["scalar"]
        default: return nil
        }
    }

    private func joined(_ names: [String]) -> String {
        var text = ""
        for (index, name) in names.enumerated() {
            if index > 0 { text += index == names.count - 1 ? " and " : ", " }
            text += quoted(name)
        }
        return text
    }
}
