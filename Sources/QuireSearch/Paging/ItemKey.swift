import QuireText

/// An item's id, compared by its bytes, because composed and decomposed "é" are different ids.
struct ItemKey: Sendable, Hashable {
    let id: String

    init(_ id: String) { self.id = id }

    static func == (left: ItemKey, right: ItemKey) -> Bool { left.id.isByteEqual(to: right.id) }

    // Canonically equal texts have the same hash.
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
