import QuireText

/// An item's id by its bytes: "é" in its two spellings is two ids.
struct ItemKey: Sendable, Hashable {
    let id: String

    init(_ id: String) { self.id = id }

    static func == (left: ItemKey, right: ItemKey) -> Bool { left.id.isByteEqual(to: right.id) }

    // The hash of a text is that of all its spellings.
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
