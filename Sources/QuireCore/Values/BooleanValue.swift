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
