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
