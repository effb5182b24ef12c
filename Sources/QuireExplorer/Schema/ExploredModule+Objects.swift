import QuireCore
import QuireGenerator
import QuireSchema

extension ExploredModule {
    /// The list of objects with a name, or with a path through objects.
    ///
    /// - Returns: The list as a field, and its objects as a module whose fields are their members. `nil` if there is no such
    ///   list, or if queries see no member of its objects.
    func objects(of list: String) -> (list: ExploredField, objects: ExploredModule)? {
        guard let objectList = descriptor.fields.objects(of: list) else { return nil }
        let depth = objectList.steps.count
        let path = list + "."
        let inner = names.members.filter { $0.key.utf8.starts(with: path.utf8) }
        guard let first = inner.values.first else { return nil }
        guard var field = declaredField(behind: objectList.steps.map(\.name)) else { return nil }
        let fields = field.type.objectFields ?? []
        field.name = list
        let kind = FieldKind.list(.object(objectList.table))
        let listField = ExploredField(
            field: field, descriptor: FieldDescriptor(name: list, kind: kind),
            names: SwiftNames.Field(
                name: first.name.components.prefix(depth).joined(separator: "."), isOptional: false,
                isList: true, value: .other(""), type: ""))

        var objects = module
        objects.name = list
        objects.fields = fields.filter { objectList.table[$0.name] != nil }
        var members: [String: SwiftNames.Field] = [:]
        for (key, name) in inner {
            var name = name
            name.name = name.name.components.dropFirst(depth).joined(separator: ".")
            members[String(decoding: key.utf8.dropFirst(path.utf8.count), as: UTF8.self)] = name
        }
        let own = objects.fields.map { field in
            members[field.name]
                ?? SwiftNames.Field(
                    // An object has a name on the way to its members only.
                    name: members.first { $0.key.utf8.starts(with: (field.name + ".").utf8) }
                        .flatMap { $0.value.name.components.first } ?? field.name,
                    isOptional: true, isList: field.type.isList, value: .other(""), type: "")
        }
        return (
            listField,
            ExploredModule(
                objects, ModuleDescriptor(name: list, fields: objectList.table.fields),
                SwiftNames.Module(name: names.name, item: nil, fields: own, members: members), titleField: nil
            )
        )
    }
}

extension String {
    fileprivate var components: [String] {
        split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
}
