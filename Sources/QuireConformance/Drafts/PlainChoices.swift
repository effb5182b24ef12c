package import QuireCore

/// A user's choices among goods and their effect: in plain Swift over the values, without the filters, plans and
/// evaluators under test.
package struct PlainChoices: Sendable {
    package var words = ""
    package var colors: [String] = []
    package var excludedColors: [String] = []
    package var brands: [String] = []
    package var category: String?
    package var shelf: String?
    package var excludedShelf: String?
    package var promotions: [String] = []
    package var excludedPromotions: [String] = []
    package var sizes: [String] = []
    package var sizesInGroup: [String] = []
    /// The lower and upper bounds; one of the ranges must match.
    package var prices: [ClosedRange<Double>] = []
    package var yearsFrom: Int?
    package var yearsTo: Int?
    package var stock: [Bool] = []
    package var levels: String?
    package var cheaperThan: Double?

    package init() {}

    /// Whether an item matches all choices except those of one facet.
    package func holds(of item: Good, except left: String? = nil) -> Bool {
        let item = item.values
        if !hasWords(item.name) { return false }
        if let cheaperThan, !(item.price.map { $0 < cheaperThan } ?? false) { return false }
        return Self.fields.allSatisfy { $0 == left || holds($0, item) }
    }

    /// The fields with choices.
    private static let fields = [
        "color", "brand", "category", "shelves", "promotions", "sizes", "price", "year", "inStock", "lvl0",
    ]

    private func holds(_ field: String, _ item: Goods.Values) -> Bool {
        let color = item.color.map { [$0] } ?? []
        switch field {
        case "color": return (colors.isEmpty || meets(color, colors)) && !meets(color, excludedColors)
        case "brand": return brands.isEmpty || meets(item.brand.map { [$0] } ?? [], brands)
        case "category": return category.map { isUnder($0, item.category.map { [$0] } ?? []) } ?? true
        case "shelves":
            return (shelf.map { isUnder($0, item.shelves) } ?? true)
                && !(excludedShelf.map { isUnder($0, item.shelves) } ?? false)
        case "promotions":
            return promotions.allSatisfy { meets(item.promotions, [$0]) }
                && !meets(item.promotions, excludedPromotions)
        case "sizes":
            if sizes.isEmpty && sizesInGroup.isEmpty { return true }
            return meets(item.sizes, sizes) || sizesInGroup.contains { !meets(item.sizes, [$0]) }
        case "price":
            return prices.isEmpty || prices.contains { range in item.price.map(range.contains) ?? false }
        case "year":
            if let yearsFrom, !(item.year.map { $0 >= yearsFrom } ?? false) { return false }
            if let yearsTo, !(item.year.map { $0 <= yearsTo } ?? false) { return false }
            return true
        case "inStock": return stock.isEmpty || (item.inStock.map(stock.contains) ?? false)
        case "lvl0": return levels.map { isUnder($0, item.category.map { [$0] } ?? []) } ?? true
        default: return true
        }
    }

    /// All words are in the name; the last one may be a prefix.
    private func hasWords(_ name: String) -> Bool {
        let nameWords = name.split(separator: " ")
        let queryWords = words.split(separator: " ")
        guard let last = queryWords.last else { return true }
        return queryWords.dropLast().allSatisfy { nameWords.contains($0) }
            && nameWords.contains { $0.hasPrefix(last) }
    }

    private func meets(_ values: [String], _ choices: [String]) -> Bool {
        values.contains { value in choices.contains { Array($0.utf8) == Array(value.utf8) } }
    }

    private func isUnder(_ path: String, _ values: [String]) -> Bool {
        values.contains { meets(Goods.levels(of: $0), [path]) }
    }

    /// The expected counts of a facet, by the values' bytes or numbers.
    package func counts(of field: String, among goods: [Good]) -> [PlainValue: Int] {
        var counts: [PlainValue: Int] = [:]
        for item in goods where holds(of: item, except: leftOut(of: field)) {
            for value in Set(values(of: field, item.values)) { counts[value, default: 0] += 1 }
        }
        let path = field == "category" ? category : field == "shelves" ? shelf : levels
        if field == "category" || field == "shelves" {
            let open = path.map { Goods.levels(of: $0).map { Array($0.utf8) } } ?? []
            counts = counts.filter { value, _ in
                guard case .text(let bytes) = value else { return false }
                let levels = Goods.levels(of: String(decoding: bytes, as: UTF8.self))
                return levels.count == 1 || open.contains(Array(levels[levels.count - 2].utf8))
            }
        }
        return counts
    }

    /// The expected counts of a level in a separate field, under the chosen name above it.
    package func counts(ofLevel level: Int, among goods: [Good]) -> [PlainValue: Int] {
        let names = levels.map(Goods.levels) ?? []
        var counts: [PlainValue: Int] = [:]
        for item in goods where holds(of: item, except: "lvl0") {
            let values = [item.lvl0, item.lvl1, item.lvl2]
            guard let value = values[level] else { continue }
            if level > 0, !isUnder(names[level - 1], item.category.map { [$0] } ?? []) { continue }
            counts[.text(Array(value.utf8)), default: 0] += 1
        }
        return counts
    }

    /// The facet whose own choices do not affect its counts.
    private func leftOut(of field: String) -> String? {
        ["color", "category", "shelves", "sizes", "price", "inStock"].contains(field) ? field : nil
    }

    private func values(of field: String, _ item: Goods.Values) -> [PlainValue] {
        func texts(_ texts: [String]) -> [PlainValue] { texts.map { .text(Array($0.utf8)) } }
        switch field {
        case "color": return texts(item.color.map { [$0] } ?? [])
        case "brand": return texts(item.brand.map { [$0] } ?? [])
        case "category": return texts(item.category.map(Goods.levels) ?? [])
        case "shelves": return texts(item.shelves.flatMap(Goods.levels))
        case "promotions": return texts(item.promotions)
        case "sizes": return texts(item.sizes)
        case "price": return item.price.map { [.number($0)] } ?? []
        case "year": return item.year.map { [.number(Double($0))] } ?? []
        case "inStock": return item.inStock.map { [.truth($0)] } ?? []
        default: return []
        }
    }
}

/// A value with the equality of facet values.
package enum PlainValue: Sendable, Hashable {
    case text([UInt8]), number(Double), truth(Bool)

    package init?(_ value: FilterValue) {
        switch value {
        case .string(let text): self = .text(Array(text.utf8))
        case .integer(let number): self = .number(Double(number))
        case .number(let number): self = .number(number)
        case .boolean(let truth): self = .truth(truth)
        default: return nil
        }
    }
}
