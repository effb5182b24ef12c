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

// Fields of related items as parts of a row.

extension FieldPath {
    /// Whether the path leads to any number of items, so that its value is a list.
    package func leadsToMany(from module: ModuleDescriptor) -> Bool {
        var owner = module
        for step in steps {
            guard !step.isReverse, case .relation? = owner.fields[path: step.relation]?.kind else {
                return true
            }
            owner = step.module
        }
        return false
    }

    /// The field as a part of a row: never required, and a list behind a relation to many items. A list of such lists
    /// is flattened.
    fileprivate func rowField(from module: ModuleDescriptor, named name: String) -> FieldDescriptor {
        let field = (steps.last?.module ?? module).fields[self.name]
        let kind = field?.kind ?? .json
        var row = FieldDescriptor(
            name: name, kind: leadsToMany(from: module) ? .list(kind.listElement ?? kind) : kind)
        row.renamedChoices = field?.renamedChoices ?? [:]
        return row
    }
}

extension ModuleDescriptor {
    /// The module with fields of related items after its own. Rows of a selection have these fields.
    ///
    /// The names are joined by dots. Spaces follow where the module has a field of that name.
    package func adding(_ paths: [FieldPath]) -> ModuleDescriptor {
        if paths.isEmpty { return self }
        var all = fields.fields
        for path in paths {
            var name = path.joinedName
            while all.contains(where: { $0.name == name }) { name += " " }
            all.append(path.rowField(from: self, named: name))
        }
        return ModuleDescriptor(
            name: name, id: id, isSingle: isSingle, ranking: ranking, synonyms: synonyms,
            formerNames: formerNames, fields: all)
    }
}
