#if SQLite
/// The items of a module in the order of their ids.
final class IDOrder: KeptRows {
    /// The numbers of the rows, in order.
    let items: [Int32]
    /// By the number of the row.
    private let places: [Int32]

    init(_ source: RowColumn, last: Int64) throws {
        var places = Array(repeating: Int32.max, count: Int(max(last, -1)) + 1)
        var items: [Int32] = []
        try source.connection.withStatement("SELECT item FROM \(source.table) ORDER BY id") { row in
            while try row.step() {
                let item = row.integer(0)
                // A damaged file may have any number.
                guard places.indices.contains(Int(item)) else { continue }
                places[Int(item)] = Int32(truncatingIfNeeded: items.count)
                items.append(Int32(truncatingIfNeeded: item))
            }
        }
        self.items = items
        self.places = places
    }

    private init(_ items: [Int32], _ places: [Int32]) {
        self.items = items
        self.places = places
    }

    var count: Int { items.count }

    /// The place of an item.
    subscript(item: Int64) -> Int32 { places.indices.contains(Int(item)) ? places[Int(item)] : .max }

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
        return IDOrder(items, places)
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
            if let id { new.append((id, number)) }
        }
        new.sort { $1.id.utf8.lexicographicallyPrecedes($0.id.utf8) }
        var found: [Int64: Int] = [:]
        var inserted: [(element: Int32, index: Int)] = []
        for (id, number) in new {
            let next = try connection.integer(
                "SELECT item FROM \(source.table) WHERE id > ? AND item > 0 ORDER BY id LIMIT 1", [.text(id)])
            // The last one comes first, so the next item has its place already.
            let index = next.map { next in found[next] ?? Int(self[next]) } ?? items.count
            guard index <= items.count else { return nil }
            found[number] = index
            inserted.append((Int32(truncatingIfNeeded: number), index))
        }
        return inserted.reversed()
    }
}
#endif
