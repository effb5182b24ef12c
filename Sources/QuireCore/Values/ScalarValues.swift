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

extension Bool: FieldValue {
    public static func read(from json: inout JSONCursor, _ format: DateFormat) throws(ValueDecodingError)
        -> Bool
    {
        try json.boolean()
    }

    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> Bool {
        row.integer(column) != 0
    }

    public func write(to json: inout JSONWriter, _ format: DateFormat) { json.boolean(self) }
}

extension JSONCursor {
    /// Reads `true` or `false`.
    package mutating func boolean() throws(ValueDecodingError) -> Bool {
        switch peek() {
        case UInt8(ascii: "t"):
            try word(.true)
            return true
        case UInt8(ascii: "f"):
            try word(.false)
            return false
        default: throw mismatch("true or false")
        }
    }
}

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
