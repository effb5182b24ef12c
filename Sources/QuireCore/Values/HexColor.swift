/// A color as the content system stores it, for example `#987654`.
///
/// The text is kept exactly. `red`, `green`, `blue` and `alpha` are available if it has the form `#rgb`, `#rgba`,
/// `#rrggbb` or `#rrggbbaa`.
@frozen
public struct HexColor: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The text on the wire.
    public var rawValue: String

    @inlinable
    public init(rawValue: String) { self.rawValue = rawValue }

    @inlinable
    public init(_ rawValue: String) { self.rawValue = rawValue }

    @inlinable
    public init(stringLiteral value: String) { rawValue = value }

    /// Creates a color from components between 0 and 1. Values outside are clamped.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        let parts = alpha >= 1 ? [red, green, blue] : [red, green, blue, alpha]
        rawValue = "#" + parts.map(Self.hexadecimal).joined()
    }

    public var red: Double? { part(0) }
    public var green: Double? { part(1) }
    public var blue: Double? { part(2) }
    /// The alpha component. 1 if the text has none.
    public var alpha: Double? { parts.map { $0.count == 4 ? $0[3] : 1 } }

    public var description: String { rawValue }

    private func part(_ index: Int) -> Double? { parts.map { $0[index] } }

    /// Three or four components from 0 to 1, or `nil` if the text is not a color.
    private var parts: [Double]? {
        guard rawValue.hasPrefix("#") else { return nil }
        let digits = rawValue.dropFirst().compactMap(\.hexDigitValue)
        guard digits.count == rawValue.utf8.count - 1 else { return nil }
        switch digits.count {
        case 3, 4: return digits.map { Double($0) / 15 }
        case 6, 8:
            return stride(from: 0, to: digits.count, by: 2).map {
                Double(digits[$0] * 16 + digits[$0 + 1]) / 255
            }
        default: return nil
        }
    }

    private static func hexadecimal(_ part: Double) -> String {
        let byte = UInt8(min(max(part.isNaN ? 0 : part, 0), 1) * 255 + 0.5)
        return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}

extension HexColor: FieldValue {
    public static func read(from json: inout JSONCursor, _ format: DateFormat) throws(ValueDecodingError)
        -> HexColor
    {
        HexColor(rawValue: try json.string())
    }

    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> HexColor { HexColor(rawValue: row.text(column)) }

    public func write(to json: inout JSONWriter, _ format: DateFormat) { json.string(rawValue) }
}
