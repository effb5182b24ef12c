/// A field with any JSON value.
extension JSONValue: FieldValue {
    public static func read(from json: inout JSONCursor, _ format: DateFormat) throws(ValueDecodingError)
        -> JSONValue
    {
        try json.value()
    }

    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> JSONValue {
        try readJSON(from: row, column: column, format)
    }

    public func write(to json: inout JSONWriter, _ format: DateFormat) { json.value(self) }
}
