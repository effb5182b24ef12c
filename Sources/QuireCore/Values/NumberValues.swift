extension Int: FieldValue {
    public static func read(from json: inout JSONCursor, _ format: DateFormat) throws(ValueDecodingError)
        -> Int
    {
        _ = json.peek()
        let start = json.offset
        let value = try json.integer()
        // `Int` has 32 bits on some watches.
        guard let integer = Int(exactly: value) else {
            throw ValueDecodingError(.outOfRange, at: start, expected: "an integer of this machine's size")
        }
        return integer
    }

    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> Int {
        guard let integer = Int(exactly: row.integer(column)) else {
            throw ValueDecodingError(.outOfRange, at: column, expected: "an integer of this machine's size")
        }
        return integer
    }

    public func write(to json: inout JSONWriter, _ format: DateFormat) { json.integer(Int64(self)) }
}

extension Int64: FieldValue {
    public static func read(from json: inout JSONCursor, _ format: DateFormat) throws(ValueDecodingError)
        -> Int64
    {
        try json.integer()
    }

    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> Int64 { row.integer(column) }

    public func write(to json: inout JSONWriter, _ format: DateFormat) { json.integer(self) }
}

extension Double: FieldValue {
    public static func read(from json: inout JSONCursor, _ format: DateFormat) throws(ValueDecodingError)
        -> Double
    {
        try json.number()
    }

    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> Double { row.number(column) }

    public func write(to json: inout JSONWriter, _ format: DateFormat) { json.number(self) }
}
