import QuireCore
import QuireSchema

/// The members of an item under the current names of their fields.
struct FormerMembers {
    private(set) var members: [DataValue.Member]
    /// The positions of the members among those that were given.
    private(set) var positions: [Int]
    /// Why a former name leads to no value. `nil` if each field has at most one value.
    private(set) var conflict: String?

    /// - Parameter members: The members under current and former names. Of two names of a field, one may be blank.
    init(_ members: [DataValue.Member], of table: FieldTable) {
        self.members = members
        positions = Array(members.indices)
        guard table.formerKeys != nil else { return }
        var blanks: Set<Int> = []
        for index in members.indices {
            let former = members[index].name
            guard table[exactly: former] == nil, let position = table.index(ofFormer: former) else {
                continue
            }
            let current = table.fields[position].name
            let other = self.members.indices.first {
                $0 != index && self.members[$0].name.isByteEqual(to: current)
            }
            self.members[index].name = current
            guard let other else { continue }
            if self.members[index].value.isBlank {
                blanks.insert(index)
            } else if self.members[other].value.isBlank
                || self.members[other].value.json == members[index].value.json
            {
                blanks.insert(other)
            } else if conflict == nil {
                conflict =
                    "\(quoted(former)) and \(quoted(members[other].name)) have different values, and \(quoted(former)) is a "
                    + "former name of \(quoted(current)): remove one of them"
            }
        }
        guard !blanks.isEmpty else { return }
        positions.removeAll(where: blanks.contains)
        self.members = positions.map { self.members[$0] }
    }
}

extension DataValue {
    /// Whether it is no value, or an empty cell.
    fileprivate var isBlank: Bool {
        if case .cell(let text) = self { return CellText.isBlank(text) }
        return isNull
    }
}
