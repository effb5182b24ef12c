import QuireCore
import QuireGenerator
import QuireSchema

/// A schema with all that the explorer needs: descriptions, run-time descriptors and Swift names.
struct ExploredSchema: Sendable {
    let schema: Schema
    let modules: [ExploredModule]

    /// - Returns: `nil` if Swift names collide.
    init?(_ schema: Schema, titleFields: [String: String] = [:]) throws(DescribedSchema.DescriptorFailure) {
        let described = try DescribedSchema(schema)
        guard let names = SwiftNames(schema) else { return nil }
        self.schema = schema
        var modules = zip(zip(schema.modules, described.descriptors), names.modules).map { pair, names in
            ExploredModule(pair.0, pair.1, names: names, titleField: titleFields[pair.0.name])
        }
        for index in modules.indices {
            modules[index].reverse = Self.reverse(of: modules[index].name, in: modules)
        }
        self.modules = modules
    }

    /// The module with a wire name.
    subscript(name: String) -> ExploredModule? {
        modules.first { $0.name == name }
    }

    var descriptors: [ModuleDescriptor] { modules.map(\.descriptor) }

    /// The relations to a module. Queries see those of modules, and members of objects that have operators.
    private static func reverse(of name: String, in modules: [ExploredModule]) -> [ReverseRelation] {
        modules.flatMap { module in
            (module.fields + module.members).compactMap { field in
                guard let target = field.relatedModule, target == name else {
                    return nil
                }
                return ReverseRelation(
                    module: module.name, field: field.name, isList: field.field.type.isList)
            }
        }
    }
}

/// A relation of another module to this one.
struct ReverseRelation: Hashable, Sendable {
    var module: String
    var field: String
    /// Whether an item of the other module names any number of items.
    var isList: Bool
}

/// A module of the schema.
struct ExploredModule: Sendable {
    let module: QuireSchema.Module
    let descriptor: ModuleDescriptor
    let names: SwiftNames.Module
    let fields: [ExploredField]
    /// The members of objects that queries see, under their paths.
    let members: [ExploredField]
    var reverse: [ReverseRelation] = []
    /// The field that stands for an item; `nil` if its id does.
    let titleField: String?

    init(
        _ module: QuireSchema.Module, _ descriptor: ModuleDescriptor, names: SwiftNames.Module,
        titleField: String?
    ) {
        self.module = module
        self.descriptor = descriptor
        self.names = names
        fields = zip(zip(module.fields, descriptor.fields.fields), names.fields).map {
            ExploredField(field: $0.0, descriptor: $0.1, names: $1)
        }
        members = module.fields.flatMap { $0.queryableMembers(after: "") }.compactMap { path, member in
            guard let descriptor = descriptor.fields[path: path], descriptor.isMember,
                let name = names.members[path]
            else { return nil }
            var field = member
            field.name = path
            return ExploredField(field: field, descriptor: descriptor, names: name)
        }
        self.titleField = titleField ?? TitleField.likeliest(in: module.fields)
    }

    var name: String { module.name }

    /// The field with a wire name, or the member of an object with a path.
    func field(_ name: String) -> ExploredField? {
        (fields.first { $0.name == name }) ?? member(name)
    }

    /// The member of an object with a path.
    func member(_ path: String) -> ExploredField? {
        members.first { $0.name == path }
    }

    /// The field or the member of an object that a query selects, whether or not other parts of queries see the member.
    ///
    /// A member that no key path reaches has no name in Swift.
    func selectable(_ path: String) -> ExploredField? {
        if let field = field(path) { return field }
        guard let memberDescriptor = descriptor.fields.selectable(path), memberDescriptor.isMember else {
            return nil
        }
        guard var field = declaredField(behind: memberDescriptor.memberSteps.map(\.name)) else { return nil }
        field.name = path
        return ExploredField(
            field: field, descriptor: memberDescriptor,
            names: names.members[path]
                ?? SwiftNames.Field(
                    name: "", isOptional: true, isList: field.type.isList, value: .other(""), type: ""))
    }

    /// The field that the schema declares at the end of a way through objects.
    func declaredField(behind names: [String]) -> QuireSchema.Field? {
        var fields = module.fields
        var field: QuireSchema.Field?
        for name in names {
            field = fields.first { $0.name == name }
            fields = field?.type.objectFields ?? []
        }
        return field
    }

    /// Removes the relation that a path starts with: a field, or the names that lead to a member of an object.
    ///
    /// Without such a relation, it removes the first name.
    func removeRelation(from path: inout ArraySlice<String>) -> String {
        let count =
            path.indices.map { path[...$0].count }.first { count in
                field(path.prefix(count).joined(separator: "."))?.relatedModule != nil
            } ?? 1
        defer { path.removeFirst(count) }
        return path.prefix(count).joined(separator: ".")
    }

    /// Whether the path leads to an object.
    func hasObject(_ path: String) -> Bool {
        if let field = fields.first(where: { $0.name == path }) {
            return field.field.type.objectFields != nil
        }
        return members.contains { $0.name.utf8.starts(with: (path + ".").utf8) }
    }
}

/// A field of a module.
struct ExploredField: Sendable {
    let field: QuireSchema.Field
    let descriptor: FieldDescriptor
    let names: SwiftNames.Field

    var name: String { field.name }
    var isList: Bool { field.type.isList }
    /// Whether an item has any number of values.
    var leadsToMany: Bool { descriptor.kind.listElement != nil }
    /// The module that a relation leads to.
    var relatedModule: String? { field.type.relatedModule }
}

extension FieldType {
    /// Whether an item has any number of values.
    var isList: Bool {
        switch self {
        case .list, .choices, .relations: true
        default: false
        }
    }

    /// The module of a relation.
    var relatedModule: String? {
        switch self {
        case .relation(let module), .relations(let module): module
        default: nil
        }
    }
}

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
                names: SwiftNames.Module(name: names.name, item: nil, fields: own, members: members),
                titleField: nil
            )
        )
    }
}

extension String {
    fileprivate var components: [String] {
        split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
}

/// Guesses which field of a module stands for an item.
enum TitleField {
    /// Names that mean a title, best first.
    private static let names = [
        "title", "name", "fullname", "displayname", "label", "headline", "subject", "username", "email",
        "slug",
    ]

    /// A text with one of the usual names, or else the first required text, or else the first text.
    static func likeliest(in fields: [QuireSchema.Field]) -> String? {
        let texts = fields.filter { isText($0.type) }
        for name in names {
            let match = texts.first {
                $0.name.lowercased().filter { $0.isLetter } == name
            }
            if let match { return match.name }
        }
        return texts.first(where: \.required)?.name ?? texts.first?.name
    }

    private static func isText(_ type: FieldType) -> Bool {
        switch type {
        case .text, .localizedText: true
        default: false
        }
    }
}

/// A schema at run time: a descriptor for each of its modules.
package struct DescribedSchema: Sendable {
    package var schema: Schema
    /// In the order of the schema's modules.
    package var descriptors: [ModuleDescriptor]

    /// Describes a schema that has been read without errors.
    package init(_ schema: Schema) throws(DescriptorFailure) {
        self.schema = schema
        descriptors = []
        for (module, json) in zip(schema.modules, describeModules(of: schema)) {
            do throws(DescriptorMistake) {
                descriptors.append(try ModuleDescriptor(json: json))
            } catch {
                throw DescriptorFailure(module: module.name, reason: error.text)
            }
        }
    }

    /// A module that cannot be described.
    package struct DescriptorFailure: Error {
        package var module: String
        package var reason: String
    }
}
