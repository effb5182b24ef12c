import QuireSchema

/// The Swift names of a schema, for tools that write code which uses the generated code.
package struct SwiftNames: Sendable {
    /// In the order of the schema's modules.
    package var modules: [Module] = []
    /// The types that the schema declares at the top level: modules, items, enums and the like.
    package var topLevel: Set<String> = []

    /// The type, with its library if the schema has a type of the same name: `QuireStore.Store`.
    package func type(_ name: String, of library: String) -> String {
        topLevel.contains(name) ? "\(library).\(name)" : name
    }

    package struct Module: Sendable {
        /// The name of the namespace, escaped where needed: `Books`.
        package var name: String
        /// The typealias of one item: `Book`.
        package var item: String?
        /// In the order of the module's fields.
        package var fields: [Field]
        /// The members that key paths reach, by their paths: those of objects with members that queries see.
        package var members: [String: Field]

        package init(name: String, item: String?, fields: [Field], members: [String: Field]) {
            self.name = name
            self.item = item
            self.fields = fields
            self.members = members
        }
    }

    package struct Field: Sendable {
        /// The name of the property, escaped where needed: `title`.
        package var name: String
        package var isOptional: Bool
        /// Whether the property is an array.
        package var isList: Bool
        /// The type of the values that a filter compares with; of a list, that of its elements.
        package var value: Value
        /// The whole type, unqualified: `[String]`, `Int?`.
        package var type: String

        package init(name: String, isOptional: Bool, isList: Bool, value: Value, type: String) {
            self.name = name
            self.isOptional = isOptional
            self.isList = isList
            self.value = value
            self.type = type
        }
    }

    /// How code spells the value of a field.
    package enum Value: Sendable {
        case text, integer, number, boolean, date
        /// A type with string literals: a URL, a color, or an id.
        case literal
        case point
        case choice(Choice)
        /// A type of the app, or one that filters do not compare.
        case other(String)
    }

    package struct Choice: Sendable {
        /// The type, qualified by its module if it is nested: `Books.Language`.
        package var type: String
        package var isClosed: Bool
        /// The raw values and the names of their members, escaped where needed.
        package var members: [(raw: String, name: String)]
    }

    /// - Returns: `nil` if names collide. `generate` reports the collisions.
    package init?(_ schema: Schema) {
        var planner = SchemaPlanner(schema)
        let plan = planner.plan()
        guard !planner.diagnostics.contains(where: { $0.severity == .error }) else { return nil }
        modules = plan.modules.map { Self.module($0, plan) }
        topLevel = plan.topLevelNames
    }

    private static func module(_ planned: ModulePlan, _ plan: SchemaPlan) -> Module {
        let name = ReservedNames.escaped(planned.name)
        let nested = Set(planned.root.choices.map(\.name))
        let fields = planned.root.fields.map { field in
            Field(
                name: ReservedNames.escaped(field.name), isOptional: field.type.isOptional,
                isList: field.type.isArray, value: value(field, in: name, nested),
                type: TypeNames(hidden: []).field(field.type))
        }
        return Module(
            name: name, item: planned.item.map(ReservedNames.escaped), fields: fields,
            members: members(of: planned.root, in: name, path: "", property: ""))
    }

    /// The members of a record's objects, and theirs.
    ///
    /// - Parameters:
    ///   - path: The wire names that lead to the record, each with a dot.
    ///   - property: The same in Swift.
    private static func members(
        of record: RecordPlan, in type: String, path: String, property: String
    ) -> [String: Field] {
        var members: [String: Field] = [:]
        for object in record.objects {
            let field = record.fields[object.index]
            let path = path + field.field.name + "."
            let property = property + ReservedNames.escaped(field.name) + "."
            let type = type + "." + ReservedNames.escaped(object.name)
            let nested = Set(object.record.choices.map(\.name))
            for member in object.record.fields
            where !field.field.queryableMembers(after: "").isEmpty
                && (!member.field.type.isRelation || member.field.isQueryable)
            {
                members[path + member.field.name] = Field(
                    name: property + ReservedNames.escaped(member.name), isOptional: true,
                    isList: member.type.isArray, value: value(member, in: type, nested),
                    type: TypeNames(hidden: []).field(member.type))
            }
            members.merge(self.members(of: object.record, in: type, path: path, property: property)) {
                first, _ in first
            }
        }
        return members
    }

    private static func value(_ field: FieldPlan, in module: String, _ nested: Set<String>) -> Value {
        if let choice = field.choice {
            let name = ReservedNames.escaped(choice.name)
            return .choice(
                Choice(
                    type: nested.contains(choice.name) ? "\(module).\(name)" : name,
                    isClosed: choice.isClosed,
                    members: choice.values.map { ($0.value.raw, ReservedNames.escaped($0.name)) }))
        }
        return value(field.type.element)
    }

    private static func value(_ type: ValueType) -> Value {
        switch type {
        case .swift("String"): .text
        case .swift("Int"): .integer
        case .swift("Double"): .number
        case .swift("Bool"): .boolean
        case .date: .date
        case .quire("ContentURL"), .quire("HexColor"), .relation: .literal
        case .quire("GeoPoint"): .point
        case .swift(let name), .quire(let name), .named(let name): .other(name)
        case .array(let element), .optional(let element): value(element)
        }
    }
}

extension FieldType {
    /// Whether a value is the id of another item, or several. Inside an object, key paths reach those that queries see.
    var isRelation: Bool {
        switch self {
        case .relation, .relations: true
        default: false
        }
    }
}

extension ValueType {
    /// The type without its optional and its arrays.
    fileprivate var element: ValueType {
        switch self {
        case .array(let inner), .optional(let inner): inner.element
        default: self
        }
    }
}

/// Spells types for one place in the generated code: unqualified, unless the schema hides the name.
struct TypeNames {
    /// The names declared by the schema at the top level.
    let hidden: Set<String>
    /// The names nested in the module, if any.
    var nested: Set<String> = []

    func swift(_ name: String) -> String { qualified(name, by: "Swift") }

    func quire(_ name: String) -> String { qualified(name, by: "Quire") }

    var date: String { qualified("Date", by: "Foundation") }

    /// The type in `Values`.
    func value(_ type: ValueType) -> String { name(type, relation: quire("Relation")) }

    /// The type in `Fields`. A filter compares a relation by its id.
    func field(_ type: ValueType) -> String { name(type, relation: quire("ContentID")) }

    private func name(_ type: ValueType, relation: String) -> String {
        switch type {
        case .swift(let name): return swift(name)
        case .date: return date
        case .quire(let name): return quire(name)
        case .named(let name): return ReservedNames.escaped(name)
        case .relation(let module): return "\(relation)<\(ReservedNames.escaped(module))>"
        case .array(let element): return "[\(self.name(element, relation: relation))]"
        case .optional(let wrapped): return "\(self.name(wrapped, relation: relation))?"
        }
    }

    private func qualified(_ name: String, by module: String) -> String {
        hidden.contains(name) || nested.contains(name) ? "\(module).\(name)" : name
    }
}
