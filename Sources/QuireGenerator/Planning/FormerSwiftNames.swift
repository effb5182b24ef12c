import QuireSchema

/// The Swift names from before renames. The generated code declares them as unavailable, so that the compiler offers the
/// current names. A former name that something else has now is left out.
extension SchemaPlanner {
    static func formerNames(of field: Field, in scope: inout NameScope, isMember: Bool) -> [String] {
        var names: [String] = []
        for former in field.formerNames {
            let name = ReservedNames.propertyName(SwiftName.lowerCamel(former.name), isMember: isMember)
            // The name means the metadata again.
            if isMember, ItemMetadata.names.contains(name) { continue }
            if scope.take(name) { names.append(name) }
        }
        return names
    }

    static func formerNames(
        of values: [(name: String, value: ChoiceValue)], in scope: inout NameScope
    ) -> [(name: String, current: String)] {
        var names: [(name: String, current: String)] = []
        for (current, value) in values {
            for former in value.formerNames {
                let name = ReservedNames.valueName(SwiftName.lowerCamel(former.name))
                if scope.take(name) { names.append((name, current)) }
            }
        }
        return names
    }
}
