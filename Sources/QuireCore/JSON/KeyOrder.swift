/// The order in which the keys of a document's objects come, as far as it was seen.
///
/// The objects of a page usually have the same order. The key that came after the last one is tried before any lookup.
struct KeyOrder {
    private var tables: [(keys: ObjectIdentifier, count: Int, start: Int)] = []
    /// For each table, the position of the key that came first, then of those that came after each key.
    private var successors: [Int] = []

    /// Returns where the successors of a table's keys start. Until others are seen, they are in the table's order.
    @inline(__always)
    mutating func start(of keys: ObjectIdentifier, count: Int) -> Int {
        // A later table may have the address of a freed one. Its order is a guess, which must stay within its room.
        for table in tables where table.keys == keys && table.count == count { return table.start }
        return add(keys, count)
    }

    @inline(never)
    private mutating func add(_ keys: ObjectIdentifier, _ count: Int) -> Int {
        let start = successors.count
        tables.append((keys, count, start))
        successors.append(contentsOf: 0...count)
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
