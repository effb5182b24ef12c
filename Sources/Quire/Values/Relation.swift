/// A link to an item of another module: always its id, and the item itself where a query included it.
public struct Relation<Target: ContentModule>: Sendable, Hashable {
    public var id: ContentID<Target>
    /// The related item; `nil` unless the query included the field.
    public var item: Content<Target>? {
        get { box?.item }
        set { box = newValue.map(Box.init) }
    }

    private var box: Box?

    public init(_ id: ContentID<Target>, item: Content<Target>? = nil) {
        self.id = id
        box = item.map(Box.init)
    }

    /// Breaks the recursion of models that relate to each other.
    private final class Box: Sendable, Hashable {
        let item: Content<Target>
        init(_ item: Content<Target>) { self.item = item }
        static func == (left: Box, right: Box) -> Bool { left.item == right.item }
        func hash(into hasher: inout Hasher) { hasher.combine(item) }
    }
}
