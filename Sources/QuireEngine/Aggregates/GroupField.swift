import QuireCore

/// A field that `group(by:)` accepts: a field of the module, its metadata, or a field behind relations to one item.
///
/// ```swift
/// Books.query().group(by: \.language)               // a field of the module
/// Books.query().group(by: \.author.fullName)         // a field of the item that the relation names
/// ```
/// The requirement is static, because a member of a field would hide a field of a related module.
public protocol GroupField: Sendable {
    associatedtype Value: FieldValue

    /// The relations to follow from the module, and the property behind them.
    static func path(of field: Self) -> (steps: [RelationStep], property: AggregateFunction.Property)
}

extension AggregateField: GroupField {
    public static func path(
        of field: Self
    ) -> (steps: [RelationStep], property: AggregateFunction.Property) { ([], field.property) }
}

/// A field behind relations to one item, with the type of its value. Groups accept it, functions do not.
///
/// ```swift
/// let names = Books.query().group(by: \.author.fullName)
/// let counts = try await content.aggregate(names, .count)          // [(String?, Int)]
/// ```
@dynamicMemberLookup
public struct RelatedGroupField<Value: FieldValue>: GroupField {
    fileprivate let fieldPath: FieldPath

    public static func path(
        of field: Self
    ) -> (steps: [RelationStep], property: AggregateFunction.Property) {
        (field.fieldPath.steps, .value(field.fieldPath.name))
    }
}

extension AggregateField where Value: ToOneOperand {
    /// A field of the related item. It has no value if the relation names no item, or an item that does not exist.
    public subscript<Next: FieldValue, O: OperatorSet>(
        dynamicMember field: KeyPath<Value.Target.Fields, Field<Value.Target.Fields, Next, O>>
    ) -> RelatedGroupField<Next.Behind> {
        let step = RelationStep(property.nameAndPlace.name, to: Value.Target.descriptor)
        return RelatedGroupField(
            fieldPath: FieldPath(field.fieldPath.name, behind: [step] + field.fieldPath.steps))
    }
}

extension RelatedGroupField where Value: ToOneOperand {
    /// A field of the item that is one more relation away.
    public subscript<Next: FieldValue, O: OperatorSet>(
        dynamicMember field: KeyPath<Value.Target.Fields, Field<Value.Target.Fields, Next, O>>
    ) -> RelatedGroupField<Next.Behind> {
        let step = RelationStep(fieldPath.name, to: Value.Target.descriptor)
        return RelatedGroupField<Next.Behind>(
            fieldPath: FieldPath(
                field.fieldPath.name, behind: fieldPath.steps + [step] + field.fieldPath.steps))
    }
}

// MARK: - Names that the schema does not declare

@available(*, unavailable, message: "the schema declares no field of this name")
extension NoSuchField: GroupField {
    public typealias Value = String

    public static func path(
        of field: Self
    ) -> (steps: [RelationStep], property: AggregateFunction.Property) { ([], .value("")) }
}

extension AggregateFields {
    /// A name that is no field.
    @_disfavoredOverload
    public subscript(
        dynamicMember name: KeyPath<Module.Fields, NoSuchField<Module.Fields>>
    ) -> NoSuchField<Module.Fields> { Module.Fields()[keyPath: name] }
}

extension AggregateField where Value: RelationOperand {
    /// A name that is no field of the related module.
    @_disfavoredOverload
    public subscript(
        dynamicMember name: KeyPath<Value.Target.Fields, NoSuchField<Value.Target.Fields>>
    ) -> NoSuchField<Value.Target.Fields> { Value.Target.Fields()[keyPath: name] }
}
