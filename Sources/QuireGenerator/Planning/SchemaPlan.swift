import QuireSchema

/// The declarations to generate, with all names chosen. Nothing is written before it is complete.
struct SchemaPlan {
    var access: AccessLevel
    var modules: [ModulePlan]
    /// The enumerations that several fields share.
    var choices: [ChoicePlan]
    /// The operator sets to generate, by name.
    var operatorSets: [OperatorSetPlan]
    var locales: [Locale]
    /// The Swift modules of the scalars' types.
    var imports: [String: String]
    /// The names of all types at the top level of the generated code.
    var topLevelNames: Set<String>
}

/// One module: a namespace with fields and values.
struct ModulePlan {
    var module: Module
    var name: String
    /// The names before renames that nothing else has.
    var formerNames: [String] = []
    /// The typealias of one item.
    var item: String?
    var root: RecordPlan
}

/// The fields of a module or of an object, with their nested types.
struct RecordPlan {
    var fields: [FieldPlan]
    var choices: [ChoicePlan]
    var objects: [ObjectPlan]
}

/// The type of an object field.
struct ObjectPlan {
    var name: String
    /// The position of its field in the enclosing record.
    var index: Int
    var description: String?
    var record: RecordPlan
}

/// One field: a property of `Fields` and of `Values`.
struct FieldPlan {
    var field: Field
    var name: String
    /// The names before renames that nothing else has, the latest first.
    var formerNames: [String] = []
    var type: ValueType
    var operators: OperatorsPlan
    /// The choice, if the field has one.
    var choice: ChoicePlan?
}

/// A choice: open or closed.
struct ChoicePlan {
    var name: String
    var isClosed: Bool
    var description: String?
    var deprecated: Deprecation?
    var values: [(name: String, value: ChoiceValue)]
    /// The names before renames that nothing else has, each with the current one.
    var formerNames: [(name: String, current: String)] = []
    /// The positions of the values by their raw values.
    var positions: [String: Int]
    /// The wire name, which selects the file of a shared choice.
    var wireName: String
}

/// The Swift type of a field's value.
indirect enum ValueType: Hashable {
    /// A type of the standard library.
    case swift(String)
    case date
    /// A type of the runtime.
    case quire(String)
    /// A generated type, or that of a scalar.
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

/// The members of an object with members that queries see, as they are seen from the module.
///
/// The other members have no operators. Queries select them, and code that tests them gets a message about operators.
struct MemberPlan {
    /// What the objects around a member say about its values.
    struct Context {
        /// Whether an item may lack the member, because it lacks an object.
        var isOptional = false
        /// Whether an item has any number of values, because an object is in a list.
        var isInList = false
    }

    struct Member {
        var field: FieldPlan
        var type: ValueType
        /// The members of an object, which itself has no operators here.
        var hasMembers: Bool
    }

    let context: Context
    let members: [Member]

    var isEmpty: Bool { members.isEmpty }

    /// - Parameters:
    ///   - record: The fields around the object.
    ///   - context: What the objects around those say.
    init(_ object: ObjectPlan, of record: RecordPlan, in context: Context) {
        let field = record.fields[object.index]
        let inner = Context(
            isOptional: context.isOptional || field.type.isOptional,
            isInList: context.isInList || field.type.isArray)
        self.context = inner
        let objects = Set(
            object.record.objects.filter {
                !object.record.fields[$0.index].field.queryableMembers(after: "").isEmpty
            }
            .map(\.index))
        guard !objects.isEmpty || object.record.fields.contains(where: \.field.isQueryable) else {
            members = []
            return
        }
        members = object.record.fields.enumerated().compactMap { index, member in
            if objects.contains(index) { return Member(field: member, type: member.type, hasMembers: true) }
            // A path over a relation is a test, so the relation needs operators.
            if member.type.isRelation, !member.field.isQueryable { return nil }
            var type = member.type
            // Of listed objects, a condition is about some member, and no object may have one.
            if inner.isOptional || inner.isInList, !type.isArray, !type.isOptional { type = .optional(type) }
            return Member(field: member, type: type, hasMembers: false)
        }
    }
}

extension ValueType {
    var isRelation: Bool {
        switch self {
        case .relation: return true
        case .array(let inner), .optional(let inner): return inner.isRelation
        default: return false
        }
    }
}
