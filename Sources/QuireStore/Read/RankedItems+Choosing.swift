#if SQLite
import CSQLite
import QuireEngine

/// Which rows are weighed if very many match.
extension RankedItems {
    /// The rows to weigh: of each set the first ones by popularity.
    mutating func chosen(from sets: [RowSet]) throws -> WeighedRows {
        var weighed = WeighedRows()
        guard ranking.popularity != nil else {
            weighed.rows = try firstByID(TextFindings.mostWeighed, of: sets)
            return weighed
        }
        try learnPopularities(of: sets.reduce(0) { $0 + $1.count })
        weighed.known = known
        for rows in sets {
            for row in try mostPopular(TextFindings.mostWeighed, of: rows) {
                weighed.rows.insert(row.item)
                if known == nil { weighed.popularities[row.item] = row.popularity }
            }
        }
        return weighed
    }

    /// Rows of the module that are likely to be weighed if nearly all match.
    func firstCandidates(_ count: Int) throws -> [Int64] {
        if let known { return known.items.prefix(count).map(Int64.init) }
        let order: String
        if let column = ranking.popularity {
            guard plan.layout.indexes.contains(where: { $0.column == column }) else { return [] }
            order = "\(SQLite.quoted(column)) DESC"
        } else {
            if let ids = try moduleRows?.ids(for: count / 5) {
                return ids.items.prefix(count).map(Int64.init)
            }
            order = "id"
        }
        return try connection.withStatement("SELECT item FROM \(table) ORDER BY \(order) LIMIT ?") { row in
            try row.bind(.integer(Int64(count)), at: 1)
            var numbers: [Int64] = []
            while try row.step() { numbers.append(row.integer(0)) }
            return numbers
        }
    }

    /// The first rows of each set, in the order of their ids: without a popularity, all are equally popular.
    private func firstByID(_ count: Int, of sets: [RowSet]) throws -> RowSet {
        var first = RowSet()
        var walked: [RowSet] = []
        let last = try connection.integer("SELECT max(item) FROM \(table)") ?? 0
        for rows in sets {
            if rows.count <= count {
                for number in rows.numbers { first.insert(number) }
            } else if Double(rows.count) * Double(rows.count) > 400 * Double(last) {
                walked.append(rows)
            } else {
                for number in try inOrderOfIDs(rows.numbers).prefix(count) { first.insert(number) }
            }
        }
        guard !walked.isEmpty else { return first }
        if let ids = try moduleRows?.ids(for: count) {
            for rows in walked {
                var missing = count
                for number in ids.items where rows.contains(Int64(number)) {
                    first.insert(Int64(number))
                    missing -= 1
                    if missing == 0 { break }
                }
            }
            return first
        }
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
    private func mostPopular(_ count: Int, of rows: RowSet) throws -> [Popular] {
        guard rows.count > count else { return try popularities(of: rows.numbers) }
        var candidates = try walk(count, rows)
        if candidates == nil { candidates = try popularities(of: rows.numbers) }
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

    typealias Popular = (item: Int64, popularity: Double)

    /// The most popular rows by the index of the popularity, with all that are as popular as the last; `nil` where that
    /// is not the quicker way.
    private func walk(_ count: Int, _ rows: RowSet) throws -> [Popular]? {
        if let known { return walk(count, rows, known) }
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

    private func walk(_ count: Int, _ rows: RowSet, _ known: PopularityOrder) -> [Popular] {
        var found: [Popular] = []
        for number in known.items where rows.contains(Int64(number)) {
            let popularity = known[Int64(number)]
            if found.count >= count,
                RankKey.descending(popularity) != RankKey.descending(found[found.count - 1].popularity)
            {
                break
            }
            found.append((Int64(number), popularity))
        }
        return found
    }

    func popularities(of numbers: [Int64]) throws -> [Popular] {
        if let known { return numbers.map { ($0, known[$0]) } }
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
