/// Reading from a row: every field has its column.
extension ValuesReader {
    init(_ row: RowSource, _ layout: RowLayout, _ table: FieldTable) {
        json = JSONCursor()
        start = 0
        self.table = table
        fields = table.keys.list
        state = .row
        keepsUnknownValues = false
        source = RowValues(row, layout)
    }

    @usableFromInline
    var row: RowSource? {
        guard state == .row, let values = source as? RowValues else { return nil }
        return values.row
    }

    /// The field's column, where it is in the row and not null.
    @usableFromInline
    func rowColumn(_ index: Int, in row: RowSource) -> Int? {
        guard let column = rowColumn(index), !row.isNull(column) else { return nil }
        return column
    }

    @usableFromInline
    func rowColumn(_ index: Int) -> Int? { (source as? RowValues)?.layout.column(of: index) }
}

/// A row with the layout of its columns.
final class RowValues {
    let row: RowSource
    let layout: RowLayout

    init(_ row: RowSource, _ layout: RowLayout) {
        self.row = row
        self.layout = layout
    }
}
