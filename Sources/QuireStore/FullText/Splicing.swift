#if SQLite
extension [Int32] {
    /// The array without the elements at some indexes, and with others inserted before some indexes.
    ///
    /// - Parameters:
    ///   - removed: Indexes in ascending order.
    ///   - inserted: Elements, each with the index of the old element that follows it, in ascending order.
    func spliced(removing removed: [Int], inserting inserted: [(element: Int32, index: Int)]) -> [Int32] {
        var result: [Int32] = []
        result.reserveCapacity(count + inserted.count)
        var copied = 0
        var removed = removed[...]
        var inserted = inserted[...]
        while let next = [removed.first, inserted.first?.index].compactMap(\.self).min() {
            result += self[copied..<next]
            copied = next
            if let new = inserted.first, new.index == next {
                result.append(new.element)
                inserted.removeFirst()
            } else {
                copied += 1
                removed.removeFirst()
            }
        }
        return result + self[copied...]
    }
}
#endif
