import QuireCore

/// The live queries that depend on a module, by the keys of the items that concern them.
struct ModuleWatchers {
    private var all: Set<Int> = []
    /// Those that every change of an item concerns, until they test it.
    private var untested: Set<Int> = []
    private var byKey: [ItemKey: Set<Int>] = [:]
    /// How many keys there are of each field.
    private var fields: [String: Int] = [:]
    private var ranges: [RangedField: WatchedRanges] = [:]
    private var details: [ChangeDetail: Int] = [:]

    var isEmpty: Bool { all.isEmpty }

    /// The most precise detail that a live query can use.
    var detail: ChangeDetail { details.keys.max() ?? .module }

    mutating func add(_ number: Int, keys: [ItemKey]?, detail: ChangeDetail) {
        all.insert(number)
        details[detail, default: 0] += 1
        guard let keys else {
            untested.insert(number)
            return
        }
        for key in keys {
            if case .range(let field, let range) = key {
                ranges[field, default: WatchedRanges()].add(range, number)
            } else if byKey[key, default: []].insert(number).inserted, case .value(let field, _) = key {
                fields[field, default: 0] += 1
            }
        }
    }

    mutating func remove(_ number: Int, keys: [ItemKey]?, detail: ChangeDetail) {
        all.remove(number)
        untested.remove(number)
        details[detail] = (details[detail] ?? 1) > 1 ? (details[detail] ?? 1) - 1 : nil
        for key in keys ?? [] {
            if case .range(let field, _) = key {
                ranges[field]?.remove(number)
                if ranges[field]?.isEmpty == true { ranges[field] = nil }
            } else if byKey[key]?.remove(number) != nil {
                if byKey[key]?.isEmpty == true { byKey[key] = nil }
                if case .value(let field, _) = key {
                    fields[field] = (fields[field] ?? 1) > 1 ? (fields[field] ?? 1) - 1 : nil
                }
            }
        }
    }

    /// The live queries that the changes may concern.
    func concerned(by changes: ModuleChanges) -> Set<Int> {
        guard case .items(let items) = changes else { return all }
        var concerned = untested
        for item in items {
            concerned.formUnion(byKey[.id(item.id)] ?? [])
            guard !fields.isEmpty || !ranges.isEmpty else { continue }
            guard let versions = item.versions else { return all }
            for version in versions {
                let values = version.member("values") ?? .object([])
                for field in fields.keys {
                    guard let texts = values.texts(of: field) else { return all }
                    for text in texts { concerned.formUnion(byKey[.value(field: field, text)] ?? []) }
                }
                for (field, ranges) in ranges {
                    for value in EvaluatedValue.values(in: values.member(field.name), of: field.kind) {
                        ranges.insertNumbers(of: value, into: &concerned)
                    }
                }
            }
        }
        return concerned
    }
}

extension JSONValue {
    /// The texts in a field of an item's values. `nil` if it has other values.
    fileprivate func texts(of field: String) -> [String]? {
        switch member(field) {
        case nil, .null?: []
        case .string(let text)?: [text]
        case .array(let elements)?:
            elements.allSatisfy(\.isText) ? elements.map(\.text) : nil
        default: nil
        }
    }

    private var isText: Bool { if case .string = self { true } else { false } }

    private var text: String { if case .string(let text) = self { text } else { "" } }
}

/// The ranges of a field in which values concern live queries.
///
/// A thousand of them are compared in about a microsecond, so they have no order.
struct WatchedRanges {
    private var entries: [(range: ClosedRange<Double>, number: Int)] = []

    var isEmpty: Bool { entries.isEmpty }

    mutating func add(_ range: ClosedRange<Double>, _ number: Int) { entries.append((range, number)) }

    /// Removes all ranges of a live query.
    mutating func remove(_ number: Int) { entries.removeAll { $0.number == number } }

    /// Inserts the live queries that a value concerns.
    func insertNumbers(of value: EvaluatedValue, into numbers: inout Set<Int>) {
        let rounded: Double? =
            switch value {
            case .integer(let integer): Double(integer)
            case .number(let number): number
            default: nil
            }
        guard let rounded else { return }
        // Rounding keeps the order, so a value inside a range stays inside the rounded one.
        for (range, number) in entries where range.contains(rounded) { numbers.insert(number) }
    }
}
