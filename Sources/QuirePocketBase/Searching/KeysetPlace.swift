import QuireCore

/// The position of a record in a sort order: the values of its sort keys, and its id.
struct KeysetPlace: Sendable, Hashable {
    /// The keys without the id.
    let values: [JSONValue]
    let id: String

    /// The position of a record; `nil` if it lacks a key.
    init?(of record: JSONValue, in order: SortPlan) {
        guard let id = record.member(ColumnName.id)?.string else { return nil }
        self.id = id
        var values: [JSONValue] = []
        for key in order.keys {
            if key.isMember {
                let name = String(key.column.dropFirst(ColumnName.metadata.utf8.count + 1))
                values.append(record.member(ColumnName.metadata)?.member(name) ?? .null)
            } else {
                guard let value = record.member(key.column) else { return nil }
                // The server's dates are never empty, so such a record is not what it seems.
                if value == .string(""), [ColumnName.created, ColumnName.updated].contains(key.column) {
                    return nil
                }
                values.append(value)
            }
        }
        self.values = values
    }

    /// Reads the position from a cursor.
    init?(_ json: JSONValue?, in order: SortPlan) {
        guard let values = json?.member("keys")?.elements, values.count == order.keys.count,
            let id = json?.member("id")?.string
        else { return nil }
        self.values = values
        self.id = id
    }

    var json: JSONValue { .of(["keys": .array(values), "id": .string(id)]) }

    /// The records after this one; `nil` if PocketBase has no literal for one of the values.
    func condition(in order: SortPlan) -> Condition? {
        var alternatives: [Condition] = []
        var equal: [Condition] = []
        for (key, value) in zip(order.keys, values) {
            guard let literal = Self.literal(value, key) else { return nil }
            if key.column != ColumnName.id {
                alternatives.append(.all(equal + [Self.after(key, value, literal: literal)]))
                equal.append(Self.test(key, .equal, to: literal))
            }
        }
        guard !id.utf8.contains(0) else { return nil }
        let isDescending = order.keys.last.map { $0.column == ColumnName.id && $0.isDescending } ?? false
        alternatives.append(
            .all(equal + [.compare(ColumnName.id, isDescending ? .less : .greater, to: .text(id))]))
        return .any(alternatives)
    }

    private static func test(
        _ key: SortPlan.Key, _ symbol: ColumnTest.Operator, to literal: Literal
    ) -> Condition {
        .test(
            ColumnTest(
                column: key.column, symbol: symbol, literal: literal, isMember: key.isMember))
    }

    private static func after(_ key: SortPlan.Key, _ value: JSONValue, literal: Literal) -> Condition {
        switch value {
        case .null: return key.isDescending ? .nothing : test(key, .notEqual, to: .null)
        case .boolean(let truth):
            return truth == key.isDescending ? test(key, .equal, to: .boolean(!truth)) : .nothing
        default:
            let beyond = test(key, key.isDescending ? .less : .greater, to: literal)
            return key.isMember && key.isDescending ? .any([beyond, test(key, .equal, to: .null)]) : beyond
        }
    }

    private static func literal(_ value: JSONValue, _ key: SortPlan.Key) -> Literal? {
        switch value {
        case .null: key.isMember ? .null : nil
        case .boolean(let truth): .boolean(truth)
        case .integer(let integer): .number(Double(integer))
        case .number(let number): number.isFinite ? .number(number) : nil
        case .string(let text): text.utf8.contains(0) ? nil : .text(text)
        case .array, .object: nil
        }
    }
}
