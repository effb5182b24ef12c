import QuireSchema

/// The declarations of a schema's generated code that an app can refer to: their names and types.
///
/// `quire diff` compares the interfaces of two schemas to find out whether the code of an app still compiles.
package struct SwiftInterface: Sendable {
    /// The namespace of a module.
    package struct Module: Sendable {
        package var name: String
        /// The typealias of one item.
        package var item: String?
        package var record: Record
    }

    /// The fields of a module or an object, in the order of the schema.
    package struct Record: Sendable {
        package var properties: [Property]

        package init(properties: [Property] = []) { self.properties = properties }
    }

    package struct Property: Sendable {
        package var name: String
        /// The type of the value without the `?` of an optional field.
        package var type: String
        package var isOptional: Bool
        package var operators: Set<Operator>
        /// The default argument of the initializer. Without one, callers must pass a value.
        package var defaultArgument: String?
        /// The names of an inline choice's values.
        package var choice: Choice?
        /// The members of an object, or of a list of objects.
        package var members: Record?
    }

    package struct Choice: Sendable {
        package var name: String
        /// In the order of the schema's values.
        package var values: [String]
    }

    /// In the order of the schema's modules.
    package var modules: [Module]
    /// The shared choices, in the order of the schema's enumerations.
    package var choices: [Choice]

    /// Names that a field of a module takes from the metadata of its items.
    package static let metadataNames = ItemMetadata.names
}

/// The interface of a schema's generated code. `nil` if two declarations have the same name.
package func swiftInterface(of schema: Schema) -> (interface: SwiftInterface?, diagnostics: [Diagnostic]) {
    var planner = SchemaPlanner(schema)
    let plan = planner.plan()
    if planner.diagnostics.contains(where: { $0.severity == .error }) { return (nil, planner.diagnostics) }
    let interface = SwiftInterface(
        modules: plan.modules.map { module in
            SwiftInterface.Module(
                name: module.name, item: module.item, record: SwiftInterface.Record(module.root))
        },
        choices: plan.choices.map(SwiftInterface.Choice.init))
    return (interface, planner.diagnostics)
}

extension SwiftInterface.Record {
    fileprivate init(_ record: RecordPlan) {
        let types = TypeNames(hidden: [])
        let defaults = DefaultValues(types: types, record: record)
        properties = record.fields.enumerated().map { index, field in
            var type = field.type
            if case .optional(let wrapped) = type { type = wrapped }
            return SwiftInterface.Property(
                name: field.name, type: types.value(type), isOptional: field.type.isOptional,
                operators: Set(field.field.operators), defaultArgument: defaults.expression(for: field),
                choice: field.field.type.inlineChoice == nil
                    ? nil : field.choice.map(SwiftInterface.Choice.init),
                members: record.objects.first { $0.index == index }.map { Self($0.record) })
        }
    }
}

extension SwiftInterface.Choice {
    fileprivate init(_ choice: ChoicePlan) {
        self.init(name: choice.name, values: choice.values.map(\.name))
    }
}
