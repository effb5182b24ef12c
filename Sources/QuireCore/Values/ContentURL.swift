import Foundation

/// A link as the content system stores it. The text is kept exactly, whether or not it is a valid URL.
@frozen
public struct ContentURL: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The text on the wire.
    public var rawValue: String

    @inlinable
    public init(rawValue: String) { self.rawValue = rawValue }

    @inlinable
    public init(_ rawValue: String) { self.rawValue = rawValue }

    public init(_ url: URL) { rawValue = url.absoluteString }

    @inlinable
    public init(stringLiteral value: String) { rawValue = value }

    /// The URL, or `nil` if the text is not a valid URL.
    public var url: URL? { URL(string: rawValue) }

    public var description: String { rawValue }
}

extension ContentURL: FieldValue {
    public static func read(from json: inout JSONCursor, _ format: DateFormat) throws(ValueDecodingError)
        -> ContentURL
    {
        ContentURL(rawValue: try json.string())
    }

    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> ContentURL { ContentURL(rawValue: row.text(column)) }

    public func write(to json: inout JSONWriter, _ format: DateFormat) { json.string(rawValue) }
}
