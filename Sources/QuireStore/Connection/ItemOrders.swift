#if SQLite
import CSQLite

/// The items of a module in the order of their popularity, the most popular first.
final class PopularityOrder {
    private(set) var items: [Int32] = []
    /// By the number of the row.
    private var values: [Double]

    fileprivate init(_ row: Statement, last: Int64) throws {
        values = Array(repeating: 0, count: Int(max(last, -1)) + 1)
        // A missing popularity counts as 0.
        var none: [Int32] = []
        var negative: [Int32] = []
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
        items += none + negative
    }

    /// The popularity of an item.
    subscript(item: Int64) -> Double { values.indices.contains(Int(item)) ? values[Int(item)] : 0 }
}

/// The items of a module in the order of their ids.
final class IDOrder {
    private(set) var items: [Int32] = []
    /// By the number of the row.
    private var places: [Int32]

    fileprivate init(_ row: Statement, last: Int64) throws {
        places = Array(repeating: .max, count: Int(max(last, -1)) + 1)
        while try row.step() {
            let item = row.integer(0)
            guard places.indices.contains(Int(item)) else { continue }
            places[Int(item)] = Int32(truncatingIfNeeded: items.count)
            items.append(Int32(truncatingIfNeeded: item))
        }
    }

    /// The place of an item.
    subscript(item: Int64) -> Int32 { places.indices.contains(Int(item)) ? places[Int(item)] : .max }
}

/// Caches the orders of items that a connection has read, until something is written.
///
/// Looking up one row takes as long as reading several rows of an index. Therefore an order is read as a whole as soon as a
/// part of its rows has been looked up.
struct ItemOrders {
    /// The part of the rows that are looked up before all are read.
    fileprivate static let part: Int64 = 5
    /// The largest number of a row. An order takes 8 or 12 bytes for each number.
    fileprivate static let largest: Int64 = 4_000_000

    fileprivate var version: FileVersion?
    /// By the statement that reads the order.
    fileprivate var orders: [String: AnyObject] = [:]
    fileprivate var lookUps: [String: Int64] = [:]
}

extension Connection {
    /// The popularities of all items, if they are known, or if reading them pays.
    ///
    /// - Parameters:
    ///   - table: The module's table, as SQL.
    ///   - column: The column of the popularity, as SQL.
    ///   - count: How many popularities the caller would look up, or has looked up.
    func popularities(_ table: String, _ column: String, for count: Int) throws -> PopularityOrder? {
        try order(
            "SELECT item, \(column) FROM \(table) ORDER BY \(column) DESC", table, count, PopularityOrder.init
        )
    }

    /// The order of all ids, if it is known, or if reading it pays.
    ///
    /// - Parameter count: How many ids the caller would look up.
    func ids(_ table: String, for count: Int) throws -> IDOrder? {
        try order("SELECT item FROM \(table) ORDER BY id", table, count, IDOrder.init)
    }

    private func order<Order: AnyObject>(
        _ sql: String, _ table: String, _ count: Int, _ read: (Statement, Int64) throws -> Order
    ) throws -> Order? {
        guard try !isWriting else { return nil }
        let version = fileVersion
        if itemOrders.version != version { itemOrders = ItemOrders(version: version) }
        if let known = itemOrders.orders[sql] { return known as? Order }
        guard count > 0 else { return nil }
        let lookUps = itemOrders.lookUps[sql, default: 0] + Int64(count)
        itemOrders.lookUps[sql] = lookUps
        let last = try integer("SELECT max(item) FROM \(table)") ?? 0
        guard last < ItemOrders.largest, lookUps * ItemOrders.part > last else { return nil }
        let order = try withStatement(sql) { try read($0, last) }
        itemOrders.orders[sql] = order
        return order
    }
}
#endif
