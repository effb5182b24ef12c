/// A custom Swift type for a field. A scalar of the schema names it, and its initializer can validate values.
///
/// ```swift
/// struct ISBN: ContentScalar {
///     let rawValue: String
///     init?(rawValue: String) {
///         guard rawValue.count == 13 else { return nil }
///         self.rawValue = rawValue
///     }
/// }
/// ```
///
/// If the initializer returns `nil` for a value in a response, that is a decoding error of the item.
public protocol ContentScalar: FilterOperand, RawRepresentable where RawValue: ContentScalarBase {}

/// The types that a scalar can be based on: `String`, `Int`, `Double`, `Bool`.
public protocol ContentScalarBase: FilterOperand {}

extension String: ContentScalarBase {}
extension Int: ContentScalarBase {}
extension Double: ContentScalarBase {}
extension Bool: ContentScalarBase {}

extension ContentScalar {
    @inlinable public static var wireType: WireType { RawValue.wireType }
    @inlinable public var filterValue: FilterValue { rawValue.filterValue }

    @inlinable
    public static func read(from json: inout JSONCursor, _ format: DateFormat) throws(ValueDecodingError)
        -> Self
    {
        let start = json.nextPlace()
        guard let scalar = Self(rawValue: try RawValue.read(from: &json, format)) else {
            throw ValueDecodingError(
                .invalidValue, at: start, expected: "a value that the scalar's type accepts")
        }
        return scalar
    }

    @inlinable
    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> Self {
        guard let scalar = Self(rawValue: try RawValue.read(from: row, column: column, format)) else {
            throw ValueDecodingError(
                .invalidValue, at: column, expected: "a value that the scalar's type accepts")
        }
        return scalar
    }

    @inlinable
    public func write(to json: inout JSONWriter, _ format: DateFormat) { rawValue.write(to: &json, format) }
}
