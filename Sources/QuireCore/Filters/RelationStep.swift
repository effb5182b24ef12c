/// A step from an item to its related items, over a relation in either direction.
///
/// Only items that exist count: a missing relation, null, an empty list and the id of a deleted item lead nowhere.
public struct RelationStep: Sendable, Hashable {
    /// The wire name of the relation.
    public var relation: String
    /// The module of the related items.
    public var module: ModuleDescriptor
    /// Whether the step leads from the item to those of ``module`` whose relation names it.
    public var isReverse: Bool

    /// The items that a relation of the item names.
    public init(_ relation: String, to module: ModuleDescriptor) {
        self.relation = relation
        self.module = module
        isReverse = false
    }

    /// The items of a module whose relation names the item.
    public init(from module: ModuleDescriptor, by relation: String) {
        self.relation = relation
        self.module = module
        isReverse = true
    }
}
