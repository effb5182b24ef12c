/// Reading from a record: each value has its place in a response.
///
/// This is a fast path for records whose values all fit. Whenever one does not, it throws, and the instance is read
/// instead, which finds the reason. So its errors have no meaning of their own.
extension ValuesReader {
    init(_ record: UnsafePointer<RecordValues>, _ json: JSONCursor, _ table: FieldTable) {
        self.init(table, .record, json: json, record: record)
        end = json.offset
    }

    /// Moves to the value of a field.
    mutating func recordValue(_ index: Int) throws(ValueDecodingError) -> DateFormat? {
        // The last value must have been read to its end.
        guard let record, json.offset == end, record.pointee.slots.indices.contains(index) else {
            throw Self.unfit
        }
        let slot = record.pointee.slots[index]
        guard slot.form != .none else { return nil }
        readFields |= 1 << UInt64(index)
        move(to: slot, record)
        return try valueOrNull(fields[index].format)
    }

    private mutating func move(to slot: ValueSlot, _ record: UnsafePointer<RecordValues>) {
        json.bytes = slot.form == .written ? record.pointee.written : record.pointee.response
        json.offset = slot.start
        end = slot.end
        switch slot.form {
        case .foundText:
            json.knownText = slot.start
            json.knownTextEnd = slot.end &- 1
        case .none, .found, .written: json.knownText = -1
        }
    }

    /// Checks the values that were not requested, as a reader of the instance would.
    mutating func finishRecord() throws(ValueDecodingError) {
        guard let record, json.offset == end else { throw Self.unfit }
        for (index, slot) in record.pointee.slots.enumerated() where readFields & 1 << UInt64(index) == 0 {
            switch slot.form {
            case .none, .foundText: break
            case .found, .written:
                move(to: slot, record)
                try json.skipValue()
                guard json.offset == end else { throw Self.unfit }
            }
        }
    }

    private static var unfit: ValueDecodingError {
        ValueDecodingError(.invalidValue, at: 0, expected: "a record whose values fit")
    }
}
