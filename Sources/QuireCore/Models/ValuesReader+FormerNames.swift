/// Reading values that have the names from before a rename. A current name counts before former ones, and a later former
/// name before an earlier one.
extension ValuesReader {
    /// Gives the values under former names to the fields that are missing after a scan. Other values are unknown values.
    mutating func useFormerNames(_ former: FormerKeys) throws(ValueDecodingError) {
        for (slot, field) in former.fields.enumerated() {
            let place = json.contextReference.places[firstPlace + fields.count + slot]
            guard place.start >= 0 else { continue }
            if json.contextReference.places[firstPlace + field].start < 0 {
                json.contextReference.places[firstPlace + field] = place
            } else if keepsUnknownValues, json.context.unknownValues[former.names[slot]] == nil {
                var value = json
                value.offset = place.start
                json.context.unknownValues[former.names[slot]] = try value.value()
            }
        }
    }
}

extension FieldTable {
    /// The key under which a field's value is, by a test for keys; `nil` if there is none.
    func key(of index: Int, where contains: (String) -> Bool) -> String? {
        let field = fields[index]
        if contains(field.name) { return field.name }
        guard let former = keys.former else { return nil }
        for (slot, name) in former.names.enumerated() where former.fields[slot] == index {
            if contains(name) { return name }
        }
        return nil
    }
}
