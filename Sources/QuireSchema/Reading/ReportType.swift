extension DocumentReader {
    /// Reports keys that describe another type than this one.
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

    /// The types that a key describes further; `nil` of a key that any type can have.
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
