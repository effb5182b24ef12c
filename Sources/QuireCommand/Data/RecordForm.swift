import QuireCore

/// How the items of a file hold their values.
enum RecordForm: Sendable, Hashable {
    /// HALO's form: the id and metadata, and the values under `values`.
    case instance
    /// The values at the top level.
    case flat

    /// Detects the form from the first items.
    ///
    /// - Parameter fields: The names of the module's fields. `nil` if there is no schema yet.
    static func detect(path: String, fields: Set<String>?) throws -> RecordForm {
        let reader = try DataReader(path: path)
        if case .cells = reader.format { return .flat }
        for _ in 0..<100 {
            do {
                guard let record = try reader.next() else { break }
                if let form = form(of: record.members, fields) { return form }
            } catch is DataReader.ItemFailure {
                continue
            }
        }
        return fields == nil ? .flat : .instance
    }

    private static func form(of members: [DataValue.Member], _ fields: Set<String>?) -> RecordForm? {
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
