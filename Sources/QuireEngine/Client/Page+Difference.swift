extension Page where Item: Identifiable & Equatable {
    /// Returns the changes that turn an earlier page into this one.
    ///
    /// ```swift
    /// var shown: [Book] = []
    /// for try await page in content.live(Books.query()) {
    ///     let difference = page.difference(from: shown)
    ///     print(difference.insertions.map(\.item.title), difference.removals.map(\.offset))
    ///     shown = page.items
    /// }
    /// ```
    public func difference(from earlier: Page) -> PageDifference<Item> { difference(from: earlier.items) }

    /// Returns the changes that turn a list of items into this page.
    public func difference(from earlier: [Item]) -> PageDifference<Item> {
        PageDifference(from: earlier, to: items)
    }
}

extension PageDifference where Item: Identifiable & Equatable {
    package init(from old: [Item], to new: [Item]) {
        var places: [Occurrence: Int] = [:]
        for (offset, occurrence) in Self.occurrences(in: old).enumerated() { places[occurrence] = offset }
        let origins = Self.occurrences(in: new).map { places.removeValue(forKey: $0) }
        let staying = Self.longestRise(in: origins.compactMap(\.self))
        var insertions: [Insertion] = []
        var moves: [Move] = []
        var updates: [Update] = []
        for (offset, item) in new.enumerated() {
            guard let origin = origins[offset] else {
                insertions.append(Insertion(item: item, offset: offset))
                continue
            }
            if !staying.contains(origin) { moves.append(Move(from: origin, to: offset)) }
            if old[origin] != item { updates.append(Update(item: item, offset: offset)) }
        }
        self.init(
            removals: places.values.sorted().map { Removal(item: old[$0], offset: $0) },
            insertions: insertions, moves: moves, updates: updates, oldCount: old.count)
    }

    /// An item of a list. If a list has an id more than once, the number tells them apart.
    private struct Occurrence: Hashable {
        var id: Item.ID
        var number: Int
    }

    private static func occurrences(in items: [Item]) -> [Occurrence] {
        var counts: [Item.ID: Int] = [:]
        return items.map { item in
            defer { counts[item.id, default: 0] += 1 }
            return Occurrence(id: item.id, number: counts[item.id] ?? 0)
        }
    }

    /// The longest part of different numbers that is in ascending order: the items that need not move.
    private static func longestRise(in numbers: [Int]) -> Set<Int> {
        // The positions of the smallest last numbers, by the length of the rise.
        var ends: [Int] = []
        var previous: [Int?] = []
        for (position, number) in numbers.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
            }
            previous.append(low > 0 ? ends[low - 1] : nil)
            if low == ends.count { ends.append(position) } else { ends[low] = position }
        }
        var rise: Set<Int> = []
        var position = ends.last
        while let current = position {
            rise.insert(numbers[current])
            position = previous[current]
        }
        return rise
    }
}
