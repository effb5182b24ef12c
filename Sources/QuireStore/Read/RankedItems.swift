#if SQLite
import CSQLite
import QuireCore
import QuireEngine
import QuireText

/// The items that a ranked search finds, in order: by their keys, then by their ids.
///
/// Ids are read only where keys are equal and the page needs their order.
struct RankedItems {
    struct Item {
        var key: Int64
        /// The number of its row.
        var item: Int64
        /// Its words, of which the density is computed if it decides. Only a ranking without popularity needs it.
        var counts: Range<Int32> = 0..<0
    }

    private let plan: SearchPlan
    private let connection: Connection
    private let ranking: TextRanking
    private var items: [Item] = []
    /// Up to here items of one key are in the order of their ids.
    private var settled = 0
    /// Up to here keys have the density of the words.
    private var dense = 0
    /// The words of the items, and the plan for them.
    private var counts: [RankPlan.WordCount] = []
    private var rankPlan: RankPlan?
    /// The rows that are not weighed, for there are very many; behind all others.
    private var others: [Int64] = []

    init(plan: SearchPlan, connection: Connection, ranking: TextRanking) {
        self.plan = plan
        self.connection = connection
        self.ranking = ranking
    }

    var count: Int { items.count + others.count }

    /// Whether more items match than are ranked.
    private(set) var isUnselective = false

    // MARK: - Reading

    /// - Parameter isUnselective: Whether it is known that more items match than are ranked.
    mutating func load(isUnselective: Bool) throws {
        self.isUnselective = isUnselective
        if !isUnselective, try !weigh(RunningRank(ranking), limit: Int(TextMatch.rankedLimit)) {
            items = []
            self.isUnselective = true
        }
        if self.isUnselective { try loadMany() }
        items.sort { $0.key < $1.key }
    }

    /// - Parameters:
    ///   - knowsPopularity: Whether only some rows are weighed, whose popularity is known.
    ///   - limit: The number of items after which to stop.
    /// - Returns: `false` if there are more items.
    private mutating func weigh(
        _ running: RunningRank, knowsPopularity: Bool = false, limit: Int = .max
    ) throws -> Bool {
        let statement = plan.keys(ranking, knowsPopularity: knowsPopularity)
        let isComplete = try connection.ranking(by: running) {
            try connection.withStatement(statement.text) { row in
                try row.bind(statement.values)
                var first: Int32 = 0
                while try row.step() {
                    // A row that is not weighed has no key.
                    if row.isNull(1) { continue }
                    if items.count == limit { return false }
                    let end = Int32(clamping: running.counts.count)
                    items.append(Item(key: row.integer(1), item: row.integer(0), counts: first..<end))
                    first = end
                }
                return true
            }
        }
        counts = running.counts
        rankPlan = running.plan
        return isComplete
    }

    /// Weighs the most popular items, and those that a narrower expression finds; the others follow by popularity.
    private mutating func loadMany() throws {
        let all = try numbers(plan.numbers())
        let sets = try [all] + ranking.narrower.map { try numbers(plan.numbers($0)) }
        var weighed = WeighedRows()
        if ranking.popularity == nil {
            weighed.rows = try firstByID(TextFindings.mostWeighed, of: sets)
        } else {
            for numbers in sets {
                for row in try mostPopular(TextFindings.mostWeighed, of: RowSet(numbers), numbers) {
                    weighed.rows.insert(row.item)
                    weighed.popularities[row.item] = row.popularity
                }
            }
        }
        others = all.filter { !weighed.rows.contains($0) }
        _ = try weigh(RunningRank(ranking, weighed), knowsPopularity: true)
    }

    private func numbers(_ statement: SQLBuilder) throws -> [Int64] {
        try connection.withStatement(statement.text) { row in
            try row.bind(statement.values)
            var numbers: [Int64] = []
            while try row.step() { numbers.append(row.integer(0)) }
            return numbers
        }
    }

    /// The first rows of each set, in the order of their ids: without a popularity, all are equally popular.
    private func firstByID(_ count: Int, of sets: [[Int64]]) throws -> RowSet {
        var first = RowSet()
        var walked: [RowSet] = []
        let last = try connection.integer("SELECT max(item) FROM \(table)") ?? 0
        for numbers in sets {
            if numbers.count <= count {
                for number in numbers { first.insert(number) }
            } else if Double(numbers.count) * Double(numbers.count) > 400 * Double(last) {
                walked.append(RowSet(numbers))
            } else {
                for number in try inOrderOfIDs(numbers).prefix(count) { first.insert(number) }
            }
        }
        guard !walked.isEmpty else { return first }
        var missing = walked.map { _ in count }
        // The index of the ids has the numbers, so the rows are not read.
        try connection.withStatement("SELECT item FROM \(table) ORDER BY id") { row in
            while try missing.contains(where: { $0 > 0 }) && row.step() {
                let number = row.integer(0)
                for index in walked.indices where missing[index] > 0 && walked[index].contains(number) {
                    missing[index] -= 1
                    first.insert(number)
                }
            }
        }
        return first
    }

    /// The most popular of some rows, with their popularity; of equally popular ones those with the smallest ids.
    private func mostPopular(_ count: Int, of rows: RowSet, _ numbers: [Int64]) throws -> [Popular] {
        guard numbers.count > count else { return try popularities(of: numbers) }
        var candidates = try walk(count, rows)
        if candidates == nil { candidates = try popularities(of: numbers) }
        var popular = (candidates ?? []).map { (order: RankKey.descending($0.popularity), row: $0) }
        popular.sort { $0.order < $1.order }
        // The last ones may be as popular as others: their ids decide.
        if popular.count > count, popular[count - 1].order == popular[count].order {
            let order = popular[count - 1].order
            let first = popular.firstIndex { $0.order == order } ?? 0
            let last = (popular.lastIndex { $0.order == order } ?? first) + 1
            let tied = try inOrderOfIDs(popular[first..<last].map(\.row.item))
            let popularity = popular[first].row.popularity
            popular.replaceSubrange(first..<last, with: tied.map { (order, ($0, popularity)) })
        }
        return popular.prefix(count).map(\.row)
    }

    private var table: String { SQLite.quoted(plan.layout.table) }

    private typealias Popular = (item: Int64, popularity: Double)

    /// The most popular rows by the index of the popularity, with all that are as popular as the last; `nil` where that
    /// is not the quicker way.
    private func walk(_ count: Int, _ rows: RowSet) throws -> [Popular]? {
        guard let column = ranking.popularity,
            let index = plan.layout.indexes.first(where: { $0.column == column }),
            let last = try connection.integer("SELECT max(item) FROM \(table)"),
            Int64(rows.count) * 4 > last
        else { return nil }
        let name = SQLite.quoted(column)
        let sql =
            "SELECT item, \(name) FROM \(table) INDEXED BY \(SQLite.quoted(index.name)) "
            + "WHERE \(name) > 0 ORDER BY \(name) DESC"
        return try connection.withStatement(sql) { row in
            var found: [Popular] = []
            while try row.step() {
                let popularity = sqlite3_column_double(row.handle, 1)
                if found.count >= count,
                    RankKey.descending(popularity) != RankKey.descending(found[found.count - 1].popularity)
                {
                    return found
                }
                let item = row.integer(0)
                if rows.contains(item) { found.append((item, popularity)) }
            }
            return found.count >= count ? found : nil
        }
    }

    private func popularities(of numbers: [Int64]) throws -> [Popular] {
        guard let column = ranking.popularity else { return numbers.map { ($0, 0) } }
        return try connection.withStatement(
            "SELECT \(SQLite.quoted(column)) FROM \(table) WHERE item = ?"
        ) { row in
            try numbers.map { number in
                row.reset()
                try row.bind(.integer(number), at: 1)
                return (number, try row.step() ? sqlite3_column_double(row.handle, 0) : 0)
            }
        }
    }

    private func inOrderOfIDs(_ numbers: [Int64]) throws -> [Int64] {
        let ids = try connection.withStatement(
            "SELECT id FROM \(table) WHERE item = ?"
        ) {
            row in
            try numbers.map { number in
                row.reset()
                try row.bind(.integer(number), at: 1)
                return (id: try row.step() ? row.text(0) : "", number: number)
            }
        }
        return ids.sorted { Self.precedes($0.id, $1.id) }.map(\.number)
    }

    private static func precedes(_ one: String, _ other: String) -> Bool {
        one.utf8.lexicographicallyPrecedes(other.utf8)
    }

    // MARK: - Order

    /// The items of a part of the result, in order.
    mutating func part(_ range: Range<Int>) throws -> ArraySlice<Item> {
        try settle(upTo: range.upperBound)
        return items[range]
    }

    /// The first item behind another one; where that is no longer found, behind its key and id.
    ///
    /// Without a popularity keys change with every write: the page starts after as many items as came before then.
    mutating func index(after item: Int64, _ key: Int64, _ id: String, offset: Int) throws -> Int {
        if try self.id(of: item) == id {
            if let place = items.firstIndex(where: { $0.item == item }) {
                var end = place
                while end < items.count, items[end].key == items[place].key { end += 1 }
                try settle(upTo: end)
                return (items.firstIndex { $0.item == item } ?? place) + 1
            }
            if others.contains(item) {
                try settle(upTo: count)
                return (items.firstIndex { $0.item == item } ?? 0) + 1
            }
        }
        guard ranking.popularity != nil else { return min(offset, count) }
        if key >= 1 << 62 { try takeOthers() }
        var index = items.firstIndex { $0.key >= key } ?? items.count
        var end = index
        while end < items.count, items[end].key == key { end += 1 }
        try settle(upTo: end)
        while index < end, try !Self.precedes(id, self.id(of: items[index].item)) { index += 1 }
        return index
    }

    private func id(of item: Int64) throws -> String {
        try connection.text(
            "SELECT id FROM \(table) WHERE item = ?", [.integer(item)])
            ?? ""
    }

    /// Puts items of one key into the order of their ids, as far as the result is read.
    private mutating func settle(upTo end: Int) throws {
        if end > items.count { try takeOthers() }
        while settled < end {
            if settled >= dense { try addDensity() }
            var next = settled + 1
            while next < items.count, items[next].key == items[settled].key { next += 1 }
            if next > settled + 1 {
                let key = items[settled].key
                let numbers = try inOrderOfIDs(items[settled..<next].map(\.item))
                for (offset, number) in numbers.enumerated() {
                    items[settled + offset] = Item(key: key, item: number)
                }
            }
            settled = next
        }
    }

    /// Adds the density of the words to the next items of one key, if it decides their order.
    private mutating func addDensity() throws {
        let first = settled
        var end = first + 1
        while end < items.count, items[end].key == items[first].key { end += 1 }
        dense = end
        guard ranking.popularity == nil, end > first + 1, items[first].key < 1 << 62, let rankPlan
        else { return }
        try connection.withStatement(ranking.lengths) { row in
            for index in first..<end {
                row.reset()
                try row.bind(.integer(items[index].item), at: 1)
                let lengths = try row.step() ? ranking.lengths(row) : []
                let counts = counts[Int(items[index].counts.lowerBound)..<Int(items[index].counts.upperBound)]
                let density = rankPlan.density(of: counts) { $0 < lengths.count ? lengths[$0] : 0 }
                items[index].key = RankKey(value: items[index].key).withDensity(density).value
            }
        }
        items[first..<end].sort { $0.key < $1.key }
    }

    /// Adds the items that are not weighed.
    private mutating func takeOthers() throws {
        guard !others.isEmpty else { return }
        let keys = try popularities(of: others).map {
            Item(key: RankKey(unweighed: $0.popularity).value, item: $0.item)
        }
        others = []
        items += keys.sorted { $0.key < $1.key }
    }
}
#endif
