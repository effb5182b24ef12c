/// Reading from a row: every field has its column.
extension ValuesReader {
    init(_ row: RowSource, _ table: FieldTable) {
        json = JSONCursor()
        start = 0
        self.table = table
        fields = table.keys.list
        state = .row
        keepsUnknownValues = false
        source = row
    }

    @usableFromInline
    var row: RowSource? {
        guard state == .row, let source else { return nil }
        // Only the initializer above sets the state. A checked cast would cost as much as reading a column.
        return unsafeDowncast(source, to: RowSource.self)
    }
}
