#if SQLite
import QuireEngine

/// The list of a search by meaning, as far as its pages need it.
struct FusedList {
    /// What words find, in their order; `nil` if they find nothing.
    private(set) var items: RankedItems?
    private let order: FusedOrder

    /// - Parameter nearest: The items with the nearest vectors, nearest first.
    init(_ items: RankedItems?, nearest: [Int64]) throws {
        var items = items
        try items?.takeAll()
        let end = min(FusedOrder.mostByWords, items?.count ?? 0)
        let first = try items?.part(0..<end).map(\.item) ?? []
        let matches = RowSet(items?.items.map(\.item) ?? [])
        order = FusedOrder(words: first, nearest: nearest, isFound: matches.contains)
        self.items = items
    }

    /// The number of items that words find.
    var wordCount: Int { items?.count ?? 0 }

    /// The items that no word finds, nearest first.
    var similar: [Int64] { order.similar }

    var count: Int { wordCount + similar.count }

    /// The items of a part of the list.
    mutating func part(_ range: Range<Int>) throws -> [Int64] {
        let head = order.items.count
        var part: [Int64] = []
        part.reserveCapacity(range.count)
        part += order.items[range.clamped(to: 0..<head)]
        let rest = range.clamped(to: head..<max(head, wordCount))
        if !rest.isEmpty {
            let skipped = rest.lowerBound - head
            part += try self.rest(upTo: rest.upperBound).dropFirst(skipped).prefix(rest.count)
        }
        part += range.clamped(to: wordCount..<max(wordCount, count)).map { similar[$0 - wordCount] }
        return part
    }

    /// The items after those with a score, up to a place in the list.
    private mutating func rest(upTo end: Int) throws -> [Int64] {
        guard end > order.items.count else { return [] }
        // The raised items are skipped, so the order of the words is read as many items further.
        let first = min(FusedOrder.mostByWords, wordCount)
        let last = min(wordCount, first + end - order.items.count + order.raised.count)
        return try items?.part(first..<last).map(\.item).filter { !order.raised.contains($0) } ?? []
    }

    /// The place after an item; if the item is no longer in the list, as many places as were before it.
    mutating func index(after item: Int64, _ id: String, offset: Int, _ runner: SearchRunner) throws -> Int {
        let start = min(offset, count)
        let storedID = try runner.connection.text(
            "SELECT id FROM \(SQLite.quoted(runner.plan.layout.table)) WHERE item = ?", [.integer(item)])
        guard storedID == id else { return start }
        // Usually nothing has been written since.
        if start > 0, try part(start - 1..<start) == [item] { return start }
        if let index = order.items.firstIndex(of: item) { return index + 1 }
        if let index = order.similar.firstIndex(of: item) { return wordCount + index + 1 }
        if let index = try rest(upTo: wordCount).firstIndex(of: item) { return order.items.count + index + 1 }
        return start
    }

    /// The ranks by words of some items, of those that words find.
    func keys(of page: [Int64]) -> [Int64: Int64] {
        let pageRows = RowSet(page)
        var keys: [Int64: Int64] = [:]
        for row in items?.items ?? [] where pageRows.contains(row.item) { keys[row.item] = row.key }
        return keys
    }
}

extension RankedItems {
    /// Ranks all items that words find.
    fileprivate mutating func takeAll() throws {
        if isLeadingOnly { try weighChosen() }
        try takeOthers()
        try takeShared()
    }
}
#endif
