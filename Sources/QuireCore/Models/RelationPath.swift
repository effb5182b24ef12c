/// A path from a module over one or more relations, for `include`.
public protocol RelationPath: Sendable {
    /// The wire names, starting at the module.
    var fields: [String] { get }
}

extension Field: RelationPath where Value: RelationOperand {
    public var fields: [String] { [name] }
}

/// A relation behind another one: `\.author.publisher`.
@frozen
@dynamicMemberLookup
public struct RelatedField<Owner: FieldSet, Value: RelationOperand>: RelationPath {
    public let fields: [String]

    @inlinable
    init(_ fields: [String]) { self.fields = fields }

    public subscript<Next: RelationOperand, O>(
        dynamicMember path: KeyPath<Value.Target.Fields, Field<Value.Target.Fields, Next, O>>
    ) -> RelatedField<Owner, Next> { RelatedField<Owner, Next>(fields + [path.name]) }
}

extension Field where Value: RelationOperand {
    /// A relation of the related item's module: `\.author.publisher`.
    public subscript<Next: RelationOperand, O>(
        dynamicMember path: KeyPath<Value.Target.Fields, Field<Value.Target.Fields, Next, O>>
    ) -> RelatedField<Owner, Next> { RelatedField<Owner, Next>([name, path.name]) }
}

/// A field of the related item. Queries cannot use it. It exists for a clear compiler error.
@frozen
public struct FieldBehindRelation<Owner: FieldSet, Value: FieldValue, Operators: OperatorSet>: Sendable {
    @inlinable
    init() {}
}

extension Field where Value: RelationOperand {
    /// A field behind the relation. Filter operators and methods reject it with an explanation.
    public subscript<Next: FieldValue, O: OperatorSet>(
        dynamicMember path: KeyPath<Value.Target.Fields, Field<Value.Target.Fields, Next, O>>
    ) -> FieldBehindRelation<Owner, Next, O> { FieldBehindRelation() }
}
