import Foundation

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
