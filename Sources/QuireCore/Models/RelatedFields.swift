// Fields behind relations: `\.author.fullName`, `\.editors.fullName`.

extension Field where Value: ToOneOperand, Operators.RelatedSort == AllowedOperator {
    /// A field of the related item. It has no value if the relation names no item, or an item that does not exist.
    ///
    /// ```swift
    /// Books.query().where(\.author.fullName == "Jane Austen")
    /// // any author (fullName = "Jane Austen")
    /// ```
    public subscript<Next: FieldValue, O: OperatorSet>(
        dynamicMember path: KeyPath<Value.Target.Fields, Field<Value.Target.Fields, Next, O>>
    ) -> Field<Owner, Next.Behind, BehindOne<O>> {
        .init(fieldPath.followed(to: Value.Target.descriptor, by: path.fieldPath))
    }
}

extension Field where Value: ToOneOperand, Operators.RelatedSort == ForbiddenOperator {
    /// The values of a field of the related items of all objects in a list.
    ///
    /// ```swift
    /// Artworks.query().where(\.contributors.artist.name == "Turner")
    /// // any contributors.artist (name = "Turner")
    /// ```
    /// A condition holds if some object's item meets it. Items cannot be sorted by the field.
    public subscript<Next: FieldValue, O: OperatorSet>(
        dynamicMember path: KeyPath<Value.Target.Fields, Field<Value.Target.Fields, Next, O>>
    ) -> Field<Owner, Next.Behind, InListedObject<BehindOne<O>>> {
        .init(fieldPath.followed(to: Value.Target.descriptor, by: path.fieldPath))
    }
}

extension Field where Value: ToManyOperand {
    /// The values of a field of all related items, in the order of the relation.
    public subscript<Next: FieldValue, O: OperatorSet>(
        dynamicMember path: KeyPath<Value.Target.Fields, Field<Value.Target.Fields, Next, O>>
    ) -> Field<Owner, Next.Gathered, BehindMany<O>> {
        .init(fieldPath.followed(to: Value.Target.descriptor, by: path.fieldPath))
    }
}

/// The operators of a field behind a relation to one item: those of the field itself. It cannot be a facet.
@_documentation(visibility: internal)
public enum BehindOne<Base: OperatorSet>: OperatorSet {
    public typealias Equal = Base.Equal
    public typealias NotEqual = Base.NotEqual
    public typealias Less = Base.Less
    public typealias LessOrEqual = Base.LessOrEqual
    public typealias Greater = Base.Greater
    public typealias GreaterOrEqual = Base.GreaterOrEqual
    public typealias In = Base.In
    public typealias NotIn = Base.NotIn
    public typealias Like = Base.Like
    public typealias Contains = Base.Contains
    public typealias HasPrefix = Base.HasPrefix
    public typealias HasSuffix = Base.HasSuffix
    public typealias Between = Base.Between
    public typealias Near = Base.Near
    public typealias Within = Base.Within
    public typealias Sort = Base.Sort
    public typealias Facet = ForbiddenOperator
    public typealias Search = ForbiddenOperator
    public typealias FieldComparison = UnavailableBehindRelation
}

/// States that a query cannot do something with a field behind a relation.
@_documentation(visibility: internal)
public enum UnavailableBehindRelation {}

/// The operators of a field behind a relation to many items: none. Use `any`, `every` or `none` for a condition.
@_documentation(visibility: internal)
public enum BehindMany<Base: OperatorSet>: OperatorSet {
    public typealias Equal = NeedsAnyEveryOrNone
    public typealias NotEqual = NeedsAnyEveryOrNone
    public typealias Less = NeedsAnyEveryOrNone
    public typealias LessOrEqual = NeedsAnyEveryOrNone
    public typealias Greater = NeedsAnyEveryOrNone
    public typealias GreaterOrEqual = NeedsAnyEveryOrNone
    public typealias In = NeedsAnyEveryOrNone
    public typealias NotIn = NeedsAnyEveryOrNone
    public typealias Like = NeedsAnyEveryOrNone
    public typealias Contains = NeedsAnyEveryOrNone
    public typealias HasPrefix = NeedsAnyEveryOrNone
    public typealias HasSuffix = NeedsAnyEveryOrNone
    public typealias Between = NeedsAnyEveryOrNone
    public typealias Near = NeedsAnyEveryOrNone
    public typealias Within = NeedsAnyEveryOrNone
    public typealias Sort = ForbiddenOperator
    public typealias Facet = ForbiddenOperator
    public typealias Search = ForbiddenOperator
    public typealias FieldComparison = NeedsAnyEveryOrNone
}

/// States that a relation leads to many items, so that a condition must say whether any, every or none must meet it.
@_documentation(visibility: internal)
public enum NeedsAnyEveryOrNone {}
