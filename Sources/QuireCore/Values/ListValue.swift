/// A list. Missing and null are read as an empty list.
extension Array: FieldValue where Element: FieldValue {
    public typealias Behind = Self
    public typealias Gathered = Self

    @inlinable
    public static func read(from json: inout JSONCursor, _ format: DateFormat) throws(ValueDecodingError)
        -> Self
    {
        guard try json.beginArray() else { return [] }
        var elements: Self = []
        elements.reserveCapacity(4)
        repeat { elements.append(try Element.read(from: &json, format)) } while try json.nextElement()
        return elements
    }

    @inlinable
    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> Self {
        try readJSON(from: row, column: column, format)
    }

    @inlinable
    public func write(to json: inout JSONWriter, _ format: DateFormat) {
        json.beginArray()
        for element in self { element.write(to: &json, format) }
        json.endArray()
    }

    @inlinable
    public static var absent: Self? { [] }

    public static func read(from decoder: any Decoder, _ format: DateFormat) throws -> Self {
        var container = try decoder.unkeyedContainer()
        var elements: Self = []
        while !container.isAtEnd {
            elements.append(try container.decode(Element.self, as: format))
        }
        return elements
    }

    public func write(to encoder: any Encoder, _ format: DateFormat) throws {
        var container = encoder.unkeyedContainer()
        for element in self { try container.encode(element, as: format) }
    }
}

extension JSONCursor {
    /// Enters an array. Returns `false` if it is empty, after skipping it.
    @usableFromInline
    mutating func beginArray() throws(ValueDecodingError) -> Bool {
        guard peek() == UInt8(ascii: "[") else { throw mismatch("an array") }
        offset &+= 1
        if consume(UInt8(ascii: "]")) { return false }
        try enter()
        return true
    }

    /// Moves to the next element. Returns `false` at the end of the array, after leaving it.
    @usableFromInline
    mutating func nextElement() throws(ValueDecodingError) -> Bool {
        if consume(UInt8(ascii: ",")) { return true }
        try expect(UInt8(ascii: "]"), "a comma or the end of the array")
        leave()
        return false
    }
}
