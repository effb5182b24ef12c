/// A path from a module over one or more relations, for `include`.
public protocol RelationPath: Sendable {
    /// The wire names, starting at the module.
    static func names(of path: Self) -> [String]
}

extension Field: RelationPath where Value: RelationOperand {
    public static func names(of path: Self) -> [String] {
        path.fieldPath.steps.map(\.relation) + [path.fieldPath.name]
    }
}
