internal import QuireCore
package import QuireSearch

/// A draft created by random steps, with the same steps in plain Swift.
package struct RandomDraft: Sendable {
    package var draft: SearchDraft<Goods>
    package var plain = PlainChoices()
    /// The steps, for a failure message.
    package var steps: [String] = []

    package static let fields = [
        "color", "brand", "category", "shelves", "promotions", "sizes", "price", "year", "inStock",
    ]

    package init(_ random: inout some RandomNumberGenerator, maximumValues: Int = 100) {
        let query = Goods.query()
            .facet(\.color, maximumValues: maximumValues).facet(\.brand, maximumValues: maximumValues)
            .facet(\.category, maximumValues: maximumValues).facet(\.shelves, maximumValues: maximumValues)
            .facet(\.promotions, maximumValues: maximumValues).facet(\.sizes, maximumValues: maximumValues)
            .facet(\.price, maximumValues: maximumValues).facet(\.year, maximumValues: maximumValues)
            .facet(\.inStock, maximumValues: maximumValues)
        // Engines differ in the items that only share some words.
        draft = SearchDraft(query.search(mode: .allWords))
        draft.pageSize = 200
        if random.chance(3) { draft.countLevels(\.lvl0, \.lvl1, \.lvl2, maximumValues: maximumValues) }
        for _ in 0..<Int.random(in: 0...7, using: &random) { step(&random) }
    }

    private mutating func step(_ random: inout some RandomNumberGenerator) {
        switch Int.random(in: 0..<17, using: &random) {
        case 0, 1:
            let color = random.one(of: Goods.colors)
            note("toggle color \(color)")
            draft.toggle(\.color, color)
            plain.excludedColors.drop(color)
            plain.colors.flip(color)
        case 2:
            let color = random.one(of: Goods.colors)
            note("exclude color \(color)")
            draft.exclude(\.color, color)
            plain.colors.drop(color)
            plain.excludedColors.put(color)
        case 3:
            let brand = random.one(of: Goods.brands)
            note("toggle brand \(brand)")
            draft.toggle(\.brand, brand)
            plain.brands.flip(brand)
        case 4, 5:
            let path = random.one(of: Goods.levels(of: random.one(of: Goods.categories)))
            note("toggle category \(path)")
            draft.toggle(\.category, path)
            plain.category = Self.toggled(plain.category, path)
        case 6:
            let path = random.one(of: Goods.levels(of: random.one(of: Goods.categories)))
            note("toggle shelf \(path)")
            draft.toggle(\.shelves, path)
            plain.shelf = Self.toggled(plain.shelf, path)
            // Choosing a value removes its exclusion.
            if let excluded = plain.excludedShelf, let shelf = plain.shelf,
                Array(excluded.utf8) == Array(shelf.utf8)
            {
                plain.excludedShelf = nil
            }
        case 7:
            // At most one shelf is excluded, never the chosen one.
            let path = random.one(of: Goods.categories)
            guard plain.excludedShelf == nil, plain.shelf == nil else { return }
            note("exclude shelf \(path)")
            draft.exclude(\.shelves, path)
            plain.excludedShelf = path
        case 8:
            let promotion = random.one(of: Goods.promotions)
            note("toggle promotion \(promotion)")
            draft.toggle(\.promotions, promotion)
            plain.excludedPromotions.drop(promotion)
            plain.promotions.flip(promotion)
        case 9:
            let promotion = random.one(of: Goods.promotions)
            note("exclude promotion \(promotion)")
            draft.exclude(\.promotions, promotion)
            plain.promotions.drop(promotion)
            plain.excludedPromotions.put(promotion)
        case 10:
            let size = random.one(of: Goods.sizes)
            note("toggle size \(size)")
            draft.toggle(\.sizes, size)
            plain.sizesInGroup.drop(size)
            plain.sizes.flip(size)
        case 11:
            let size = random.one(of: Goods.sizes)
            note("exclude size in group \(size)")
            draft.exclude(\.sizes, size, inGroup: true)
            plain.sizes.drop(size)
            plain.sizesInGroup.put(size)
        case 12:
            let low = random.one(of: Goods.prices)
            note("toggle price \(low)...\(low + 10)")
            draft.toggle(\.price) { $0.between(low...(low + 10)) }
            plain.prices.flip(low...(low + 10))
        case 13:
            let year = random.one(of: Goods.years)
            if random.chance(2) {
                note("years from \(year)")
                draft.update(\.year) { $0 >= year }
                plain.yearsFrom = year
            } else {
                note("years to \(year)")
                draft.update(\.year) { $0 <= year }
                plain.yearsTo = year
            }
        case 14:
            let truth = random.chance(2)
            note("toggle in stock \(truth)")
            draft.toggle(\.inStock, truth)
            plain.stock.flip(truth)
        case 15:
            guard !draft.levels.isEmpty else { return }
            let path = random.one(of: Goods.levels(of: random.one(of: Goods.categories)))
            note("toggle level \(path)")
            draft.toggle(\.lvl0, path)
            plain.levels = Self.toggled(plain.levels, path)
        default:
            let words = random.one(of: ["re", "red", "sho", "red sh", "rope hat", "", " "])
            note("text \(words)")
            draft.text = words
            plain.words = words
            if random.chance(2) {
                let price = random.one(of: Goods.prices)
                note("cheaper than \(price)")
                draft.filter("cheap") { $0.price < price }
                plain.cheaperThan = price
            }
        }
    }

    private mutating func note(_ step: String) { steps.append(step) }

    /// Choosing a path again selects its parent.
    private static func toggled(_ chosen: String?, _ path: String) -> String? {
        guard let chosen, Array(chosen.utf8) == Array(path.utf8) else { return path }
        return Goods.levels(of: path).dropLast().last
    }
}

extension [String] {
    fileprivate mutating func drop(_ value: String) {
        removeAll { Array<UInt8>($0.utf8) == Array<UInt8>(value.utf8) }
    }

    fileprivate mutating func put(_ value: String) {
        drop(value)
        append(value)
    }

    fileprivate mutating func flip(_ value: String) {
        let count = count
        drop(value)
        if self.count == count { append(value) }
    }
}

extension Array where Element: Equatable {
    fileprivate mutating func flip(_ value: Element) {
        let count = count
        removeAll { $0 == value }
        if self.count == count { append(value) }
    }
}
