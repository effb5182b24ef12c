import QuireCore

extension ModuleDescriptor {
    /// An item in HALO's form, from one that may have its values at the top level.
    ///
    /// ```json
    /// {"id":"b1","updatedAt":1700000000000,"title":"Emma","age":40}
    /// {"id":"b1","updatedAt":1700000000000,"values":{"title":"Emma","age":40}}
    /// ```
    /// The names of fields are values, then those of the metadata are metadata. All others are values that no field has.
    func instance(of item: JSONValue) -> JSONValue {
        guard case .object(let members) = item, isFlat(members) else { return item }
        var envelope: [JSONValue.Member] = []
        var values: [JSONValue.Member] = []
        for member in members {
            if fields[exactly: member.name] == nil, Self.instanceKeys.contains(member.name) {
                envelope.append(member)
            } else {
                values.append(member)
            }
        }
        return .object(envelope + [JSONValue.Member("values", .object(values))])
    }

    private func isFlat(_ members: [JSONValue.Member]) -> Bool {
        if fields[exactly: "values"] == nil, let values = members.first(where: { $0.name == "values" }) {
            switch values.value {
            case .object, .null: return false
            default: return true
            }
        }
        return members.contains { fields[exactly: $0.name] != nil || !Self.instanceKeys.contains($0.name) }
    }
}
