import QuireSchema

/// What will be declared, with every name decided: nothing is written before this is whole.
struct SchemaPlan {
    var access: AccessLevel
    var modules: [ModulePlan]
    /// The enumerations that several fields share.
    var choices: [ChoicePlan]
    /// The operator sets that the runtime does not ship, by name.
    var operatorSets: [OperatorSetPlan]
    var locales: [Locale]
    /// The Swift modules that scalars come from.
    var imports: [String: String]
    /// The names of all types at the top level of the generated code.
    var topLevelNames: Set<String>
}

/// One module: a namespace with fields and values.
struct ModulePlan {
    var module: Module
    var name: String
    /// The typealias of one item.
    var item: String?
    var root: RecordPlan
}

/// The fields of a module or of an object, with the types that are declared beside them.
struct RecordPlan {
    var fields: [FieldPlan]
    var choices: [ChoicePlan]
    var objects: [ObjectPlan]
}

/// The type of an object field.
struct ObjectPlan {
    var name: String
    /// The position of its field in the record around it.
    var index: Int
    var description: String?
    var record: RecordPlan
}

/// One field: a property of `Fields` and of `Values`.
struct FieldPlan {
    var field: Field
    var name: String
    var type: ValueType
    var operators: OperatorsPlan
    /// The choice that the field's type is.
    var choice: ChoicePlan?
}

/// A choice: open or closed.
struct ChoicePlan {
    var name: String
    var isClosed: Bool
    var description: String?
    var deprecated: Deprecation?
    var values: [(name: String, value: ChoiceValue)]
    /// The positions of the values by their raw values.
    var positions: [String: Int]
    /// The wire name, for the shard of a shared one.
    var wireName: String
}

/// The Swift type of a field's value.
indirect enum ValueType: Hashable {
    /// A type of the standard library.
    case swift(String)
    case date
    /// A type of the runtime.
    case quire(String)
    /// A type that the generator declares, or a scalar's.
    case named(String)
    case relation(to: String)
    case array(ValueType)
    case optional(ValueType)

    var isOptional: Bool {
        if case .optional = self { return true }
        return false
    }

    var isArray: Bool {
        if case .array = self { return true }
        return false
    }
}
