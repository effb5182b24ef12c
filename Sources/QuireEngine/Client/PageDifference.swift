/// The changes that turn one list of items into another, by the items' ids.
///
/// ```swift
/// let earlier = try await content.fetch(Books.query())
/// for try await page in content.live(Books.query()) {
///     let difference = page.difference(from: earlier)
///     print(difference.removals.map(\.offset), difference.moves.map { ($0.from, $0.to) })
/// }
/// ```
/// Offsets of removals, and the offsets that items move from, are those of the old list. All others are those of the new
/// list. This is what `UITableView` and `UICollectionView` expect. As few items move as possible.
public struct PageDifference<Item> {
    /// An item that only the old list has.
    public struct Removal {
        public let item: Item
        /// The offset in the old list.
        public let offset: Int
    }

    /// An item that only the new list has.
    public struct Insertion {
        public let item: Item
        /// The offset in the new list.
        public let offset: Int
    }

    /// An item that changed its place among the others.
    public struct Move {
        /// The offset in the old list.
        public let from: Int
        /// The offset in the new list.
        public let to: Int
    }

    /// An item with changed values. It may have moved as well.
    public struct Update {
        public let item: Item
        /// The offset in the new list.
        public let offset: Int
    }

    /// The removals, in the order of the old list.
    public let removals: [Removal]
    /// The insertions, in the order of the new list.
    public let insertions: [Insertion]
    /// The moves, in the order of the new list.
    public let moves: [Move]
    /// The updates, in the order of the new list.
    public let updates: [Update]

    private let oldCount: Int

    /// Whether the lists are equal.
    public var isEmpty: Bool {
        removals.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
    }

    init(
        removals: [Removal], insertions: [Insertion], moves: [Move], updates: [Update], oldCount: Int
    ) {
        self.removals = removals
        self.insertions = insertions
        self.moves = moves
        self.updates = updates
        self.oldCount = oldCount
    }

    /// Applies the changes to the old list, which gives the new one.
    ///
    /// ```swift
    /// var items = try await content.fetch(Books.query()).items
    /// for try await page in content.live(Books.query()) {
    ///     items = page.difference(from: items).applied(to: items) ?? page.items
    /// }
    /// ```
    /// - Returns: `nil` if the list has another number of items than the old one.
    public func applied(to items: [Item]) -> [Item]? {
        guard items.count == oldCount else { return nil }
        var isTaken = Array(repeating: false, count: oldCount)
        let newCount = oldCount - removals.count + insertions.count
        var result: [Item?] = Array(repeating: nil, count: newCount)
        for removal in removals { isTaken[removal.offset] = true }
        for insertion in insertions { result[insertion.offset] = insertion.item }
        for move in moves {
            isTaken[move.from] = true
            result[move.to] = items[move.from]
        }
        var rest = items.indices.lazy.filter { !isTaken[$0] }.makeIterator()
        for offset in result.indices where result[offset] == nil {
            result[offset] = rest.next().map { items[$0] }
        }
        for update in updates { result[update.offset] = update.item }
        return result.compactMap(\.self)
    }
}

extension PageDifference: Sendable where Item: Sendable {}
extension PageDifference.Removal: Sendable where Item: Sendable {}
extension PageDifference.Insertion: Sendable where Item: Sendable {}
extension PageDifference.Move: Sendable where Item: Sendable {}
extension PageDifference.Update: Sendable where Item: Sendable {}
