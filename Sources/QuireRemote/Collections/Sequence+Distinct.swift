extension Sequence {
    /// The elements without those whose key an earlier one has.
    package func distinct<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
        var seen: Set<Key> = []
        return filter { seen.insert(key($0)).inserted }
    }
}

extension Sequence<String> {
    /// Each text once, compared by bytes.
    package var distinct: [String] { distinct { Array($0.utf8) } }
}
