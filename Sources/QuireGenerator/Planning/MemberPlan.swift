import QuireSchema

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
