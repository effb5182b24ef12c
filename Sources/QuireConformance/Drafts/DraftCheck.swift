internal import QuireCore
package import QuireSearch

extension RandomDraft {
    /// The problems of a response to the draft; empty if there are none.
    ///
    /// - Parameter response: A page with room for all items.
    package func mistakes(in response: DraftResponse<Goods>, over goods: [Good]) -> [String] {
        var mistakes: [String] = []
        let expectedIDs = Set(goods.filter { plain.holds(of: $0) }.map(\.id.rawValue))
        let ids = response.items.map(\.id.rawValue)
        if Set(ids) != expectedIDs || ids.count != expectedIDs.count {
            mistakes.append("found \(ids.sorted()), not \(expectedIDs.sorted())")
        }
        if response.pageInfo.totalItems != expectedIDs.count {
            mistakes.append("a total of \(response.pageInfo.totalItems ?? -1), not \(expectedIDs.count)")
        }
        let facets = draft.query.request.facets
        let names = plain.levels.map(Goods.levels) ?? []
        let levels = draft.levels.isEmpty ? [] : Array(draft.levels[0].fields.prefix(names.count + 1))
        if response.facets.map(\.field) != facets.map(\.field) + levels {
            return mistakes + ["the facets \(response.facets.map(\.field))"]
        }
        let maximum = facets[0].maximumValues
        for facet in response.facets {
            let level = levels.firstIndex(of: facet.field)
            let expected =
                level.map { plain.counts(ofLevel: $0, among: goods) }
                ?? plain.counts(of: facet.field, among: goods)
            let values = level.map { $0 < names.count ? [.string(names[$0])] : [] } ?? touched(facet.field)
            mistakes += self.mistakes(in: facet, expected, listing: values, upTo: maximum).map {
                "\(facet.field): \($0)"
            }
        }
        return mistakes
    }

    /// The values that must be listed, whatever their count.
    private func touched(_ field: String) -> [FilterValue] {
        let choice = draft.refinements[field]
        // An excluded path may be in a closed part of the tree.
        let excluded = field == "shelves" ? [] : choice?.excluded ?? []
        return (choice?.values ?? []) + excluded + (choice?.excludedInGroup ?? [])
    }

    private func mistakes(
        in facet: FacetResult, _ expected: [PlainValue: Int], listing touched: [FilterValue],
        upTo maximum: Int
    ) -> [String] {
        var mistakes: [String] = []
        var counts: [PlainValue: Int] = [:]
        for entry in facet.counts {
            guard let value = PlainValue(entry.value), counts.updateValue(entry.count, forKey: value) == nil
            else {
                mistakes.append("\(entry.value) twice, or of another type")
                continue
            }
            if entry.count != expected[value] ?? 0 {
                mistakes.append("\(entry.count) of \(entry.value), not \(expected[value] ?? 0)")
            }
        }
        for value in touched {
            if PlainValue(value).map({ counts[$0] == nil }) ?? true {
                mistakes.append("\(value) is not shown")
            }
        }
        let isWhole = expected.count <= maximum
        if facet.isExhaustive != isWhole { mistakes.append("exhaustive: \(facet.isExhaustive)") }
        let missing = expected.keys.filter { counts[$0] == nil }
        if isWhole, !missing.isEmpty { mistakes.append("\(missing) missing") }
        if !isWhole {
            // The most frequent values are listed, up to the limit.
            let least = expected.values.sorted(by: >)[maximum - 1]
            for value in missing where expected[value] ?? 0 > least { mistakes.append("\(value) missing") }
            if facet.counts.count < maximum {
                mistakes.append("only \(facet.counts.count) values")
            }
        }
        if ["price", "year"].contains(facet.field) {
            mistakes += self.mistakes(in: facet.statistics, expected)
        }
        return mistakes
    }

    private func mistakes(in statistics: FacetStatistics?, _ expected: [PlainValue: Int]) -> [String] {
        var count = 0
        var sum = 0.0
        var numbers: [Double] = []
        for (value, times) in expected {
            guard case .number(let number) = value else { continue }
            count += times
            sum += number * Double(times)
            numbers.append(number)
        }
        guard let statistics else { return count == 0 ? [] : ["no statistics"] }
        let isRight =
            statistics.count == count && statistics.minimum == numbers.min()
            && statistics.maximum == numbers.max()
            && abs(statistics.sum - sum) < 0.001
        return isRight ? [] : ["statistics \(statistics), not \(count) numbers of \(sum)"]
    }
}
