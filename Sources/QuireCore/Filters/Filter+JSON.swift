extension Filter {
    /// Appends the tree in HALO's wire format.
    ///
    /// ```json
    /// {"condition":"and","operands":[{"operation":">=","property":"age","value":18,"type":"number"},…]}
    /// ```
    /// A leaf always has its four keys. A condition across a relation, which HALO does not have, is written as
    /// `{"condition":"any","relation":"author","module":"authors","operands":[…]}`, and one on an object of a list as
    /// `{"condition":"any","list":"variants","operands":[…]}`. Quire's own operations are written by name as well, so check
    /// first that the receiver supports them. A number that is not finite becomes `null`.
    public func write(to json: inout JSONWriter) { write(to: &json, levels: Filter.maximumDepth) }

    /// Recursion is the fastest way to write a tree. It stops at the maximum depth that engines accept, because a
    /// filter built by hand may have any number of levels.
    private func write(to json: inout JSONWriter, levels: Int) {
        guard let operands = begin(&json) else { return }
        if levels > 1 {
            for operand in operands { operand.write(to: &json, levels: levels - 1) }
        } else {
            Filter.writeWithoutRecursion(operands, to: &json)
        }
        json.endArray()
        json.endObject()
    }

    private static func writeWithoutRecursion(_ operands: [Filter], to json: inout JSONWriter) {
        var open = [operands[...]]
        while let last = open.indices.last {
            if let operand = open[last].popFirst() {
                if let operands = operand.begin(&json) { open.append(operands[...]) }
                continue
            }
            open.removeLast()
            guard !open.isEmpty else { return }
            json.endArray()
            json.endObject()
        }
    }

    /// The tree in HALO's wire format.
    public var json: [UInt8] {
        var json = JSONWriter(capacity: 1024)
        write(to: &json)
        return json.bytes
    }

    /// Writes a test, or opens a group and returns its operands, which remain to be written.
    private func begin(_ json: inout JSONWriter) -> [Filter]? {
        switch self {
        case .leaf(let leaf):
            leaf.write(to: &json)
            return nil
        case .and(let operands):
            json.beginObject()
            json.fragment(#""condition":"and","operands":["#)
            return operands
        case .or(let operands):
            json.beginObject()
            json.fragment(#""condition":"or","operands":["#)
            return operands
        case .any(let step, let operand):
            json.beginObject()
            json.fragment(#""condition":"any","#)
            step.write(to: &json)
            return [operand]
        case .none(let step, let operand):
            json.beginObject()
            json.fragment(#""condition":"none","#)
            step.write(to: &json)
            return [operand]
        }
    }
}

extension RelationStep {
    /// Writes the members of the step, up to the start of the operands.
    fileprivate func write(to json: inout JSONWriter) {
        json.fragment(leadsToElements ? #""list":"# : #""relation":"#)
        json.string(relation)
        if leadsToElements { return json.fragment(#","operands":["#) }
        json.fragment(#","module":"#)
        json.string(module.name)
        if isReverse { json.fragment(#","isReverse":true"#) }
        json.fragment(#","operands":["#)
    }
}

extension Filter.Leaf {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.fragment(operation.opening)
        json.string(property)
        json.fragment(#","value":"#)
        value.write(to: &json)
        json.fragment(type.ending)
        json.endObject()
    }
}

extension FilterValue {
    /// Appends the value in HALO's wire format: dates as milliseconds, Booleans as such. Another field, which HALO
    /// cannot compare with, is written as `{"field":"startsAt"}`.
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
        case .field(let name):
            json.beginObject()
            json.fragment(#""field":"#)
            json.string(name)
            json.endObject()
        }
    }
}
