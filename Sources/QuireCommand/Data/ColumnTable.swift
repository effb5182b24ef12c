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
