/// Queries of one word, which are the most frequent and find the most items.
extension RowWeigher {
    /// The criteria of the item but the density: those of `criteria(length:)`, without what only several words need.
    mutating func criteriaOfOneWord(length: (Int) -> Int) -> RankKey.Criteria {
        sort()
        counts.removeAll(keepingCapacity: true)
        var criteria = RankKey.Criteria()
        guard !places.isEmpty else { return criteria }
        let isUnfinished = places.allSatisfy { plan.entries[Int($0.entry)].isBeginning }
        criteria.isWhole = !isUnfinished
        criteria.cost = .max
        var best: (cost: Int, isExact: Bool, missesBeginning: Bool, field: Int)?
        var first = 0
        var line = 0
        while first < places.count {
            let field = places[first].field
            let lines = lines(of: field, from: &line)
            var end = first
            var cost = Int.max
            var count: Int32 = 0
            var start: Int32 = -1
            while end < places.count, places[end].field == field {
                cost = min(cost, plan.entries[Int(places[end].entry)].cost)
                if places[end].start != start { count += 1 }
                start = places[end].start
                end += 1
            }
            let range = first..<end
            let isExact = isExact(range, lines, field: Int(field), length: length, itemWords: 1)
            let missesBeginning = isUnfinished && !begins(range, lines)
            if isExact { criteria.isExact = true }
            criteria.cost = min(criteria.cost, cost)
            if !plan.hasPopularity { counts.append(.init(field: field, word: 0, count: count)) }
            first = end
            if let best {
                let merit = (cost, isExact ? 0 : 1, missesBeginning ? 1 : 0)
                let other = (best.cost, best.isExact ? 0 : 1, best.missesBeginning ? 1 : 0)
                guard
                    merit < other
                        || (merit == other && plan.fields[Int(field)].weight > plan.fields[best.field].weight)
                else { continue }
            }
            best = (cost, isExact, missesBeginning, Int(field))
        }
        guard let best else { return criteria }
        criteria.missesBeginning = best.missesBeginning
        criteria.fieldRank = plan.fields[best.field].rank
        return criteria
    }

    /// The lines of a field. The fields are requested in order.
    private func lines(of field: Int32, from line: inout Int) -> Range<Int> {
        while line < lines.count, lines[line].field < field { line += 1 }
        let first = line
        while line < lines.count, lines[line].field == field { line += 1 }
        return first..<line
    }
}
