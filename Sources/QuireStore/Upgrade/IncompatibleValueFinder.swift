#if SQLite
import QuireCore
import QuireText

/// Collects the values of converted items that do not fit their field.
struct IncompatibleValueFinder {
    /// How many values are kept of each field, besides the counts.
    let limit: Int
    private let fields: [FieldDescriptor]
    private let slots: [RowShape.Slots]
    private let closed: [Int: Set<ExactText>]
    private var items = 0
    private var total = 0
    private var counts: [Int]
    private var values: [[IncompatibleValues.Value]]

    init(_ layout: ModuleLayout, limit: Int) {
        self.limit = limit
        fields = layout.module.fields.fields.uniqueByName
        slots = RowShape(layout).slots
        counts = Array(repeating: 0, count: fields.count)
        values = Array(repeating: [], count: fields.count)
        var closed: [Int: Set<ExactText>] = [:]
        for (position, field) in fields.enumerated() {
            closed[position] = field.closedValues.map { Set($0.map(ExactText.init)) }
        }
        self.closed = closed
    }

    /// The counts and the first values, field by field.
    var result: IncompatibleValues {
        var result = IncompatibleValues()
        result.itemCount = items
        for (position, count) in counts.enumerated() where count > 0 {
            result.counts.append(.init(field: fields[position].name, count: count))
        }
        result.values = values.flatMap { $0 }
        return result
    }

    /// Checks one item.
    mutating func check(_ item: RowConversion.Item, _ row: borrowing RowCells) {
        let before = total
        defer { if total > before { items += 1 } }
        for (field, failure) in row.incompatible { add(item, field: field, reason: .type, failure: failure) }
        for (field, failure) in row.skipped { add(item, field: field, reason: .element, failure: failure) }
        for position in fields.indices where fields[position].isRequired {
            guard row.cells[slots[position].value].isNull,
                !row.incompatible.contains(where: { $0.field == position })
            else { continue }
            add(
                item, field: position, reason: .missing, value: nil,
                expected: "a value, because the field is required", valueText: "nothing")
        }
        for (field, known) in closed {
            for text in texts(field, row) where !known.contains(ExactText(text)) {
                add(
                    item, field: field, reason: .choice, value: .string(text),
                    expected: "a value of the closed list", valueText: "\"\(text)\""
                )
            }
        }
    }

    private func texts(_ field: Int, _ row: borrowing RowCells) -> [String] {
        guard fields[field].kind.listElement == nil else {
            var texts: [String] = []
            for (owner, element) in row.elements where owner == field {
                if case .text(let text) = element { texts.append(text) }
            }
            return texts
        }
        return switch row.cells[slots[field].value] {
        case .text(let text): [text]
        case .bytes(let bytes): [String(decoding: bytes, as: UTF8.self)]
        default: []
        }
    }

    private mutating func add(
        _ item: RowConversion.Item, field: Int, reason: IncompatibleValues.Reason,
        failure: RowCells.IncompatibleValue
    ) {
        let needsValue = values[field].count < limit
        let value =
            needsValue
            ? try? JSONCursor.withCursor(over: UnsafeRawBufferPointer(rebasing: item.line[failure.bytes])) {
                (json) throws(ValueDecodingError) in try json.value()
            } : nil
        add(
            item, field: field, reason: reason, value: value, expected: failure.expected,
            valueText: failure.valueText)
    }

    private mutating func add(
        _ item: RowConversion.Item, field: Int, reason: IncompatibleValues.Reason, value: JSONValue?,
        expected: String, valueText: String
    ) {
        counts[field] += 1
        total += 1
        guard values[field].count < limit else { return }
        values[field].append(
            .init(
                id: item.id, field: fields[field].name, value: value, reason: reason, expected: expected,
                found: valueText))
    }
}

/// The values of a module that is stored as its schema requires.
struct StoredValues {
    let layout: ModuleLayout
    let connection: Connection

    init(_ layout: ModuleLayout, _ connection: Connection) {
        self.layout = layout
        self.connection = connection
    }

    func incompatible(limit: Int) throws -> IncompatibleValues {
        let conversion = RowConversion(
            connection, from: StoredModule(layout), to: layout, fillsDefaults: false)
        let source = conversion.source(of: layout.fields, table: layout.table, textTable: layout.textTable)
        var finder = IncompatibleValueFinder(conversion.target, limit: limit)
        try conversion.run(from: source, where: condition) { item, row in finder.check(item, row) }
        return finder.result
    }

    /// Selects the items that may have a value that does not fit.
    private var condition: String {
        var tests = ["t.unmodelled IS NOT NULL"]
        for (descriptor, field) in zip(layout.module.fields.fields.uniqueByName, layout.fields) {
            let isList = descriptor.kind.listElement != nil
            if descriptor.isRequired { tests.append("\(field.selected) IS NULL") }
            // Lists, objects and localized texts may be stored from a time when their field had another kind.
            if isList || field.storage == .json, descriptor.kind != .json {
                tests.append("\(field.selected) IS NOT NULL")
            }
            if !isList, let choices = descriptor.closedValues {
                let list = choices.map(SQLite.text).joined(separator: ", ")
                tests.append("\(field.selected) NOT IN (\(list))")
            }
        }
        return tests.joined(separator: " OR ")
    }
}
#endif
