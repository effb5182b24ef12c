#if SQLite
import CSQLite
import QuireEngine

/// Which rows are weighed if very many match.
extension RankedItems {
    /// The rows to weigh: of each set the first ones by popularity.
    mutating func chosen(from sets: [RowSet]) throws -> WeighedRows {
        var weighed = WeighedRows()
        let count = TextFindings.mostWeighed
        guard ranking.popularity != nil else {
            weighed.rows = try firstByID(count, of: sets)
            return weighed
        }
        let last = try connection.integer("SELECT max(item) FROM \(table)") ?? 0
        try learnPopularities(of: lookUps(of: sets, last))
        weighed.popularityOrder = popularityOrder
        for rows in try mostPopular(count, of: sets, last) {
            for row in rows {
                weighed.rows.insert(row.item)
                if popularityOrder == nil { weighed.popularities[row.item] = row.popularity }
            }
        }
        return weighed
    }

    // MARK: - By id

    /// The first rows of each set, in the order of their ids: without a popularity, all are equally popular.
    private func firstByID(_ count: Int, of sets: [RowSet]) throws -> RowSet {
        var first = RowSet()
        var walked: [(rows: RowSet, missing: Int)] = []
        let last = try connection.integer("SELECT max(item) FROM \(table)") ?? 0
        for rows in sets {
            if rows.count <= count {
                for number in rows.numbers { first.insert(number) }
            } else if Double(rows.count) * Double(rows.count) > 400 * Double(last) {
                walked.append((rows, count))
            } else {
                for number in try inOrderOfIDs(rows.numbers).prefix(count) { first.insert(number) }
            }
        }
        guard !walked.isEmpty else { return first }
        var unfinished = walked.count
        try moduleRows?.forEachID { number in
            for index in walked.indices where walked[index].missing > 0 && walked[index].rows.contains(number)
            {
                walked[index].missing -= 1
                first.insert(number)
                if walked[index].missing == 0 { unfinished -= 1 }
            }
            return unfinished > 0
        }
        return first
    }

    // MARK: - By popularity

    typealias Popular = (item: Int64, popularity: Double)

    /// Of each set the most popular rows, with their popularity; of equally popular ones those with the smallest ids.
    private func mostPopular(_ count: Int, of sets: [RowSet], _ last: Int64) throws -> [[Popular]] {
        let walked = sets.indices.filter { sets[$0].count > count && isWalked(sets[$0], last) }
        var popularBySet: [Int: [Popular]] = [:]
        for (index, rows) in zip(walked, try walk(count, walked.map { sets[$0] })) {
            popularBySet[index] = rows
        }
        return try sets.indices.map { index in
            let popular = try popularBySet[index] ?? popularities(of: sets[index].numbers)
            return popular.count > count ? try mostPopular(count, of: popular) : popular
        }
    }

    private func mostPopular(_ count: Int, of rows: [Popular]) throws -> [Popular] {
        var popular = rows.map { (order: RankKey.descending($0.popularity), row: $0) }
        popular.sort { $0.order < $1.order }
        // The last ones may be as popular as others: their ids decide.
        if popular[count - 1].order == popular[count].order {
            let order = popular[count - 1].order
            var (first, last) = (count - 1, count + 1)
            while first > 0, popular[first - 1].order == order { first -= 1 }
            while last < popular.count, popular[last].order == order { last += 1 }
            let tied = try inOrderOfIDs(popular[first..<last].map(\.row.item))
            let popularity = popular[first].row.popularity
            popular.replaceSubrange(first..<last, with: tied.map { (order, ($0, popularity)) })
        }
        return popular.prefix(count).map(\.row)
    }

    private var popularityIndex: String? {
        layout.indexes.first { $0.column == ranking.popularity }?.name
    }

    /// Whether the most popular of some rows are found in the order of the popularity, because these are many.
    private func isWalked(_ rows: RowSet, _ last: Int64) -> Bool {
        popularityOrder != nil || (popularityIndex != nil && Int64(rows.count) * 10 > last)
    }

    /// The number of look-ups that take as long as finding the most popular rows of each set.
    private func lookUps(of sets: [RowSet], _ last: Int64) -> Int {
        var lookUps = 0
        var walked = 0
        for rows in sets {
            if rows.count > TextFindings.mostWeighed, isWalked(rows, last) {
                walked = max(walked, TextFindings.mostWeighed * Int(last) / rows.count)
            } else {
                lookUps += rows.count
            }
        }
        return lookUps + walked / ModuleRows.part
    }

    /// Of each set the most popular rows in the order of the popularity, with all that are as popular as the last. If a row
    /// without a popularity is one of them, it is no set of these rows, because their order is not known.
    private func walk(_ count: Int, _ sets: [RowSet]) throws -> [[Popular]?] {
        var popular = sets.map { _ in [Popular]() }
        var isFinished = sets.map { _ in false }
        var unfinished = sets.count
        /// Returns `false` if all sets are finished.
        func add(_ item: Int64, _ popularity: Double) -> Bool {
            for index in sets.indices where !isFinished[index] {
                if popular[index].count >= count, let last = popular[index].last,
                    RankKey.descending(popularity) != RankKey.descending(last.popularity)
                {
                    isFinished[index] = true
                    unfinished -= 1
                } else if sets[index].contains(item) {
                    popular[index].append((item, popularity))
                }
            }
            return unfinished > 0
        }
        guard unfinished > 0 else { return [] }
        if let popularityOrder {
            for number in popularityOrder.items where !add(Int64(number), popularityOrder[Int64(number)]) {
                break
            }
            return popular
        }
        guard let column = ranking.popularity, let popularityIndex else { return sets.map { _ in nil } }
        let name = SQLite.quoted(column)
        try connection.withStatement(
            "SELECT item, \(name) FROM \(table) INDEXED BY \(SQLite.quoted(popularityIndex)) "
                + "WHERE \(name) > 0 ORDER BY \(name) DESC"
        ) { row in
            while try row.step(), add(row.integer(0), sqlite3_column_double(row.handle, 1)) {}
        }
        // Rows without a popularity follow in no order.
        return popular.map { $0.count >= count ? $0 : nil }
    }

    func popularities(of numbers: [Int64]) throws -> [Popular] {
        if let popularityOrder { return numbers.map { ($0, popularityOrder[$0]) } }
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
}
#endif
