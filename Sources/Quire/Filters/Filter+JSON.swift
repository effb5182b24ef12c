extension Filter {
    /// Appends the tree in HALO's wire form.
    ///
    /// ```json
    /// {"condition":"and","operands":[{"operation":">=","property":"age","value":18,"type":"number"},…]}
    /// ```
    /// A leaf always has its four keys. Quire's own operations are written by their names too: whoever sends the bytes
    /// checks first that the receiver knows them. A number that is not finite becomes `null`.
    public func write(to json: inout JSONWriter) {
        // Without recursion: a filter that is built by hand may have any number of levels.
        var open: [ArraySlice<Filter>] = []
        Filter.begin(self, &open, &json)
        while let last = open.indices.last {
            if let operand = open[last].popFirst() {
                Filter.begin(operand, &open, &json)
            } else {
                open.removeLast()
                json.endArray()
                json.endObject()
            }
        }
    }

    /// The tree in HALO's wire form.
    public var json: [UInt8] {
        var json = JSONWriter(capacity: 1024)
        write(to: &json)
        return json.bytes
    }

    /// Writes a test, or opens a group, whose operands are then still to be written.
    private static func begin(_ filter: Filter, _ open: inout [ArraySlice<Filter>], _ json: inout JSONWriter)
    {
        let condition: String
        let operands: [Filter]
        switch filter {
        case .leaf(let leaf): return leaf.write(to: &json)
        case .and(let all): (condition, operands) = ("and", all)
        case .or(let all): (condition, operands) = ("or", all)
        }
        json.beginObject()
        json.key("condition" as StaticString)
        json.string(condition)
        json.key("operands" as StaticString)
        json.beginArray()
        open.append(operands[...])
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
