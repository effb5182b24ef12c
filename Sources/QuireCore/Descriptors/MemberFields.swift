/// One name on the way from a module's values to a member of an object.
package struct MemberStep: Sendable, Hashable, Codable {
    package var name: String
    /// Whether the value is a list, so that the way leads on to each of its elements.
    package var isList: Bool

    package init(name: String, isList: Bool) {
        self.name = name
        self.isList = isList
    }
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
        var taken = Set(fields.map(\.name))
        return members.filter { taken.insert($0.name).inserted }
    }

    /// The fields that queries see: those of the table, and then the queryable members of its objects.
    package var queryable: [FieldDescriptor] { members.isEmpty ? fields : fields + members }

    /// The field, or the member of an object, that a query names.
    package subscript(path name: String) -> FieldDescriptor? {
        self[name] ?? members.first { $0.name == name }
    }

    /// The field, or the member of an object, that a query selects. Other parts of queries need not see the member.
    package func selectable(_ path: String) -> FieldDescriptor? {
        if let field = self[path] { return field }
        for field in fields {
            guard case .object(let table) = field.kind.innermost,
                path.utf8.starts(with: (field.name + ".").utf8),
                let member = table.selectable(
                    String(decoding: path.utf8.dropFirst(field.name.utf8.count + 1), as: UTF8.self))
            else { continue }
            return member.member(
                after: MemberStep(name: field.name, isList: field.kind.listElement != nil))
        }
        return nil
    }
}

/// The objects of a list, as conditions on one of them see them.
package struct ListedObjects: Sendable {
    /// The way from the values to each object, which ends with the list.
    package let steps: [MemberStep]
    /// The members that queries see.
    package let table: FieldTable

    /// The objects at the end of the way, in their order. Null and everything else is left out.
    package func found(in values: JSONValue?) -> [JSONValue] {
        var objects: [JSONValue] = []
        if let values { FieldDescriptor.collect(values, steps[...], into: &objects) }
        return objects.filter { if case .object = $0 { true } else { false } }
    }

    /// The objects of a list in these objects.
    package func inner(_ list: String) -> ListedObjects? {
        table.objects(of: list).map { ListedObjects(steps: steps + $0.steps, table: $0.table) }
    }

    /// The path of a member of these objects, as a field of the module with a table.
    package func path(of member: String, in table: FieldTable) -> String? {
        guard let own = self.table[path: member] else { return nil }
        let names = steps.map(\.name) + (own.isMember ? own.memberSteps.map(\.name) : [own.name])
        let path = names.joined(separator: ".")
        return table[path: path]?.memberSteps.map(\.name) == names ? path : nil
    }
}

extension FieldTable {
    /// The objects of the list with a name, or with a path through objects: `size.history`. `nil` if there is no such
    /// list, or if queries see no member of its objects.
    ///
    /// As for members, a field whose own name is the path wins.
    package func objects(of list: String) -> ListedObjects? {
        if let field = self[list] {
            guard case .object(let table)? = field.kind.listElement else { return nil }
            let seen = table.fields.filter { $0.isQueryable || $0.hasQueryableMembers }
            guard !seen.isEmpty else { return nil }
            return ListedObjects(steps: [MemberStep(name: field.name, isList: true)], table: FieldTable(seen))
        }
        for field in fields {
            guard case .object(let table) = field.kind.innermost,
                list.utf8.starts(with: (field.name + ".").utf8),
                let inner = table.objects(
                    of: String(decoding: list.utf8.dropFirst(field.name.utf8.count + 1), as: UTF8.self))
            else { continue }
            let step = MemberStep(name: field.name, isList: field.kind.listElement != nil)
            return ListedObjects(steps: [step] + inner.steps, table: inner.table)
        }
        return nil
    }
}

extension FieldTable {
    /// The lists of objects whose members queries see, without those in other lists.
    package var listsOfObjects: [ListedObjects] { listsOfObjects(in: fields, under: []) }

    private func listsOfObjects(in fields: [FieldDescriptor], under outer: [String]) -> [ListedObjects] {
        fields.flatMap { field -> [ListedObjects] in
            guard case .object(let table) = field.kind.innermost else { return [] }
            let path = outer + [field.name]
            guard field.kind.listElement != nil else { return listsOfObjects(in: table.fields, under: path) }
            // A field whose own name is the path wins.
            guard let objects = objects(of: path.joined(separator: ".")), objects.steps.map(\.name) == path
            else { return [] }
            return [objects]
        }
    }
}

extension FieldDescriptor {
    /// Whether queries see a member of the field's objects.
    fileprivate var hasQueryableMembers: Bool {
        guard case .object(let table) = kind.innermost else { return false }
        return table.fields.contains { $0.isQueryable || $0.hasQueryableMembers }
    }

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
        var members: [JSONValue] = []
        if let values { Self.collect(values, memberSteps[...], into: &members) }
        return members.isEmpty ? nil : .array(members)
    }

    fileprivate static func collect(
        _ object: JSONValue, _ steps: ArraySlice<MemberStep>, into values: inout [JSONValue]
    ) {
        guard let step = steps.first else { return values.append(object) }
        guard let value = object.member(step.name), value != .null else { return }
        guard step.isList else { return collect(value, steps.dropFirst(), into: &values) }
        guard case .array(let elements) = value else { return }
        for element in elements where element != .null {
            collect(element, steps.dropFirst(), into: &values)
        }
    }
}
