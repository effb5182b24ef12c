/// A field value that filters can compare with.
///
/// ```swift
/// Books.query().where(\.age >= 18)                // Int, and Int?: the right side is an Int
/// Books.query().where(\.registration == nil)      // only where the field may hold no value
/// ```
public protocol FilterOperand: FieldValue {
    /// The operand that orderings and memberships take: `Int` for `Int`, `Int?` and `[Int]`.
    associatedtype Unwrapped: FilterOperand = Self

    /// What `contains` takes: a part of a text, an element of a list.
    associatedtype Contained: FilterOperand = String

    /// What HALO's wire calls the type of the value; a list has the type of its elements.
    static var wireType: WireType { get }

    /// The value as a leaf of a filter tree holds it.
    var filterValue: FilterValue { get }

    /// What a leaf asks when a field of this type is asked the operation.
    ///
    /// It is another one only where "every element" is meant, which the tree spells as the complement's complement.
    static func asked(_ operation: FilterOperation) -> FilterOperation

    /// The leaf's operation and value for `contains`.
    static func containing(_ value: Contained) -> (operation: FilterOperation, value: FilterValue)
}

extension FilterOperand {
    @inlinable
    public static func asked(_ operation: FilterOperation) -> FilterOperation { operation }
}

extension FilterOperand where Contained == String {
    @inlinable
    public static func containing(_ value: String) -> (operation: FilterOperation, value: FilterValue) {
        (.contains, .string(value))
    }
}

/// An operand that is one value, or none: no list.
public protocol SingleOperand: FilterOperand where Unwrapped: Comparable {}

/// A value that a field can be without: an optional or a list.
public protocol AbsenceOperand: FieldValue {}

/// The id of a related item, or what holds such ids.
public protocol RelationOperand: FilterOperand {
    /// The module that the relation points at.
    associatedtype Target: ContentModule
}
