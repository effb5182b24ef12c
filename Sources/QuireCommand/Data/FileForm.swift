import QuireCore

/// How the items of a file hold their values.
enum FileForm: Sendable, Hashable {
    /// HALO's form: the id and metadata, and the values under `values`.
    case instance
    /// The values at the top level.
    case flat

    /// Detects the form from the first item that tells it. Items that cannot be read tell nothing.
    ///
    /// - Parameter fields: The names of the module's fields. `nil` if there is no schema yet.
    static func detect(path: String, fields: Set<String>?) throws -> FileForm {
        let reader = try DataReader(path: path)
        if case .cells = reader.format { return .flat }
        while true {
            do {
                guard let record = try reader.next() else { return .flat }
                if let form = form(of: record.members, fields) { return form }
            } catch is DataReader.ItemFailure {
                continue
            }
        }
    }

    private static func form(of members: [DataValue.Member], _ fields: Set<String>?) -> FileForm? {
        let isKnown = members.allSatisfy { ModuleDescriptor.instanceKeys.contains($0.name) }
        if let fields {
            if let values = members.value("values"), !fields.contains("values") {
                switch values {
                case .object, .null: return .instance
                default: return .flat
                }
            }
            return !isKnown || members.contains { fields.contains($0.name) } ? .flat : nil
        }
        guard case .object? = members.value("values"), case .text? = members.value("id") else { return .flat }
        return isKnown ? .instance : .flat
    }
}
