/// Reading a part of an object, or of the objects in a list: `dateRange.startYear`, `contributors.role`.
extension ValuesReader {
    /// Reads a member of an object. If the item lacks the object or the member, it has no value.
    mutating func member<Value: FieldValue>(
        _ index: Int, _ names: [String]
    ) throws(ValueDecodingError) -> Value {
        let values = try read(
            MemberReading(names: names[...], readsElements: false) {
                (json, format, values) throws(ValueDecodingError) in
                values.append(try Value.read(from: &json, format))
            }, index)
        if let value = values.last ?? Value.absent { return value }
        throw missing(index)
    }

    /// Reads the values of a member of listed objects, in their order. Objects without a value are left out, and lists
    /// are joined.
    mutating func members<Element: FieldValue>(
        _ index: Int, _ names: [String]
    ) throws(ValueDecodingError) -> [Element] {
        try read(
            MemberReading(names: names[...], readsElements: true) {
                (json, format, found) throws(ValueDecodingError) in
                found.append(try Element.read(from: &json, format))
            }, index)
    }

    private mutating func read<Value>(
        _ reading: MemberReading<Value>, _ index: Int
    ) throws(ValueDecodingError) -> [Value] {
        let kind = table.fields[index].kind
        var values: [Value] = []
        if try nextJSON(index) != nil {
            try reading.read(&json, kind, into: &values)
        } else if let row = row?.takeUnretainedValue() {
            let column = row.column(of: index)
            guard column >= 0, !row.isNull(column) else { return [] }
            values = try row.withJSON(column) { (json: inout JSONCursor) throws(ValueDecodingError) in
                var values: [Value] = []
                try reading.read(&json, kind, into: &values)
                return values
            }
        }
        return values
    }
}

/// Reads the values at the end of a way through objects.
private struct MemberReading<Value> {
    typealias Read = (inout JSONCursor, DateFormat, inout [Value]) throws(ValueDecodingError) -> Void

    /// The members on the way, which ends with the one to read.
    var names: ArraySlice<String>
    /// Whether a list at the end of the way is read element by element.
    let readsElements: Bool
    let read: Read

    /// Reads the object at the cursor, or the objects of the list there. Null has no members.
    func read(
        _ json: inout JSONCursor, _ kind: FieldKind, into values: inout [Value]
    ) throws(ValueDecodingError) {
        if try json.consumeNull() { return }
        if let element = kind.listElement {
            guard try json.beginArray() else { return }
            repeat { try read(&json, element, into: &values) } while try json.nextElement()
            return
        }
        guard case .object(let table) = kind else {
            throw ValueDecodingError(.wrongType, at: json.offset, expected: "an object")
        }
        // Readers do not keep it alive.
        defer { withExtendedLifetime(table) {} }
        let before = values.count
        var reader = try json.valuesReader(table)
        do throws(ValueDecodingError) {
            try read(&reader, table, into: &values)
        } catch {
            guard error.reason == .outOfOrder else { throw error }
            values.removeLast(values.count - before)
            reader = try json.otherValuesReader(table)
            try read(&reader, table, into: &values)
        }
        json.offset = reader.json.offset
    }

    private func read(
        _ reader: inout ValuesReader, _ table: FieldTable, into values: inout [Value]
    ) throws(ValueDecodingError) {
        if let name = names.first,
            let index = table.fields.firstIndex(where: { $0.name.isByteEqual(to: name) }),
            let format = try reader.nextJSON(index)
        {
            if names.count > 1 {
                var inner = self
                inner.names = names.dropFirst()
                try inner.read(&reader.json, table.fields[index].kind, into: &values)
            } else if readsElements, table.fields[index].kind.listElement != nil {
                try elements(&reader.json, format, into: &values)
            } else {
                try read(&reader.json, format, &values)
            }
        }
        try reader.finish()
    }

    private func elements(
        _ json: inout JSONCursor, _ format: DateFormat, into values: inout [Value]
    ) throws(ValueDecodingError) {
        guard try json.beginArray() else { return }
        repeat {
            if try !json.consumeNull() { try read(&json, format, &values) }
        } while try json.nextElement()
    }
}
