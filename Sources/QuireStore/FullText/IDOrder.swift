#if SQLite
/// The items of a module in the order of their ids: all of them, or those with the smallest ids.
final class IDOrder: KeptRows {
    /// The number of ids that are read at once, at least.
    static let part = 4_096

    /// The numbers of the rows, in order.
    let items: [Int32]
    /// By the number of the row.
    private let places: [Int32]
    /// The id up to which all items are known; `nil` if all are.
    private let end: String?

    private init(_ items: [Int32], _ places: [Int32], end: String?) {
        self.items = items
        self.places = places
        self.end = end
    }

    /// Whether all items are known.
    var isComplete: Bool { end == nil }

    var count: Int { items.count }

    /// The place of an item; the greatest number if it is not known.
    subscript(item: Int64) -> Int32 { places.indices.contains(Int(item)) ? places[Int(item)] : .max }

    // MARK: - Reading in parts

    /// Reads the items with the smallest ids, or those that follow the known ones.
    ///
    /// - Parameters:
    ///   - last: The greatest number of a row.
    ///   - part: The number of items that are read at least.
    static func extending(
        _ order: IDOrder?, _ source: RowColumn, last: Int64, part: Int = part
    ) throws -> IDOrder {
        let limit = max(part, (order?.items.count ?? 0) / 4)
        var read = Read(places: order?.places ?? [])
        read.items = order?.items ?? []
        read.makeRoom(for: last)
        let condition = order?.end == nil ? "" : " WHERE id > ?2"
        let connection = source.connection
        let next: Int64? = try connection.withStatement(
            "SELECT item FROM \(source.table)\(condition) ORDER BY id LIMIT ?1"
        ) { row in
            try row.bind(.integer(Int64(limit)), at: 1)
            if let end = order?.end { try row.bind(.text(end), at: 2) }
            var count = 0
            while try row.step() {
                let item = row.integer(0)
                read.add(item)
                count += 1
                if count == limit { return item }
            }
            return nil
        }
        let end = try next.flatMap { last in
            try connection.text("SELECT id FROM \(source.table) WHERE item = ?", [.integer(last)])
        }
        return IDOrder(read.items, read.places, end: end)
    }

    private struct Read {
        var items: [Int32] = []
        var places: [Int32]

        mutating func makeRoom(for last: Int64) {
            let missing = Int(max(last, -1)) + 1 - places.count
            if missing > 0 { places += repeatElement(Int32.max, count: missing) }
        }

        mutating func add(_ item: Int64) {
            // A damaged file may have any number.
            guard places.indices.contains(Int(item)) else { return }
            places[Int(item)] = Int32(truncatingIfNeeded: items.count)
            items.append(Int32(truncatingIfNeeded: item))
        }
    }

    // MARK: - Changing

    func changed(by changes: RowChanges, _ source: RowColumn) throws -> IDOrder? {
        // An item keeps its id.
        guard !changes.inserted.isEmpty || !changes.removed.isEmpty else { return self }
        let removed = Set(changes.inserted + changes.removed).map { self[$0] }.filter { $0 != .max }
        guard let inserted = try inserted(Set(changes.inserted), source) else { return nil }
        let items = items.spliced(removing: removed.map(Int.init).sorted(), inserting: inserted)
        var places = places
        for place in removed { places[Int(self.items[Int(place)])] = .max }
        if let last = inserted.map(\.element).max(), Int(last) >= places.count {
            places += Array(repeating: .max, count: Int(last) + 1 - places.count)
        }
        let first = min(removed.min().map(Int.init) ?? .max, inserted.first?.index ?? .max, items.count)
        for place in first..<items.count { places[Int(items[place])] = Int32(truncatingIfNeeded: place) }
        return IDOrder(items, places, end: end)
    }

    /// New items with the places of the old ones that follow them; `nil` if these are not known.
    private func inserted(
        _ numbers: Set<Int64>, _ source: RowColumn
    ) throws -> [(element: Int32, index: Int)]? {
        let connection = source.connection
        var new: [(id: String, number: Int64)] = []
        for number in numbers where RowSet.possible.contains(number) {
            // An item that was deleted again has none.
            let id = try connection.text(
                "SELECT id FROM \(source.table) WHERE item = ?", [.integer(number)])
            guard let id, end.map({ !Self.precedes($0, id) }) ?? true else { continue }
            new.append((id, number))
        }
        new.sort { Self.precedes($1.id, $0.id) }
        var indexByNumber: [Int64: Int] = [:]
        var inserted: [(element: Int32, index: Int)] = []
        for (id, number) in new {
            let next = try connection.integer(
                "SELECT item FROM \(source.table) WHERE id > ? AND item > 0 ORDER BY id LIMIT 1", [.text(id)])
            // The last one comes first, so the next item has its place already. If it is new and not among these, it comes
            // after the known ones; its number may have been that of a known item.
            var index =
                next.map { next in
                    indexByNumber[next] ?? (numbers.contains(next) ? Int(Int32.max) : Int(self[next]))
                } ?? items.count
            // The next one is not known, because it comes after those that are.
            if end != nil, index == Int(Int32.max) { index = items.count }
            guard index <= items.count else { return nil }
            indexByNumber[number] = index
            inserted.append((Int32(truncatingIfNeeded: number), index))
        }
        return inserted.reversed()
    }

    private static func precedes(_ one: String, _ other: String) -> Bool {
        one.utf8.lexicographicallyPrecedes(other.utf8)
    }
}

extension [Int32] {
    /// The array without the elements at some indexes, and with others inserted before some indexes.
    ///
    /// - Parameters:
    ///   - removed: Indexes in ascending order.
    ///   - inserted: Elements, each with the index of the old element that follows it, in ascending order.
    func spliced(removing removed: [Int], inserting inserted: [(element: Int32, index: Int)]) -> [Int32] {
        var result: [Int32] = []
        result.reserveCapacity(count + inserted.count)
        var copied = 0
        var removed = removed[...]
        var inserted = inserted[...]
        while let next = [removed.first, inserted.first?.index].compactMap(\.self).min() {
            result += self[copied..<next]
            copied = next
            if let new = inserted.first, new.index == next {
                result.append(new.element)
                inserted.removeFirst()
            } else {
                copied += 1
                removed.removeFirst()
            }
        }
        return result + self[copied...]
    }
}
#endif
