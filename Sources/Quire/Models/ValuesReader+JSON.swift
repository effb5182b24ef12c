/// Reading from JSON: in the schema's order as long as the document keeps to it, by a scan of the rest when not.
extension ValuesReader {
    /// A reader of the object at the cursor.
    init(
        _ json: JSONCursor, _ table: FieldTable, keepsUnknownValues: Bool = false
    ) throws(DecodingFailure) {
        var json = json
        guard json.peek() == UInt8(ascii: "{") else { throw json.mismatch("an object") }
        start = json.offset
        json.offset &+= 1
        try json.enter()
        self.json = json
        self.table = table
        fields = table.keys.list
        state = .first
        self.keepsUnknownValues = keepsUnknownValues
        source = nil
    }

    /// A reader of no values at all, for an item whose values are null or missing.
    init(emptyAt json: JSONCursor, start: Int, _ table: FieldTable) {
        self.json = json
        self.start = start
        self.table = table
        fields = table.keys.list
        state = .ended
        keepsUnknownValues = false
        source = nil
    }

    /// Moves to the field's value; `nil` where it is missing, null, or not in JSON.
    @usableFromInline
    mutating func nextJSON(_ index: Int) throws(DecodingFailure) -> DateFormat? {
        switch state {
        case .first:
            guard fields.matches(index, in: json.bytes, at: json.offset) else { break }
            state = .next
            return try stepToValue(index)
        case .next:
            guard json.bytes[json.offset] == UInt8(ascii: ","),
                fields.matches(index, in: json.bytes, at: json.offset &+ 1)
            else { break }
            json.offset &+= 1
            return try stepToValue(index)
        case .scanned: return try scannedValue(index)
        case .ended, .row, .decoder: return nil
        }
        return try search(index)
    }

    /// Steps over the key at the cursor to its value.
    @inline(__always)
    private mutating func stepToValue(_ index: Int) throws(DecodingFailure) -> DateFormat? {
        json.offset &+= fields[index].length
        try json.expect(UInt8(ascii: ":"), "a colon")
        return json.bytes[json.offset] == UInt8(ascii: "n") || json.bytes[json.offset] <= 0x20
            ? try valueOrNull(fields[index].format) : fields[index].format
    }

    private mutating func valueOrNull(_ format: DateFormat) throws(DecodingFailure) -> DateFormat? {
        try json.consumeNull() ? nil : format
    }

    /// Reads a text that other items are likely to have too.
    mutating func sharedText(_ index: Int) throws(DecodingFailure) -> String? {
        guard try nextJSON(index) != nil else { return try elsewhere(index) }
        return try json.sharedString()
    }

    // MARK: - Another order

    /// The next key is not the field's: steps over what has no part in the order, else scans the rest.
    @inline(never)
    private mutating func search(_ index: Int) throws(DecodingFailure) -> DateFormat? {
        while try nextMember() {
            let before = json.offset
            let found = try memberIndex()
            if found == index {
                return json.bytes[json.offset] == UInt8(ascii: "n") || json.bytes[json.offset] <= 0x20
                    ? try valueOrNull(format(index)) : format(index)
            }
            if found > index {
                // The field may still come, or be missing: only the whole rest tells.
                json.offset = before
                try scan()
                return try scannedValue(index)
            }
            // Unknown, or read before: of two equal keys the first counts.
            try stepOver(found, keyAt: before)
        }
        return nil
    }

    /// Moves to the next key; `false` at the end of the object, which is stepped over.
    private mutating func nextMember() throws(DecodingFailure) -> Bool {
        let isFirst = state == .first
        state = .next
        if json.consume(UInt8(ascii: "}")) {
            json.leave()
            state = .ended
            return false
        }
        if !isFirst { try json.expect(UInt8(ascii: ","), "a comma or the end of the object") }
        guard json.peek() == UInt8(ascii: "\"") else { throw json.malformed("a key") }
        return true
    }

    /// Steps over the key at the cursor and its colon; the field's position, −1 for an unknown key.
    private mutating func memberIndex() throws(DecodingFailure) -> Int {
        try json.fieldIndex(in: table.keys)
    }

    private mutating func stepOver(_ index: Int, keyAt place: Int) throws(DecodingFailure) {
        guard index < 0, keepsUnknownValues else { return try json.skipValue() }
        var key = json
        key.offset = place
        let name = try key.key()
        let value = try json.value()
        if json.context.unknownValues[name] == nil { json.context.unknownValues[name] = value }
    }

    /// Notes where every value of the rest stands; the cursor is at a key.
    private mutating func scan() throws(DecodingFailure) {
        let context = json.context
        firstOffset = context.offsets.count
        context.offsets.append(contentsOf: repeatElement(-1, count: fields.count))
        state = .first
        var isFirst = true
        while true {
            if !isFirst, try !nextMember() { break }
            isFirst = false
            state = .next
            let place = json.offset
            let index = try memberIndex()
            _ = json.peek()
            if index >= 0, context.offsets[firstOffset + index] < 0 {
                context.offsets[firstOffset + index] = json.offset
                try json.skipValue()
            } else {
                try stepOver(index, keyAt: place)
            }
        }
        end = json.offset
        state = .scanned
    }

    private mutating func scannedValue(_ index: Int) throws(DecodingFailure) -> DateFormat? {
        let offset = json.context.offsets[firstOffset + index]
        guard offset >= 0 else { return nil }
        json.offset = offset
        return try valueOrNull(format(index))
    }

    /// Steps over what is left of the object; the cursor then stands behind it.
    mutating func finish() throws(DecodingFailure) {
        switch state {
        case .first, .next:
            while try nextMember() {
                let place = json.offset
                try stepOver(try memberIndex(), keyAt: place)
            }
        case .scanned:
            json.context.offsets.removeLast(json.context.offsets.count - firstOffset)
            json.offset = end
        case .ended, .row, .decoder: break
        }
    }
}

extension JSONCursor {
    /// Steps over the key at the cursor and its colon; the position of its field, −1 for an unknown key.
    mutating func fieldIndex(in keys: FieldKeys) throws(DecodingFailure) -> Int {
        let start = offset
        offset &+= 1
        let isASCII = try scanString()
        let index: Int
        if bytes[offset] == UInt8(ascii: "\\") {
            offset = start
            index = keys.index(of: try string())
        } else {
            index = keys.index(in: bytes, from: start + 1, to: offset)
            if !isASCII, index < 0, validUTF8Prefix(bytes.slice(start, offset)) != offset - start {
                throw invalidUTF8(from: start)
            }
            offset &+= 1
        }
        try expect(UInt8(ascii: ":"), "a colon")
        return index
    }
}
