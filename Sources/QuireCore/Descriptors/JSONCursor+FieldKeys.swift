/// Finding the fields of a table among the keys of a document.
extension JSONCursor {
    /// Calls the body with each requested member of the next object: the key's position, and the cursor at its value.
    /// Read or skip the value. Keys that come in the requested order, or in that of the objects before, are found without
    /// a lookup.
    @inline(__always)
    package mutating func eachMember(
        of keys: FieldKeys, _ body: (Int, inout JSONCursor) throws(ValueDecodingError) -> Void
    ) throws(ValueDecodingError) {
        guard consume(UInt8(ascii: "{")) else { throw mismatch("an object") }
        try enter()
        if !consume(UInt8(ascii: "}")) {
            let order = context.keyOrder.start(of: keys)
            var last = -1
            repeat {
                guard peek() == UInt8(ascii: "\"") else { throw malformed("a key") }
                let index = try fieldIndex(in: keys, after: &last, from: order)
                if index < 0 {
                    try skipValue()
                } else {
                    try body(index, &self)
                }
            } while consume(UInt8(ascii: ","))
            try expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        leave()
    }

    /// Reads the key at the cursor and its colon. Returns the position of its field, −1 for an unknown key, or less for a
    /// former name; see `FormerKeys.slot`.
    mutating func fieldIndex(in keys: FieldKeys) throws(ValueDecodingError) -> Int {
        let start = offset
        offset &+= 1
        let isASCII = try scanString()
        var index: Int
        if bytes[offset] == UInt8(ascii: "\\") {
            offset = start
            let name = try string()
            index = keys.index(of: name)
            if index < 0, let former = keys.former {
                let slot = former.keys.index(of: name)
                if slot >= 0 { index = FormerKeys.index(slot) }
            }
        } else {
            index = keys.index(in: bytes, from: start + 1, to: offset)
            if !isASCII, index < 0, validUTF8Prefix(bytes.slice(start, offset)) != offset - start {
                throw invalidUTF8(from: start)
            }
            if index < 0, let former = keys.former {
                let slot = former.keys.index(in: bytes, from: start + 1, to: offset)
                if slot >= 0 { index = FormerKeys.index(slot) }
            }
            offset &+= 1
        }
        if index < 0 { try checkMarks(ofKey: start..<offset) }
        try expect(UInt8(ascii: ":"), "a colon")
        return index
    }
}

extension KeyOrder {
    /// Returns where the successors of a table's keys start.
    @inline(__always)
    mutating func start(of keys: FieldKeys) -> Int {
        start(of: ObjectIdentifier(keys), count: keys.list.count)
    }
}

extension JSONCursor {
    /// Reads the key at the cursor and its colon like `fieldIndex(in:)`, and tries the key that came after the last one
    /// before.
    ///
    /// - Parameters:
    ///   - last: The position of the last known key of the object, or −1. Set to the key's.
    ///   - start: The start of the table in the document's key order.
    @inline(__always)
    mutating func fieldIndex(
        in keys: FieldKeys, after last: inout Int, from start: Int
    ) throws(ValueDecodingError) -> Int {
        let expected = context.keyOrder.key(after: last, from: start)
        if expected < keys.list.count {
            let end = keys.list.end(of: expected, in: bytes, at: offset)
            if end > 0 {
                offset = end
                last = expected
                return expected
            }
        }
        let index = try fieldIndex(in: keys)
        if index >= 0 {
            context.keyOrder.note(index, after: last, from: start)
            last = index
        }
        return index
    }
}
