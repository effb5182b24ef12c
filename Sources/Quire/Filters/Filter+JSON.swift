extension Filter {
    /// Appends the tree in HALO's wire form.
    ///
    /// ```json
    /// {"condition":"and","operands":[{"operation":">=","property":"age","value":18,"type":"number"},…]}
    /// ```
    /// A leaf always has its four keys. Quire's own operations are written by their names too: whoever sends the bytes
    /// checks first that the receiver knows them. A number that is not finite becomes `null`.
    public func write(to json: inout JSONWriter) {
        switch self {
        case .leaf(let leaf): leaf.write(to: &json)
        case .and(let operands): Filter.write("and", operands, to: &json)
        case .or(let operands): Filter.write("or", operands, to: &json)
        }
    }

    /// The tree in HALO's wire form.
    public var json: [UInt8] {
        var json = JSONWriter(capacity: 1024)
        write(to: &json)
        return json.bytes
    }

    private static func write(_ condition: String, _ operands: [Filter], to json: inout JSONWriter) {
        json.beginObject()
        json.key("condition" as StaticString)
        json.string(condition)
        json.key("operands" as StaticString)
        json.beginArray()
        for operand in operands { operand.write(to: &json) }
        json.endArray()
        json.endObject()
    }
}

extension Filter.Leaf {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("operation" as StaticString)
        json.string(operation.rawValue)
        json.key("property" as StaticString)
        json.string(property)
        json.key("value" as StaticString)
        value.write(to: &json)
        json.key("type" as StaticString)
        json.string(type.rawValue)
        json.endObject()
    }
}

extension FilterValue {
    /// Appends the value in HALO's wire form: dates as milliseconds, Booleans as such.
    public func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .string(let string): json.string(string)
        case .integer(let integer): json.integer(integer)
        case .number(let number): json.number(number)
        case .boolean(let boolean): json.boolean(boolean)
        case .date(let milliseconds): json.integer(milliseconds)
        case .list(let values):
            json.beginArray()
            for value in values { value.write(to: &json) }
            json.endArray()
        }
    }
}
