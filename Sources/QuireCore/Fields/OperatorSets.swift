// The operator sets that most fields use.
//
// For the generator: these are the schema's default sets. A field with another combination needs its own set. `==` on a
// list compares with `nil` only, because its `=` is `Contains`.

/// Texts: equality, membership and matching. No ordering, because it compares bytes, which is rarely what you want.
public enum TextOperators: OperatorSet {
    public typealias Equal = AllowedOperator
    public typealias NotEqual = AllowedOperator
    public typealias In = AllowedOperator
    public typealias NotIn = AllowedOperator
    public typealias Like = AllowedOperator
    public typealias Contains = AllowedOperator
    public typealias HasPrefix = AllowedOperator
    public typealias HasSuffix = AllowedOperator
}

/// Texts with ordering (by UTF-8 bytes).
public enum OrderedTextOperators: OperatorSet {
    public typealias Equal = AllowedOperator
    public typealias NotEqual = AllowedOperator
    public typealias Less = AllowedOperator
    public typealias LessOrEqual = AllowedOperator
    public typealias Greater = AllowedOperator
    public typealias GreaterOrEqual = AllowedOperator
    public typealias In = AllowedOperator
    public typealias NotIn = AllowedOperator
    public typealias Like = AllowedOperator
    public typealias Contains = AllowedOperator
    public typealias HasPrefix = AllowedOperator
    public typealias HasSuffix = AllowedOperator
    public typealias Between = AllowedOperator
}

/// Long texts and markup: matching only.
public enum LongTextOperators: OperatorSet {
    public typealias Like = AllowedOperator
    public typealias Contains = AllowedOperator
    public typealias HasPrefix = AllowedOperator
    public typealias HasSuffix = AllowedOperator
}

/// Integers and numbers.
public enum NumberOperators: OperatorSet {
    public typealias Equal = AllowedOperator
    public typealias NotEqual = AllowedOperator
    public typealias Less = AllowedOperator
    public typealias LessOrEqual = AllowedOperator
    public typealias Greater = AllowedOperator
    public typealias GreaterOrEqual = AllowedOperator
    public typealias In = AllowedOperator
    public typealias NotIn = AllowedOperator
    public typealias Between = AllowedOperator
}

/// Booleans: equality only.
public enum BooleanOperators: OperatorSet {
    public typealias Equal = AllowedOperator
    public typealias NotEqual = AllowedOperator
}

/// Dates and times, compared to the millisecond.
public enum DateOperators: OperatorSet {
    public typealias Equal = AllowedOperator
    public typealias NotEqual = AllowedOperator
    public typealias Less = AllowedOperator
    public typealias LessOrEqual = AllowedOperator
    public typealias Greater = AllowedOperator
    public typealias GreaterOrEqual = AllowedOperator
    public typealias In = AllowedOperator
    public typealias NotIn = AllowedOperator
    public typealias Between = AllowedOperator
}

/// Choices and colours: equality and membership.
public enum ChoiceOperators: OperatorSet {
    public typealias Equal = AllowedOperator
    public typealias NotEqual = AllowedOperator
    public typealias In = AllowedOperator
    public typealias NotIn = AllowedOperator
}

/// Links and media: equality, membership and matching of the link's text.
public enum URLOperators: OperatorSet {
    public typealias Equal = AllowedOperator
    public typealias NotEqual = AllowedOperator
    public typealias In = AllowedOperator
    public typealias NotIn = AllowedOperator
    public typealias Like = AllowedOperator
    public typealias Contains = AllowedOperator
    public typealias HasPrefix = AllowedOperator
    public typealias HasSuffix = AllowedOperator
}

/// Lists: tests for equal elements.
public enum ListOperators: OperatorSet {
    public typealias In = AllowedOperator
    public typealias NotIn = AllowedOperator
    public typealias Contains = AllowedOperator
    public typealias FieldComparison = ForbiddenOperator
}

/// Lists of ordered values: an ordering is true if any element satisfies it.
public enum OrderedListOperators: OperatorSet {
    public typealias Less = AllowedOperator
    public typealias LessOrEqual = AllowedOperator
    public typealias Greater = AllowedOperator
    public typealias GreaterOrEqual = AllowedOperator
    public typealias In = AllowedOperator
    public typealias NotIn = AllowedOperator
    public typealias Contains = AllowedOperator
    public typealias Between = AllowedOperator
    public typealias FieldComparison = ForbiddenOperator
}

/// Points on the Earth: near a point, within a box.
public enum GeoOperators: OperatorSet {
    public typealias Near = AllowedOperator
    public typealias Within = AllowedOperator
    public typealias FieldComparison = ForbiddenOperator
}

/// Relations to one item: equality and membership of ids.
public enum RelationOperators: OperatorSet {
    public typealias Equal = AllowedOperator
    public typealias NotEqual = AllowedOperator
    public typealias In = AllowedOperator
    public typealias NotIn = AllowedOperator
}

/// Fields that filters can only test for a value.
public enum NoOperators: OperatorSet {}

/// The operators that the schema allows on a field.
///
/// Each associated type states whether a field with this set has an operator: `AllowedOperator` or
/// `ForbiddenOperator`. A set only names what it allows. Using a forbidden operator produces a clear message instead of
/// a failed conversion.
///
/// ```swift
/// enum EqualityOperators: OperatorSet {
///     typealias Equal = AllowedOperator
///     typealias NotEqual = AllowedOperator
/// }
/// ```
@_documentation(visibility: internal)
public protocol OperatorSet {
    associatedtype Equal = ForbiddenOperator
    associatedtype NotEqual = ForbiddenOperator
    associatedtype Less = ForbiddenOperator
    associatedtype LessOrEqual = ForbiddenOperator
    associatedtype Greater = ForbiddenOperator
    associatedtype GreaterOrEqual = ForbiddenOperator
    associatedtype In = ForbiddenOperator
    associatedtype NotIn = ForbiddenOperator
    associatedtype Like = ForbiddenOperator
    associatedtype Contains = ForbiddenOperator
    associatedtype HasPrefix = ForbiddenOperator
    associatedtype HasSuffix = ForbiddenOperator
    associatedtype Between = ForbiddenOperator
    associatedtype Near = ForbiddenOperator
    associatedtype Within = ForbiddenOperator
    associatedtype Sort = ForbiddenOperator
    associatedtype Facet = ForbiddenOperator
    associatedtype Search = ForbiddenOperator
    /// Whether the field can be compared with another field of the same item.
    associatedtype FieldComparison = AllowedOperator
    /// For a relation to one item: whether items can be sorted by the related item's fields.
    associatedtype RelatedSort = AllowedOperator
}

/// States that a set of operators contains an operator.
@_documentation(visibility: internal)
public enum AllowedOperator: OperatorPermission {}

/// States that a set of operators lacks an operator.
@_documentation(visibility: internal)
public enum ForbiddenOperator {}

/// The protocol of `AllowedOperator`. Lists of fields need it, because Swift 6.3 supports no same-type requirement for
/// each element of a parameter pack.
@_documentation(visibility: internal)
public protocol OperatorPermission {}
