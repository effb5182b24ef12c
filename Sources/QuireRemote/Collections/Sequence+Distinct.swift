import QuireText

extension Sequence {
    /// The elements without those whose key an earlier one has.
    package func distinct<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
        var seen: Set<Key> = []
        return filter { seen.insert(key($0)).inserted }
    }
}

extension [String] {
    /// Each text once, compared by bytes.
    package var distinct: [String] { count < 2 ? self : distinct(by: ExactText.init) }
}
