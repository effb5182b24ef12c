/// One name on the way from a module's values to a member of an object.
package struct MemberStep: Sendable, Hashable {
    package var name: String
    /// Whether the value is a list, so that the way leads on to each of its elements.
    package var isList: Bool
}

// Members of objects as fields of the module: `dateRange.startYear`.
//
// Only queries see them. Whatever reads or writes an item's values uses the module's own fields.
extension FieldTable {
    /// The queryable members of the objects among some fields. Their names are joined by dots.
    ///
    /// A field of its own with such a name wins, so a name with a dot never means two things.
    static func members(of fields: [FieldDescriptor]) -> [FieldDescriptor] {
        var members: [FieldDescriptor] = []
        for field in fields {
            guard case .object(let table) = field.kind.innermost else { continue }
            let step = MemberStep(name: field.name, isList: field.kind.listElement != nil)
            for member in table.fields where member.isQueryable { members.append(member.member(after: step)) }
            for member in table.members { members.append(member.member(after: step)) }
        }
        var taken = Set(fields.map { Array($0.name.utf8) })
        return members.filter { taken.insert(Array($0.name.utf8)).inserted }
    }

    /// The fields that queries see: those of the table, and then the queryable members of its objects.
    package var queryable: [FieldDescriptor] { members.isEmpty ? fields : fields + members }

    /// The field, or the member of an object, that a query names.
    package subscript(path name: String) -> FieldDescriptor? {
        self[exactly: name]
            ?? (members.isEmpty ? nil : members.first { $0.name.isByteEqual(to: name) })
    }
}

extension FieldDescriptor {
    /// Whether the field is a member of an object, which queries see as a field of the module.
    package var isMember: Bool { !memberSteps.isEmpty }

    /// Whether an object before the member is in a list, so that an item has any number of values.
    package var isInListOfObjects: Bool { memberSteps.dropLast().contains(where: \.isList) }

    /// The member of an object as a field of the module, or of the object around it.
    ///
    /// What concerns writing is left out, because the object's own field checks it.
    fileprivate func member(after step: MemberStep) -> FieldDescriptor {
        let isList = kind.listElement != nil
        var member = FieldDescriptor(
            name: step.name + "." + name,
            kind: step.isList && (memberSteps.isEmpty || !isList) ? .list(kind.listElement ?? kind) : kind,
            isSortable: isSortable && !step.isList, facet: facet, searchWeight: searchWeight)
        member.memberSteps =
            [step] + (memberSteps.isEmpty ? [MemberStep(name: name, isList: isList)] : memberSteps)
        return member
    }

    /// The JSON of the field in an item's values; `nil` if there is none.
    ///
    /// For a member of listed objects, it is the list of the members of all objects, in their order.
    package func json(in values: JSONValue?) -> JSONValue? {
        guard isMember else { return values?.member(name) }
        guard isInListOfObjects else {
            var value = values
            for step in memberSteps { value = value?.member(step.name) }
            return value
        }
        var found: [JSONValue] = []
        if let values { Self.collect(values, memberSteps[...], into: &found) }
        return found.isEmpty ? nil : .array(found)
    }

    private static func collect(
        _ object: JSONValue, _ steps: ArraySlice<MemberStep>, into found: inout [JSONValue]
    ) {
        guard let step = steps.first else { return found.append(object) }
        guard let value = object.member(step.name), value != .null else { return }
        guard step.isList else { return collect(value, steps.dropFirst(), into: &found) }
        guard case .array(let elements) = value else { return }
        for element in elements where element != .null {
            collect(element, steps.dropFirst(), into: &found)
        }
    }
}
