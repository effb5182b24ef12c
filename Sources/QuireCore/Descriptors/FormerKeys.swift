import QuireText

/// The former names of a table's fields, for finding fields in content from before a rename.
package final class FormerKeys: Sendable {
    /// The former names, of each field the latest first.
    package let names: [String]
    /// The position of the field of each name.
    package let fields: [Int]
    let keys: FieldKeys

    /// `nil` if no field has a former name. A former name that is in use again leads nowhere.
    init?(_ fields: [FieldDescriptor]) {
        guard fields.contains(where: { !$0.formerNames.isEmpty }) else { return nil }
        var names: [String] = []
        var positions: [Int] = []
        for (position, field) in fields.enumerated() {
            for former in field.formerNames
            where !fields.contains(where: { $0.name == former })
                && !names.contains(former)
            {
                names.append(former)
                positions.append(position)
            }
        }
        guard !names.isEmpty else { return nil }
        self.names = names
        self.fields = positions
        keys = FieldKeys(names: names)
    }

    /// A position in `names` in the form in which `JSONCursor.fieldIndex` returns it.
    static func index(_ slot: Int) -> Int { -2 - slot }

    /// The position in `names` of an index that `JSONCursor.fieldIndex` returned; `nil` for a field or an unknown key.
    static func slot(_ index: Int) -> Int? { index < -1 ? -2 - index : nil }
}

extension FieldTable {
    /// The former names of the fields; `nil` if there are none.
    package var formerKeys: FormerKeys? { keys.former }

    /// The position of the field that had a name before it was renamed.
    package func index(ofFormer name: String) -> Int? {
        guard let former = keys.former else { return nil }
        let slot = former.keys.index(of: name)
        return slot < 0 ? nil : former.fields[slot]
    }

    /// The field with a current or a former name.
    package func field(reading name: String) -> FieldDescriptor? {
        self[exactly: name] ?? index(ofFormer: name).map { fields[$0] }
    }
}

extension FieldDescriptor {
    /// Whether content of the field can have former names, also inside objects.
    var hasFormerNames: Bool { !formerNames.isEmpty || !renamedChoices.isEmpty || kind.hasFormerNames }
}

extension FieldKind {
    /// Whether the members of its objects have former names.
    var hasFormerNames: Bool {
        switch self {
        case .object(let table): table.hasFormerNames
        case .list(let element): element.hasFormerNames
        default: false
        }
    }
}
