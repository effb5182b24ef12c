/// The order in which the keys of a document's objects come, as far as it was seen.
///
/// The objects of a page usually have the same order. The key that came after the last one is tried before any lookup.
struct KeyOrder {
    private var tables: [(keys: ObjectIdentifier, count: Int, start: Int)] = []
    /// For each table, the position of the key that came first, then of those that came after each key.
    private var successors: [Int] = []

    /// Returns where the successors of a table's keys start. Until others are seen, they are in the table's order.
    @inline(__always)
    mutating func start(of keys: FieldKeys) -> Int {
        let identity = ObjectIdentifier(keys)
        // A later table may have the address of a freed one. Its order is a guess, which must stay within its room.
        for table in tables where table.keys == identity && table.count == keys.list.count {
            return table.start
        }
        return add(keys, identity)
    }

    @inline(never)
    private mutating func add(_ keys: FieldKeys, _ identity: ObjectIdentifier) -> Int {
        let start = successors.count
        tables.append((identity, keys.list.count, start))
        successors.append(contentsOf: 0...keys.list.count)
        return start
    }

    /// The key that is likely to come after another one, or first after −1. It may be past the last key.
    @inline(__always)
    func key(after key: Int, from start: Int) -> Int { successors[start &+ key &+ 1] }

    /// Notes which key came after another one.
    @inline(__always)
    mutating func note(_ key: Int, after other: Int, from start: Int) {
        successors[start &+ other &+ 1] = key
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
        if expected < keys.list.count, keys.list.matches(expected, in: bytes, at: offset) {
            offset &+= keys.list[expected].length
            try expect(UInt8(ascii: ":"), "a colon")
            last = expected
            return expected
        }
        let index = try fieldIndex(in: keys)
        if index >= 0 {
            context.keyOrder.note(index, after: last, from: start)
            last = index
        }
        return index
    }
}
