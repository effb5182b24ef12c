import QuireCore

/// The conversions of a file's columns. Of some values the whole column tells how to read them: the separator of lists,
/// the decimal mark, and ids that were written as floating-point numbers.
struct ColumnConversions {
    private var columns: [String: ValueConversion] = [:]

    /// - Parameter kind: The kind of the field that a column fills.
    /// - Throws: The errors of `DataReader`.
    init(path: String, kind: (String) -> FieldKind?) throws {
        let reader = try DataReader(path: path)
        guard case .cells = reader.format else { return }
        let marks = try DecimalMarks(path: path)
        var separators: [String: ListSeparator] = [:]
        var floating: [String: Bool] = [:]
        for column in reader.columns {
            var conversion = ValueConversion(mark: marks[column])
            let kind = kind(column)
            if kind == .geopoint { conversion.order = PlaceName.order(column) ?? .latitudeFirst }
            if kind?.listElement != nil { separators[column] = ListSeparator() }
            if case .relation? = kind { floating[column] = true }
            columns[column] = conversion
        }
        if separators.isEmpty, floating.isEmpty { return }
        try reader.forEachReadable { record in
            for member in record.members {
                guard case .cell(let cell) = member.value, !CellText.isBlank(cell) else { continue }
                separators[member.name]?.add(cell)
                if floating[member.name] == true, !CellText.isFloatingInteger(CellText.trimmed(cell)) {
                    floating[member.name] = false
                }
            }
        }
        for (column, found) in separators { columns[column]?.separator = found.separator }
        for (column, isFloating) in floating { columns[column]?.hasFloatingIDs = isFloating }
    }

    /// The conversion of a column or key.
    subscript(name: String) -> ValueConversion { columns[name] ?? ValueConversion() }
}
