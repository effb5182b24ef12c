import Foundation

/// One instance that is about to be read: an object of a page, or a row of a store.
public struct InstanceReader {
    private enum Source {
        case json(JSONCursor)
        case row(RowSource, RowLayout)
    }

    private var source: Source
    private let table: FieldTable

    /// A reader of the object at the cursor, whose values have the table's fields.
    package init(_ json: JSONCursor, _ table: FieldTable) {
        source = .json(json)
        self.table = table
    }

    /// A reader of a store's current row.
    public init(_ row: RowSource, _ layout: RowLayout, _ table: FieldTable) {
        source = .row(row, layout)
        self.table = table
    }

    /// Where the cursor stands once the instance is read; 0 for rows.
    package var endOffset: Int {
        if case .json(let json) = source { json.offset } else { 0 }
    }

    /// Reads the envelope (id, metadata) and hands the reader of the values to the closure.
    ///
    /// An instance without values, or with null for them, is one whose fields are all missing.
    public mutating func read<Result>(
        _ values: (inout ValuesReader) throws(DecodingFailure) -> Result
    ) throws(DecodingFailure) -> (id: String, metadata: ContentMetadata, values: Result) {
        switch source {
        case .json(var json):
            let result = try json.instance(table, values)
            source = .json(json)
            return result
        case .row(let row, let layout):
            let id = row.text(RowLayout.Envelope.id.rawValue)
            let metadata = try ContentMetadata(row)
            var reader = ValuesReader(row, layout, table)
            return (id, metadata, try values(&reader))
        }
    }
}

extension JSONCursor {
    /// Reads an instance object.
    fileprivate mutating func instance<Result>(
        _ table: FieldTable, _ read: (inout ValuesReader) throws(DecodingFailure) -> Result
    ) throws(DecodingFailure) -> (id: String, metadata: ContentMetadata, values: Result) {
        guard peek() == UInt8(ascii: "{") else { throw mismatch("an item") }
        let start = offset
        offset &+= 1
        try enter()
        var id: String?
        var metadata = ContentMetadata()
        var values: Result?
        var valuesPlace = start
        var seen: UInt32 = 0
        var expected = 0
        let keys = InstanceKey.keys
        if !consume(UInt8(ascii: "}")) {
            repeat {
                let index = try instanceKey(expected, keys)
                expected = index + 1
                guard index >= 0, seen & 1 << UInt32(index) == 0, let key = InstanceKey(rawValue: index)
                else {
                    // Unknown, or read before: of two equal keys the first counts.
                    try skipValue()
                    continue
                }
                seen |= 1 << UInt32(index)
                let place = nextPlace()
                if try consumeNull() {
                    if key == .values { valuesPlace = place }
                    continue
                }
                switch key {
                case .id: id = try identifier()
                case .values: values = try self.values(table, read)
                default: try metadata.read(key, from: &self)
                }
            } while consume(UInt8(ascii: ","))
            try expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        leave()
        guard let id else {
            throw DecodingFailure(.missing, at: start, expected: "an id as a string", name: "id")
        }
        if !context.unknownValues.isEmpty { metadata.unknownValues = context.takeUnknownValues() }
        if let values { return (id, metadata, values) }
        return (id, metadata, try noValues(table, instance: start, values: valuesPlace, read))
    }

    /// Steps over a key and its colon: the expected one by a comparison, any other by looking it up.
    @inline(__always)
    private mutating func instanceKey(_ expected: Int, _ keys: FieldKeys) throws(DecodingFailure) -> Int {
        guard peek() == UInt8(ascii: "\"") else { throw malformed("a key") }
        if expected < InstanceKey.count, keys.list.matches(expected, in: bytes, at: offset) {
            offset &+= keys.list[expected].length
            try expect(UInt8(ascii: ":"), "a colon")
            return expected
        }
        return try fieldIndex(in: keys)
    }

    private mutating func identifier() throws(DecodingFailure) -> String {
        guard peek() == UInt8(ascii: "\"") else { throw mismatch("an id as a string") }
        return try string()
    }

    private mutating func values<Result>(
        _ table: FieldTable, _ read: (inout ValuesReader) throws(DecodingFailure) -> Result
    ) throws(DecodingFailure) -> Result {
        let isOutermost = depth <= context.instanceDepth
        var reader = try ValuesReader(
            self, table, keepsUnknownValues: context.keepsUnknownValues && isOutermost)
        let values = try read(&reader)
        try reader.finish()
        offset = reader.json.offset
        return values
    }

    private func noValues<Result>(
        _ table: FieldTable, instance: Int, values place: Int,
        _ read: (inout ValuesReader) throws(DecodingFailure) -> Result
    ) throws(DecodingFailure) -> Result {
        var reader = ValuesReader(emptyAt: self, start: place, table)
        do throws(DecodingFailure) {
            return try read(&reader)
        } catch {
            guard place == instance, let name = error.name else { throw error }
            // Nothing in the document stands for the values: the failure has to name them.
            throw DecodingFailure(
                error.reason, at: error.offset, expected: error.expected,
                name: "values" + JSONPlace.member(name))
        }
    }
}
