#if SQLite
import CSQLite

/// The items of a module in the order of their popularity, the most popular first.
final class PopularityOrder: KeptRows {
    /// The numbers of the rows, in order.
    let items: [Int32]
    /// By the number of the row; not a number if there is no item.
    private let values: [Double]

    init(_ source: RowColumn, last: Int64) throws {
        var values = Array(repeating: Double.nan, count: Int(max(last, -1)) + 1)
        var items: [Int32] = []
        // A missing popularity counts as 0.
        var none: [Int32] = []
        var negative: [Int32] = []
        let sql = "SELECT item, \(source.column) FROM \(source.table) ORDER BY \(source.column) DESC"
        try source.connection.withStatement(sql) { row in
            while try row.step() {
                let item = row.integer(0)
                // A damaged file may have any number.
                guard values.indices.contains(Int(item)) else { continue }
                let value = sqlite3_column_double(row.handle, 1)
                values[Int(item)] = value
                let number = Int32(truncatingIfNeeded: item)
                if value > 0 {
                    items.append(number)
                } else if value < 0 {
                    negative.append(number)
                } else {
                    none.append(number)
                }
            }
        }
        self.items = items + none + negative
        self.values = values
    }

    private init(_ items: [Int32], _ values: [Double]) {
        self.items = items
        self.values = values
    }

    var count: Int { items.count }

    /// The popularity of an item.
    subscript(item: Int64) -> Double { value(of: item) ?? 0 }

    private func value(of item: Int64) -> Double? {
        guard values.indices.contains(Int(item)), case let value = values[Int(item)], !value.isNaN else {
            return nil
        }
        return value
    }

    // MARK: - Changing

    func changed(by changes: RowChanges, _ source: RowColumn) throws -> PopularityOrder? {
        var values = values
        var removed: [Int64] = []
        var inserted: [(element: Int32, value: Double)] = []
        for number in Set(changes.inserted + changes.updated + changes.removed)
        where RowSet.possible.contains(number) {
            let old = value(of: number)
            let new = try value(of: number, source)
            guard old != new else { continue }
            if old != nil { removed.append(number) }
            if let new { inserted.append((Int32(truncatingIfNeeded: number), new)) }
            if Int(number) >= values.count {
                values += Array(repeating: .nan, count: Int(number) + 1 - values.count)
            }
            values[Int(number)] = new ?? .nan
        }
        guard !removed.isEmpty || !inserted.isEmpty else { return self }
        inserted.sort { $0.value > $1.value }
        return PopularityOrder(
            items.spliced(
                removing: places(of: removed),
                inserting: inserted.map { new in (new.element, index { $0 < new.value }) }), values)
    }

    /// The popularity in the table; `nil` if there is no item.
    private func value(of number: Int64, _ source: RowColumn) throws -> Double? {
        let sql = "SELECT \(source.column) FROM \(source.table) WHERE item = ?"
        return try source.connection.withStatement(sql) { row in
            try row.bind(.integer(number), at: 1)
            return try row.step() ? sqlite3_column_double(row.handle, 0) : nil
        }
    }

    /// The indexes of items in ascending order.
    private func places(of numbers: [Int64]) -> [Int] {
        if numbers.count > 8 {
            let numbers = RowSet(numbers)
            return items.indices.filter { numbers.contains(Int64(items[$0])) }
        }
        return numbers.compactMap { number in
            let value = self[number]
            return items[index { $0 <= value }...].firstIndex(of: Int32(truncatingIfNeeded: number))
        }.sorted()
    }

    /// The first index at which a popularity passes a test. A smaller popularity passes it, too.
    private func index(where passes: (Double) -> Bool) -> Int {
        var low = 0
        var high = items.count
        while low < high {
            let middle = (low + high) / 2
            if passes(self[Int64(items[middle])]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
#endif
