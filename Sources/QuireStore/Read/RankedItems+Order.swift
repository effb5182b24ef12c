#if SQLite
import QuireEngine

/// The order of the items, as far as a page needs it.
extension RankedItems {
    /// The items of a part of the result, in order.
    mutating func part(_ range: Range<Int>) throws -> ArraySlice<RankedRow> {
        try settle(upTo: range.upperBound)
        return items[range]
    }

    /// The first item behind another one; where that is no longer found, behind its key and id.
    ///
    /// Without a popularity keys change with every write: the page starts after as many items as came before then.
    mutating func index(after item: Int64, _ key: Int64, _ id: String, offset: Int) throws -> Int {
        if try self.id(of: item) == id {
            if isLeadingOnly, !items.contains(where: { $0.item == item }) { try weighChosen() }
            if let place = items.firstIndex(where: { $0.item == item }) {
                var end = place
                while end < items.count, items[end].key == items[place].key { end += 1 }
                try settle(upTo: end)
                return (items.firstIndex { $0.item == item } ?? place) + 1
            }
            if !hasOthers, all.contains(item), !weighed.rows.contains(item) {
                try settle(upTo: exactCount)
                if let place = items.firstIndex(where: { $0.item == item }) { return place + 1 }
            }
        }
        if RankKey(value: key).isShared {
            try takeShared()
            guard let place = items.lastIndex(where: { $0.item == item && RankKey(value: $0.key).isShared })
            else { return min(offset, count) }
            var end = place
            while end < items.count, items[end].key == items[place].key { end += 1 }
            try settle(upTo: end)
            return (items.lastIndex { $0.item == item } ?? place) + 1
        }
        guard ranking.popularity != nil else { return min(offset, count) }
        if isLeadingOnly { try weighChosen() }
        if key >= 1 << 62 { try takeOthers() }
        var index = items.firstIndex { $0.key >= key } ?? items.count
        var end = index
        while end < items.count, items[end].key == key { end += 1 }
        try settle(upTo: end)
        while index < end, let other = try self.id(of: items[index].item), !Self.precedes(id, other) {
            index += 1
        }
        return index
    }

    private func id(of item: Int64) throws -> String? {
        try connection.text("SELECT id FROM \(table) WHERE item = ?", [.integer(item)])
    }

    /// Puts items of one key into the order of their ids, as far as the result is read.
    private mutating func settle(upTo end: Int) throws {
        if end > items.count, isLeadingOnly { try weighChosen() }
        if end > items.count { try takeOthers() }
        if end > items.count { try takeShared() }
        while settled < end {
            if settled >= dense { try addDensity() }
            var next = settled + 1
            while next < items.count, items[next].key == items[settled].key { next += 1 }
            if next > settled + 1 {
                let key = items[settled].key
                let numbers = try inOrderOfIDs(items[settled..<next].map(\.item))
                for (offset, number) in numbers.enumerated() {
                    items[settled + offset] = RankedRow(key: key, item: number)
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
        let lengths = try moduleRows?.lengths(for: items[first..<end].lazy.map(\.item))
        let columns = rankPlan.fields.indices.map { ranking.column(of: $0) ?? 0 }
        var others: [Int] = []
        for index in first..<end {
            let item = items[index].item
            guard let lengths, lengths.knows(item) else {
                others.append(index)
                continue
            }
            items[index].key = key(of: items[index], rankPlan) {
                lengths.length(of: item, column: columns[$0])
            }
        }
        if !others.isEmpty { try lookUpLengths(of: others, rankPlan) }
        items[first..<end].sort { $0.key < $1.key }
    }

    /// Adds the density to the keys of items whose lengths are not known.
    private mutating func lookUpLengths(of indexes: [Int], _ rankPlan: RankPlan) throws {
        try connection.withStatement(ranking.lengths) { row in
            for index in indexes {
                row.reset()
                try row.bind(.integer(items[index].item), at: 1)
                let lengths = try row.step() ? ranking.lengths(row) : []
                items[index].key = key(of: items[index], rankPlan) {
                    $0 < lengths.count ? lengths[$0] : 0
                }
            }
        }
    }

    /// The key of an item with the density of its words.
    ///
    /// - Parameter length: Returns the number of words of a field.
    @inline(__always)
    private func key(of row: RankedRow, _ rankPlan: RankPlan, length: (Int) -> Int) -> Int64 {
        let counts = counts[Int(row.counts.lowerBound)..<Int(row.counts.upperBound)]
        let density = rankPlan.density(of: counts, length: length)
        return RankKey(value: row.key).withDensity(density).value
    }

    /// Adds the items that are not weighed.
    mutating func takeOthers() throws {
        guard !hasOthers else { return }
        hasOthers = true
        let others = all.numbers.filter { !weighed.rows.contains($0) }
        let keys = try popularities(of: others).map {
            RankedRow(key: RankKey(unweighed: $0.popularity).value, item: $0.item)
        }
        items += keys.sorted { $0.key < $1.key }
    }

    func inOrderOfIDs(_ numbers: [Int64]) throws -> [Int64] {
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
}
#endif
