extension SchemaResolver {
    /// Reports the sortable members of listed objects, of which an item has any number of values.
    func checkListedMembers(_ declared: [DeclaredField]) {
        for field in declared {
            if let location = field.sortableLocation {
                diagnostics.error(
                    .notSortable,
                    "items cannot be sorted by a member of listed objects, because an item has any number of them",
                    at: location)
            }
            // Those of a list are reported with it.
            if let type = field.type, type.name.text == "object" { checkListedMembers(type.fields) }
        }
    }

    /// Reports a member whose path is also the name of a field, or the path of another member.
    func checkPaths(_ fields: [Field]) {
        var taken: [String: (what: String, location: SourceLocation)] = [:]
        for field in fields { taken[field.name] = ("the field", field.nameLocation) }
        for (path, member) in fields.flatMap({ $0.queryableMembers(after: "") }) {
            if let other = taken[path] {
                diagnostics.error(
                    .duplicateName,
                    "\(quoted(path)) names both \(other.what) and this member of an object; rename one of them",
                    at: member.nameLocation, note: "\(other.what) is here", noteAt: other.location)
            } else {
                taken[path] = ("another member", member.nameLocation)
            }
        }
    }
}

extension Field {
    /// Whether queries see the field as a member of an object: it has operators, an order, a facet or full text.
    public var isQueryable: Bool {
        operatorsAreExplicit || sortable || facet != nil || searchable != nil
    }

    /// The members of the field's objects that queries see, by their paths: names joined by dots.
    package func queryableMembers(after path: String) -> [(path: String, member: Field)] {
        (type.objectFields ?? []).flatMap { member in
            let place = path + name + "."
            return (member.isQueryable ? [(place + member.name, member)] : [])
                + member.queryableMembers(after: place)
        }
    }
}

extension FieldType {
    /// The fields of an object, or of the objects in a list.
    package var objectFields: [Field]? {
        switch self {
        case .object(let fields): fields
        case .list(let element): element.objectFields
        default: nil
        }
    }
}
