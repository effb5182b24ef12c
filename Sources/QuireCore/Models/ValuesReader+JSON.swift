/// Reading from JSON: in the schema's order while the document follows it, otherwise after a scan of the object.
///
/// If the next key belongs to a later field, the field is assumed to be missing. Documents that omit fields therefore
/// need no scan. If its key appears later after all, the object is scanned and read again (`outOfOrder`), and so are
/// the other objects of the document.
extension ValuesReader {
    /// A reader of the object at the cursor.
    init(
        _ json: JSONCursor, _ table: FieldTable, keepsUnknownValues: Bool = false
    ) throws(ValueDecodingError) {
        var json = json
        guard json.peek() == UInt8(ascii: "{") else { throw json.mismatch("an object") }
        let start = json.offset
        json.offset &+= 1
        try json.enter()
        self.init(
            table, json.context.hasOtherOrder ? .unscanned : .first, json: json, start: start,
            keepsUnknownValues: keepsUnknownValues)
    }

    /// A reader without values, for an item whose values are null or missing.
    init(emptyAt json: JSONCursor, start: Int, _ table: FieldTable) {
        self.init(table, .empty, json: json, start: start)
    }

    /// Moves to the field's value. Returns `nil` if it is missing or null, or not in JSON.
    @usableFromInline
    mutating func nextJSON(_ index: Int) throws(ValueDecodingError) -> DateFormat? {
        switch state {
        case .first:
            guard index >= nextIndex else { break }
            let value = fields.end(of: index, in: json.bytes, at: json.offset)
            guard value > 0 else { break }
            state = .next
            return try step(to: value, index)
        case .next:
            guard index >= nextIndex, json.bytes[json.offset] == UInt8(ascii: ",") else { break }
            let value = fields.end(of: index, in: json.bytes, at: json.offset &+ 1)
            guard value > 0 else { break }
            return try step(to: value, index)
        case .unscanned:
            try scan()
            return try scannedValue(index)
        case .scanned: return try scannedValue(index)
        case .record: return try recordValue(index)
        case .ended where index >= nextIndex: return nil
        case .ended: break
        case .empty, .row, .decoder: return nil
        }
        return try search(index)
    }

    /// Moves to the value at an offset, after its key.
    @inline(__always)
    private mutating func step(to value: Int, _ index: Int) throws(ValueDecodingError) -> DateFormat? {
        nextIndex = index &+ 1
        json.offset = value
        return try valueOrNull(fields[index].format)
    }

    @inline(__always)
    mutating func valueOrNull(_ format: DateFormat) throws(ValueDecodingError) -> DateFormat? {
        let byte = json.bytes[json.offset]
        guard byte == UInt8(ascii: "n") || byte <= 0x20 else { return format }
        return try json.consumeNull() ? nil : format
    }

    /// Reads a text that other items are likely to contain too.
    mutating func sharedText(_ index: Int) throws(ValueDecodingError) -> String? {
        guard try nextJSON(index) != nil else { return try elsewhere(index) }
        return try json.sharedString()
    }

    // MARK: - Another order

    /// Called if the next key is not the field's. Skips unknown keys up to the field's key or that of a later field.
    @inline(never)
    private mutating func search(_ index: Int) throws(ValueDecodingError) -> DateFormat? {
        guard index >= nextIndex, index < 64 else {
            // The fields were requested in a different order than the schema's, or are too many for the bits.
            try rescan()
            return try scannedValue(index)
        }
        nextIndex = index &+ 1
        while true {
            let before = (json.offset, state)
            guard try nextMember() else { return nil }
            let key = json.offset
            let fieldIndex = try json.fieldIndex(in: table.keys)
            if fieldIndex == index { return try valueOrNull(format(index)) }
            if fieldIndex > index {
                skipped |= 1 << UInt64(index)
                (json.offset, state) = before
                return nil
            }
            try stepOver(fieldIndex, keyAt: key)
        }
    }

    /// Moves to the next key. Returns `false` at the end of the object, after skipping the bracket.
    @inline(__always)
    private mutating func nextMember() throws(ValueDecodingError) -> Bool {
        if state == .next, json.bytes[json.offset] == UInt8(ascii: ","),
            json.bytes[json.offset &+ 1] == UInt8(ascii: "\"")
        {
            json.offset &+= 1
            return true
        }
        return try anyNextMember()
    }

    /// Moves to the next key, whatever is before it.
    @inline(never)
    private mutating func anyNextMember() throws(ValueDecodingError) -> Bool {
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

    /// Skips the value of a key that was not requested.
    private mutating func stepOver(_ index: Int, keyAt place: Int) throws(ValueDecodingError) {
        // A former name counts only if the current one is missing, which a scan finds out.
        if index < -1 {
            throw ValueDecodingError(.outOfOrder, at: json.offset, expected: "the field's current name")
        }
        if index >= 0, index < 64, skipped & 1 << UInt64(index) != 0 {
            throw ValueDecodingError(.outOfOrder, at: json.offset, expected: "the schema's order")
        }
        guard index < 0, keepsUnknownValues else { return try json.skipValue() }
        var key = json
        key.offset = place
        let name = try key.key()
        let value = try json.value()
        if json.context.unknownValues[name] == nil { json.context.unknownValues[name] = value }
    }

    /// Records the position of every value of the object, from its start.
    private mutating func scan() throws(ValueDecodingError) {
        if state == .ended { json.depth += 1 }
        json.offset = start + 1
        let keys = table.keys
        let former = keys.former
        firstPlace = json.context.addPlaces(fields.count + (former?.names.count ?? 0))
        state = .first
        skipped = 0
        let order = json.context.keyOrder.start(of: keys)
        var last = -1
        while try nextMember() {
            let key = json.offset
            var index = try json.fieldIndex(in: keys, after: &last, from: order)
            if let slot = FormerKeys.slot(index) { index = fields.count + slot }
            _ = json.peek()
            if index >= 0, json.contextReference.places[firstPlace &+ index].start < 0 {
                let place = try json.skipPlacedValue()
                json.contextReference.places[firstPlace &+ index] = place
            } else {
                try stepOver(index, keyAt: key)
            }
        }
        if let former { try useFormerNames(former) }
        end = json.offset
        state = .scanned
    }

    /// Scans an object after some of its fields have been read.
    private mutating func rescan() throws(ValueDecodingError) {
        let assumed = skipped
        try scan()
        for index in 0..<min(64, fields.count) where assumed & 1 << UInt64(index) != 0 {
            if json.contextReference.places[firstPlace + index].start >= 0 {
                json.context.places.remove(from: firstPlace)
                throw ValueDecodingError(.outOfOrder, at: start, expected: "the schema's order")
            }
        }
    }

    private mutating func scannedValue(_ index: Int) throws(ValueDecodingError) -> DateFormat? {
        let place = json.contextReference.places[firstPlace &+ index]
        guard place.start >= 0 else { return nil }
        json.offset = place.start
        guard place.isPlainText else { return try valueOrNull(format(index)) }
        json.knownText = place.start
        json.knownTextEnd = place.textEnd
        return format(index)
    }

    /// Moves to the value of a field that was assumed to be missing. Returns `nil` if it is.
    @usableFromInline
    mutating func searchedJSON(_ index: Int) throws(ValueDecodingError) -> DateFormat? {
        switch state {
        case .first, .next, .ended:
            // Do not count the field itself as skipped, because that would restart the object.
            if index < 64 { skipped &= ~(1 << UInt64(index)) }
            try rescan()
            return try scannedValue(index)
        case .unscanned, .scanned, .record, .empty, .row, .decoder: return nil
        }
    }

    /// Skips the rest of the object and moves the cursor past it.
    @usableFromInline
    mutating func finish() throws(ValueDecodingError) {
        switch state {
        case .first, .next:
            while try nextMember() {
                let key = json.offset
                try stepOver(try json.fieldIndex(in: table.keys), keyAt: key)
            }
        case .unscanned:
            // No field was requested. The values are checked all the same.
            try scan()
            removePlaces()
        case .scanned: removePlaces()
        case .record: try finishRecord()
        case .ended, .empty, .row, .decoder: break
        }
    }

    private mutating func removePlaces() {
        json.context.places.remove(from: firstPlace)
        json.offset = end
    }
}
