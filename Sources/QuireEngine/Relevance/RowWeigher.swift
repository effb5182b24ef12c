import QuireText

/// Computes the ranks of the items that a query finds, one after another.
///
/// For each item, an engine adds the occurrences of the plan's terms in any order.
package struct RowWeigher {
    /// An occurrence of a term. Positions count words.
    struct Place {
        var field: Int32
        var start: Int32
        var end: Int32
        var entry: Int32
    }

    let plan: RankPlan
    private(set) var places: [Place] = []
    private(set) var lines: [(field: Int32, start: Int32)] = []
    private var rowCosts: [Int]
    private var fieldCosts: [Int]
    private var ends: [(place: Int32, words: UInt64)] = []
    private var occurrences: [Int32]
    /// How often the words occur in the item's fields, field by field. Only a ranking without popularity needs it.
    package internal(set) var counts: [RankPlan.WordCount] = []

    package init(_ plan: RankPlan) {
        self.plan = plan
        rowCosts = Array(repeating: 0, count: plan.wordCount)
        fieldCosts = rowCosts
        occurrences = Array(repeating: 0, count: plan.wordCount)
    }

    /// Starts with the next item.
    package mutating func begin() {
        places.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
    }

    /// Adds an occurrence of a term.
    package mutating func add(entry: Int, field: Int, place: Int) {
        places.append(
            Place(
                field: Int32(field), start: Int32(place), end: Int32(place + plan.entries[entry].length),
                entry: Int32(entry)))
    }

    /// Adds the beginning of a line.
    package mutating func addLine(field: Int, place: Int) {
        if plan.fields[field].hasLines { lines.append((Int32(field), Int32(place))) }
    }

    /// How well a field matches. The best field counts.
    private struct FieldMerit {
        var words = 0
        var cost = 0
        var isExact = false
        var adjacent = 0
        var missesBeginning = false
        var field = 0

        func isBetter(than other: FieldMerit, _ plan: RankPlan) -> Bool {
            if words != other.words { return words > other.words }
            if cost != other.cost { return cost < other.cost }
            if isExact != other.isExact { return isExact }
            if adjacent != other.adjacent { return adjacent > other.adjacent }
            if missesBeginning != other.missesBeginning { return !missesBeginning }
            return plan.fields[field].weight > plan.fields[other.field].weight
        }
    }

    /// The rank of the item.
    ///
    /// - Parameter length: Returns the number of words of a field.
    package mutating func key(popularity: Double?, length: (Int) -> Int) -> RankKey {
        let key = keyWithoutDensity(popularity: popularity, length: length)
        return plan.hasPopularity ? key : key.withDensity(plan.density(of: counts, length: length))
    }

    /// The rank of the item. Without a popularity, it lacks the density of the words, the last criterion.
    package mutating func keyWithoutDensity(popularity: Double?, length: (Int) -> Int) -> RankKey {
        let criteria = plan.wordCount == 1 ? criteriaOfOneWord(length: length) : criteria(length: length)
        return RankKey(criteria, popularity: popularity)
    }

    mutating func sort() {
        func precedes(_ one: Place, _ other: Place) -> Bool {
            one.field != other.field ? one.field < other.field : one.start < other.start
        }
        // Engines add the occurrences of one term in this order.
        var isSorted = true
        for index in places.indices.dropFirst() where precedes(places[index], places[index - 1]) {
            isSorted = false
        }
        if !isSorted { places.sort(by: precedes) }
        if lines.count > 1 {
            lines.sort { $0.field != $1.field ? $0.field < $1.field : $0.start < $1.start }
        }
    }

    /// The criteria of the item but the density.
    mutating func criteria(length: (Int) -> Int) -> RankKey.Criteria {
        sort()
        counts.removeAll(keepingCapacity: true)
        var criteria = RankKey.Criteria()
        var words: UInt64 = 0
        var whole: UInt64 = 0
        for index in rowCosts.indices { rowCosts[index] = .max }
        for place in places {
            let entry = plan.entries[Int(place.entry)]
            words |= entry.words
            if !entry.isBeginning { whole |= entry.words }
            Self.lower(&rowCosts, entry)
        }
        // The last word is unfinished if only longer words match it.
        let isUnfinished = words & plan.lastWord != 0 && whole & plan.lastWord == 0
        criteria.isWhole = !isUnfinished
        var best: FieldMerit?
        var first = 0
        var line = 0
        while first < places.count {
            let field = places[first].field
            var end = first
            while end < places.count, places[end].field == field { end += 1 }
            while line < lines.count, lines[line].field < field { line += 1 }
            var lineEnd = line
            while lineEnd < lines.count, lines[lineEnd].field == field { lineEnd += 1 }
            var merit = merit(
                first..<end, line..<lineEnd, field: Int(field), length: length, itemWords: words)
            merit.missesBeginning = isUnfinished && !begins(first..<end, line..<lineEnd)
            if merit.isExact { criteria.isExact = true }
            if best.map({ merit.isBetter(than: $0, plan) }) ?? true { best = merit }
            if !plan.hasPopularity { count(first..<end, field) }
            first = end
            line = lineEnd
        }
        for cost in rowCosts where cost != .max { criteria.cost += cost }
        guard let best else { return criteria }
        criteria.separated = max(0, plan.wordCount - 1 - best.adjacent)
        if isUnfinished, !lastWordHasOwnPlace { criteria.separated += 1 }
        criteria.missesBeginning = best.missesBeginning
        criteria.fieldRank = plan.fields[best.field].rank
        return criteria
    }

    /// Whether the last word is found where no other word of the query is.
    private var lastWordHasOwnPlace: Bool {
        var index = places.startIndex
        while index < places.endIndex {
            let place = places[index]
            var (own, others): (UInt64, UInt64) = (0, 0)
            while index < places.endIndex, places[index].field == place.field,
                places[index].start == place.start
            {
                let words = plan.entries[Int(places[index].entry)].words
                if words & plan.lastWord != 0 { own |= words } else { others |= words }
                index += 1
            }
            if own != 0, others == 0 { return true }
        }
        return false
    }

    private static func lower(_ costs: inout [Int], _ entry: RankPlan.Entry) {
        var words = entry.words
        while words != 0 {
            let word = words.trailingZeroBitCount
            words &= words - 1
            if entry.cost < costs[word] { costs[word] = entry.cost }
        }
    }

    private mutating func merit(
        _ range: Range<Int>, _ lineRange: Range<Int>, field: Int, length: (Int) -> Int,
        itemWords: UInt64
    ) -> FieldMerit {
        var merit = FieldMerit()
        merit.field = field
        var words: UInt64 = 0
        for index in fieldCosts.indices { fieldCosts[index] = .max }
        for index in range {
            let entry = plan.entries[Int(places[index].entry)]
            words |= entry.words
            Self.lower(&fieldCosts, entry)
        }
        merit.words = words.nonzeroBitCount
        for cost in fieldCosts where cost != .max { merit.cost += cost }
        merit.adjacent = adjacentPairs(range)
        merit.isExact = isExact(range, lineRange, field: field, length: length, itemWords: itemWords)
        return merit
    }

    /// The number of adjacent words of the query that are adjacent here, in the same order. Each word counts at one place:
    /// the query is split into as few runs of adjacent words as possible.
    private mutating func adjacentPairs(_ range: Range<Int>) -> Int {
        var pairs = 0
        var first = 0
        while first < plan.wordCount - 1 {
            let last = lastWord(ofRunFrom: first, range)
            pairs += last - first
            first = last + 1
        }
        return pairs
    }

    /// The last word of the longest run that begins with a word of the query.
    private mutating func lastWord(ofRunFrom first: Int, _ range: Range<Int>) -> Int {
        ends.removeAll(keepingCapacity: true)
        var last = first
        var next = 0
        for index in range {
            let place = places[index]
            while next < ends.count, ends[next].place < place.start { next += 1 }
            var before: UInt64 = 0
            var other = next
            while other < ends.count, ends[other].place == place.start {
                before |= ends[other].words
                other += 1
            }
            let entry = plan.entries[Int(place.entry)]
            let words = entry.words
            var run = words & (before << 1 | 1 << UInt64(first))
            // What stands for several words together has them all; a word that the query repeats counts once.
            while !entry.isOwn, case let more = words & run << 1 & ~run, more != 0 { run |= more }
            guard run != 0 else { continue }
            last = max(last, 63 - run.leadingZeroBitCount)
            var position = ends.count
            while position > next, ends[position - 1].place > place.end { position -= 1 }
            ends.insert((place.end, run), at: position)
        }
        return last
    }

    /// Whether the field, or a line of it, begins with the query's first word.
    func begins(_ range: Range<Int>, _ lineRange: Range<Int>) -> Bool {
        var line = lineRange.lowerBound
        for index in range where plan.entries[Int(places[index].entry)].words & 1 != 0 {
            let start = places[index].start
            if start == 0 { return true }
            while line < lineRange.upperBound, lines[line].start < start { line += 1 }
            if line < lineRange.upperBound, lines[line].start == start { return true }
        }
        return false
    }

    /// Whether the field, or a line of a list, consists of all words that the item has of the query.
    ///
    /// The length of the field is only requested if it decides, because an engine has to look it up.
    func isExact(
        _ range: Range<Int>, _ lineRange: Range<Int>, field: Int, length: (Int) -> Int,
        itemWords: UInt64
    ) -> Bool {
        if let reach = reach(of: range, from: 0, itemWords), Int(reach) >= length(field) { return true }
        guard plan.fields[field].hasLines, !lineRange.isEmpty else { return false }
        var first = range.lowerBound
        for line in lineRange {
            let start = lines[line].start
            let next = line + 1 < lineRange.upperBound ? lines[line + 1].start : nil
            while first < range.upperBound, places[first].start < start { first += 1 }
            var last = first
            while last < range.upperBound, next.map({ places[last].start < $0 }) ?? true { last += 1 }
            if let reach = reach(of: first..<last, from: start, itemWords),
                reach >= next ?? Int32(length(field))
            {
                return true
            }
            first = last
        }
        return false
    }

    /// The end of the whole words of the query that follow one another without a gap; `nil` if one is missing.
    private func reach(of range: Range<Int>, from start: Int32, _ itemWords: UInt64) -> Int32? {
        var reach = start
        var words: UInt64 = 0
        for index in range {
            let entry = plan.entries[Int(places[index].entry)]
            if entry.isBeginning { continue }
            if places[index].start > reach { return nil }
            reach = max(reach, places[index].end)
            words |= entry.words
        }
        return words == itemWords && itemWords != 0 ? reach : nil
    }

    /// Counts the words in a field. Terms at the same place count once for each word.
    private mutating func count(_ range: Range<Int>, _ field: Int32) {
        for word in occurrences.indices { occurrences[word] = 0 }
        var index = range.lowerBound
        while index < range.upperBound {
            var words: UInt64 = 0
            let start = places[index].start
            while index < range.upperBound, places[index].start == start {
                words |= plan.entries[Int(places[index].entry)].words
                index += 1
            }
            while words != 0 {
                occurrences[words.trailingZeroBitCount] += 1
                words &= words - 1
            }
        }
        for (word, count) in occurrences.enumerated() where count > 0 {
            counts.append(.init(field: field, word: Int32(word), count: count))
        }
    }
}
