/// A field value that filters can compare with.
///
/// ```swift
/// Books.query().where(\.age >= 18)                // Int, and Int?: the right side is an Int
/// Books.query().where(\.registration == nil)      // only where the field may hold no value
/// ```
public protocol FilterOperand: FieldValue {
    /// The operand type of ordering and membership tests: `Int` for `Int`, `Int?` and `[Int]`.
    associatedtype Unwrapped: FilterOperand = Self

    /// The operand type of `contains`: a substring of a text, or an element of a list.
    associatedtype Contained: FilterOperand = String

    /// The value's type in HALO's wire format. A list has the type of its elements.
    static var wireType: WireType { get }

    /// The value as stored in a leaf of a filter tree.
    var filterValue: FilterValue { get }

    /// The operation of the leaf when an operation is applied to a field of this type.
    ///
    /// It differs only for "every element", which the tree expresses as a double complement.
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

/// An operand with at most one value, so not a list.
@_documentation(visibility: internal)
public protocol SingleOperand: FilterOperand where Unwrapped: Comparable {}

/// A value that may be absent: an optional or a list.
@_documentation(visibility: internal)
public protocol AbsenceOperand: FieldValue {}
