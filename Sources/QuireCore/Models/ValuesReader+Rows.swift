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
        self.row = Unmanaged.passUnretained(row)
    }
}
