extension String: FieldValue {
    public static func read(from json: inout JSONCursor, _ format: DateFormat) throws(ValueDecodingError)
        -> String
    {
        try json.string()
    }

    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> String { row.text(column) }

    public func write(to json: inout JSONWriter, _ format: DateFormat) { json.string(self) }
}
