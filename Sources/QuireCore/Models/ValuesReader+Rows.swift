/// Reading from a row: every field has its column.
extension ValuesReader {
    init(_ row: RowSource, _ table: FieldTable) {
        self.init(table, .row, row: row)
    }
}
