/// A step from an item to its related items, over a relation in either direction, or to the objects of one of its lists.
///
/// Only items that exist count: a missing relation, null, an empty list and the id of a deleted item lead nowhere. Of a
/// list, everything that is an object counts, and nothing else.
public struct RelationStep: Sendable, Hashable {
    /// The wire name of the relation, the path of one in an object, or the path of the list.
    public var relation: String
    /// The module of the related items. It has no name and no fields if the step leads to the objects of a list.
    public var module: ModuleDescriptor
    /// Whether the step leads from the item to those of ``module`` whose relation names it.
    public var isReverse: Bool
    /// Whether the step leads to the objects of a list of the item itself, which are in no module.
    public var leadsToElements: Bool { module.name.isEmpty }

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

    /// The objects of a list of the item. One of them must meet all conditions.
    ///
    /// ```swift
    /// let role = Filter.Leaf(.equal, "role", .string("artist"), type: .string)
    /// let filter = Filter.any(RelationStep(elementsOf: "contributors"), .leaf(role))
    /// // any contributors (role = "artist")
    /// ```
    /// - Parameter list: The wire name of the list, or its path through objects: `size.history`.
    public init(elementsOf list: String) {
        relation = list
        module = Self.noModule
        isReverse = false
    }

    private static let noModule = ModuleDescriptor(name: "", fields: [])
}
