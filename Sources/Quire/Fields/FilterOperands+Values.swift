extension ContentURL: FilterOperand {
    @inlinable public static var wireType: WireType { .string }
    @inlinable public var filterValue: FilterValue { .string(rawValue) }
}

extension HexColor: FilterOperand {
    @inlinable public static var wireType: WireType { .string }
    @inlinable public var filterValue: FilterValue { .string(rawValue) }
}

extension OpenChoice {
    @inlinable public static var wireType: WireType { .string }
    @inlinable public var filterValue: FilterValue { .string(rawValue) }
}

extension ClosedChoice {
    @inlinable public static var wireType: WireType { .string }
    @inlinable public var filterValue: FilterValue { .string(rawValue) }
}

extension ContentScalar {
    @inlinable public static var wireType: WireType { RawValue.wireType }
    @inlinable public var filterValue: FilterValue { rawValue.filterValue }
}
