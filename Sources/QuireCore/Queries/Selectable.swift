/// The parts of an item that `select` accepts: its fields, its `id`, its `metadata`, and each metadata property.
///
/// ```swift
/// Books.query().select(\.id, \.title, \.updatedAt)      // rows are (ContentID<Books>, String, Date?)
/// ```
/// A name has the same meaning as on the item itself. If a field has the name of a metadata property, the field wins.
@dynamicMemberLookup
public struct Selectable<Module: ContentModule>: Sendable {
    init() {}

    /// The value of a field. For a relation, its id or ids.
    public subscript<Field: FieldReference>(
        dynamicMember field: KeyPath<Module.Fields, Field>
    ) -> Selected<Field.Value> {
        let name = field.name
        return .field(name, at: Module.Fields.table.index(of: name))
    }

    /// A metadata property: `\.updatedAt`.
    @_disfavoredOverload
    public subscript<Value: Sendable>(
        dynamicMember part: WritableKeyPath<Module.ItemMetadata, Value> & Sendable
    ) -> Selected<Value> {
        Selected(.envelope { Module.ItemMetadata.value(at: part, of: $1) })
    }

    /// The `id`, or the complete `metadata`. No field has one of these names in Swift.
    public subscript<Value: Sendable>(
        dynamicMember part: KeyPath<ContentEnvelope<Module>, Value> & Sendable
    ) -> Selected<Value> {
        Selected(
            .envelope { ContentEnvelope<Module>(id: ContentID(rawValue: $0), metadata: $1)[keyPath: part] })
    }
}

/// The parts of an item that surround its values.
public struct ContentEnvelope<Module: ContentModule>: Sendable {
    public var id: ContentID<Module>
    public var metadata: ContentMetadata
}

/// How one value of a row is read.
public struct Selected<Value: Sendable>: Sendable {
    enum Source: Sendable {
        case field(
            String, @Sendable (inout ValuesReader) throws(ValueDecodingError) -> Value)
        case envelope(@Sendable (_ id: String, ContentMetadata) -> Value)
    }

    private let source: Source

    init(_ source: Source) { self.source = source }

    /// The wire name of the field, or `nil` if the value comes with every item.
    var field: String? {
        if case .field(let name, _) = source { name } else { nil }
    }

    /// Reads the value of a field.
    func read(from reader: inout ValuesReader) throws(ValueDecodingError) -> Value? {
        if case .field(_, let read) = source { try read(&reader) } else { nil }
    }

    /// The value, after the whole item has been read.
    func value(_ read: Value?, id: String, _ metadata: ContentMetadata) throws(ValueDecodingError) -> Value {
        switch source {
        case .envelope(let value): return value(id, metadata)
        case .field:
            guard let read else {
                throw ValueDecodingError(.missing, at: 0, expected: "a value of the field")
            }
            return read
        }
    }
}

extension Selected where Value: FieldValue {
    static func field(_ name: String, at position: Int?) -> Self {
        Self(
            .field(name) { (reader) throws(ValueDecodingError) in
                guard let position else {
                    throw ValueDecodingError(.missing, at: 0, expected: "a field of the module's table")
                }
                return try reader.value(position)
            })
    }
}
