import Foundation

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

extension String: SingleOperand {
    @inlinable public static var wireType: WireType { .string }
    @inlinable public var filterValue: FilterValue { .string(self) }
}

extension Int: SingleOperand {
    @inlinable public static var wireType: WireType { .number }
    @inlinable public var filterValue: FilterValue { .integer(Int64(self)) }
}

extension Int64: SingleOperand {
    @inlinable public static var wireType: WireType { .number }
    @inlinable public var filterValue: FilterValue { .integer(self) }
}

extension Double: SingleOperand {
    @inlinable public static var wireType: WireType { .number }
    @inlinable public var filterValue: FilterValue { .number(self) }
}

extension Bool: FilterOperand {
    /// HALO's wire format has no Boolean type.
    @inlinable public static var wireType: WireType { .string }
    @inlinable public var filterValue: FilterValue { .boolean(self) }
}

extension Date: SingleOperand {
    @inlinable public static var wireType: WireType { .date }
    /// A date outside the range of 64-bit milliseconds becomes a floating-point number, which every engine rejects.
    @inlinable public var filterValue: FilterValue {
        exactMilliseconds.map { .date(milliseconds: $0) } ?? .number(timeIntervalSince1970 * 1000)
    }
}

extension Optional: AbsenceOperand where Wrapped: FieldValue {}

extension Optional: FilterOperand where Wrapped: FilterOperand {
    public typealias Unwrapped = Wrapped.Unwrapped
    public typealias Contained = Wrapped.Contained

    @inlinable public static var wireType: WireType { Wrapped.wireType }
    @inlinable public var filterValue: FilterValue { self?.filterValue ?? .null }

    @inlinable
    public static func containing(
        _ value: Wrapped.Contained
    ) -> (operation: FilterOperation, value: FilterValue) { Wrapped.containing(value) }
}

extension Optional: SingleOperand where Wrapped: SingleOperand {}

extension Array: AbsenceOperand where Element: FieldValue {}

extension Array: FilterOperand where Element: FilterOperand {
    public typealias Unwrapped = Element.Unwrapped
    public typealias Contained = Element

    @inlinable public static var wireType: WireType { Element.wireType }
    @inlinable public var filterValue: FilterValue { .list(map(\.filterValue)) }

    /// HALO tests lists with `in`, which is true if any element equals one of the operands.
    @inlinable
    public static func containing(_ value: Element) -> (operation: FilterOperation, value: FilterValue) {
        (.in, .list([value.filterValue]))
    }
}

extension ContentURL: FilterOperand {
    @inlinable public static var wireType: WireType { .string }
    @inlinable public var filterValue: FilterValue { .string(rawValue) }
}

extension HexColor: FilterOperand {
    @inlinable public static var wireType: WireType { .string }
    @inlinable public var filterValue: FilterValue { .string(rawValue) }
}
