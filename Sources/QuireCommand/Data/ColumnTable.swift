/// A table that names its columns once, as pandas writes it.
///
/// ```json
/// {"id": {"0": 1, "1": 2}, "name": {"0": "a", "1": "b"}}
/// {"columns": ["id", "name"], "index": [0, 1], "data": [[1, "a"], [2, "b"]]}
/// ```
struct ColumnTable {
    let items: [[DataValue.Member]]

    /// - Returns: `nil` if the members are no table.
    init?(_ members: [DataValue.Member]) {
        guard let items = Self.split(members) ?? Self.columns(members) else { return nil }
        self.items = items
    }

    private static func split(_ members: [DataValue.Member]) -> [[DataValue.Member]]? {
        guard case .list(let columns)? = members.value("columns"), (2...3).contains(members.count),
            case .list(let rows)? = members.value("data") ?? members.value("rows"),
            members.allSatisfy({ ["columns", "data", "rows", "index"].contains($0.name) })
        else { return nil }
        let names = columns.compactMap { if case .text(let name) = $0 { name } else { nil } }
        guard names.count == columns.count, !names.isEmpty, Set(names).count == names.count else {
            return nil
        }
        var items: [[DataValue.Member]] = []
        for row in rows {
            guard case .list(let values) = row, values.count == names.count else { return nil }
            items.append(zip(names, values).map { DataValue.Member(name: $0, value: $1) })
        }
        return items
    }

    private static func columns(_ members: [DataValue.Member]) -> [[DataValue.Member]]? {
        let columns = members.compactMap { if case .object(let column) = $0.value { column } else { nil } }
        guard columns.count == members.count, let count = columns.first?.count, count > 0,
            columns.count > 1 || count > 1, !members.allSatisfy({ KeyedItems.isID($0.name) })
        else { return nil }
        for column in columns {
            guard column.count == count, column.enumerated().allSatisfy({ $1.name == "\($0)" }) else {
                return nil
            }
        }
        return (0..<count).map { row in
            zip(members, columns).map { DataValue.Member(name: $0.name, value: $1[row].value) }
        }
    }

    /// Whether all members are lists of one length, which may be columns.
    static func areColumns(_ members: [DataValue.Member]) -> Bool {
        let lists = members.compactMap { if case .list(let elements) = $0.value { elements } else { nil } }
        guard lists.count > 1, lists.count == members.count, let count = lists.first?.count, count > 1 else {
            return false
        }
        return lists.allSatisfy { list in
            list.count == count
                && list.allSatisfy {
                    switch $0 {
                    case .list, .object: false
                    default: true
                    }
                }
        }
    }
}

/// Items by their ids, as databases export them: `{"65791": {"name": "Leeds"}, "2561": {"name": "York"}}`.
struct KeyedItems {
    let items: [[DataValue.Member]]
    let note: String

    /// The number of objects with the same keys that are items whatever their own keys look like.
    private static let many = 8

    /// - Returns: `nil` if the members are the fields of one item.
    init?(_ members: [DataValue.Member]) {
        let objects = Self.objects(members)
        guard objects.count == members.count, !objects.isEmpty else { return nil }
        let areIDs = members.allSatisfy { Self.isID($0.name) }
        guard areIDs || objects.count >= Self.many && Self.haveSameKeys(members) else { return nil }
        let isNumbered = members.enumerated().allSatisfy { $1.name == "\($0)" }
        let own = objects.map { $0.value("id").flatMap(RecordIdentity.id) }
        // The id is in the items already, or the key only counts them.
        if own.allSatisfy({ $0 != nil }), isNumbered || zip(own, members).allSatisfy({ $0 == $1.name }) {
            items = objects
            note = "the items are the elements of the object"
            return
        }
        let names = Set(objects.flatMap { $0.map(\.name) })
        let name = ["id", "key", "_key"].first { !names.contains($0) } ?? "__key"
        items = zip(members, objects).map { member, object in
            [DataValue.Member(name: name, value: .text(member.name))] + object
        }
        note = "the items are the elements of the object, and their keys are read as '\(name)'"
    }

    /// Whether several objects have the same keys, so that each of them may be an item.
    static func haveSameKeys(_ members: [DataValue.Member]) -> Bool {
        let objects = objects(members)
        guard objects.count == members.count, objects.count > 1, let first = objects.first else {
            return false
        }
        let names = Set(first.map(\.name))
        return !names.isEmpty && objects.allSatisfy { !names.isDisjoint(with: $0.map(\.name)) }
            && objects.count { Set($0.map(\.name)) == names } * 2 >= objects.count
    }

    private static func objects(_ members: [DataValue.Member]) -> [[DataValue.Member]] {
        members.compactMap { if case .object(let object) = $0.value { object } else { nil } }
    }

    /// Whether a key looks like an id, and not like the name of a field: `65791`, `-NxYz…`, a UUID.
    static func isID(_ key: String) -> Bool {
        let bytes = Array(key.utf8)
        guard let first = bytes.first, bytes.contains(where: { 0x30...0x39 ~= $0 }) else {
            return key.hasPrefix("-") && bytes.count == 20
        }
        if 0x30...0x39 ~= first || first == UInt8(ascii: "-") { return true }
        let isWord = bytes.allSatisfy {
            0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "-")
        }
        return isWord && bytes.count >= 15
    }
}
