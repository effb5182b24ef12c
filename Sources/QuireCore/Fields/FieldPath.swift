/// The relations from a module to a field, and the field's wire name.
public struct FieldPath: Sendable, Hashable {
    /// The relations to follow, starting at the module. Empty for a field of the module itself.
    public var steps: [RelationStep]
    /// The wire name of the field, in the module of the last step.
    public var name: String

    public init(_ name: String, behind steps: [RelationStep] = []) {
        self.steps = steps
        self.name = name
    }

    /// All names, joined by dots: `author.publisher`. It is the wire name for a field of the module itself.
    public var joinedName: String {
        steps.isEmpty ? name : (steps.map(\.relation) + [name]).joined(separator: ".")
    }

    /// The path to a field of the module that the relation at this path points at.
    func followed(to module: ModuleDescriptor, by path: FieldPath) -> FieldPath {
        FieldPath(path.name, behind: steps + [RelationStep(name, to: module)] + path.steps)
    }
}
